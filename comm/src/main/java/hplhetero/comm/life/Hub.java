package hplhetero.comm.life;

import hplhetero.comm.Activity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Rank 0's end of all lifelines. It listens only until all ranks have joined; from then on a line that closes without a
 * goodbye, or on which nothing is heard, means that its rank is lost. It decides why the run ended and tells all. Owner: the
 * loop's thread.
 */
final class Hub extends Loop {
    private static final int BACKLOG = 4_096;

    /**
     * What is known of a rank when joining ends.
     *
     * @param failure why it has no line; empty: it has one
     */
    record Joined(String host, String failure) {
        boolean connected() {
            return failure.isEmpty();
        }
    }

    private final String host;
    private final Activity activity;
    private final ServerSocketChannel server;
    private final Invitation invitation;
    /** By rank; null: rank 0 itself, or a rank without a line. */
    private final Guest[] guests;
    private final Watchdog watchdog;
    private List<Joined> joined = List.of();
    private Verdict candidate;
    private long settleAt = Long.MAX_VALUE;
    private long scanAt = System.nanoTime();
    private long answersUntil = Long.MAX_VALUE;
    private long leaveAt = Long.MAX_VALUE;

    Hub(int ranks, String host, Activity activity, Duration stallTimeout, Timing timing, Outcome outcome) throws IOException {
        super(timing, outcome);
        this.host = host;
        this.activity = activity;
        this.guests = new Guest[ranks];
        this.watchdog = new Watchdog(ranks, stallTimeout, System.nanoTime());
        this.server = ServerSocketChannel.open().bind(new InetSocketAddress(0), BACKLOG);
        server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
        this.invitation = Invitation.here(host, server.socket().getLocalPort());
    }

    Invitation invitation() {
        return invitation;
    }

    /** All ranks have joined that can, or so it was said: from now on nobody else may. */
    void arm(List<Joined> all) {
        joined = all;
        closeDoor();
        for (int rank = 1; rank < guests.length; rank++) {
            if (guests[rank] != null) {
                guests[rank].heard = System.nanoTime();
            } else if (all.get(rank).connected()) {
                happened(Verdict.died(rank, all.get(rank).host, Guest.STARTING));
            }
        }
    }

    private boolean isArmed() {
        return !joined.isEmpty();
    }

    private void closeDoor() {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof Guest guest && guest.rank < 0) {
                guest.line.close();
            }
        }
        try {
            server.close();
        } catch (IOException e) {
            happened(Verdict.failed(0, host, "the port of the lifelines cannot be closed: " + e.getMessage(), e));
        }
    }

    @Override
    void ready(SelectionKey key) {
        if (!(key.attachment() instanceof Guest guest)) {
            accept();
            return;
        }
        if (key.isWritable()) {
            guest.line.flush();
        }
        if (key.isValid() && key.isReadable() && !guest.line.read(frame -> received(guest, frame))) {
            lost(guest);
        }
    }

    /** One that cannot be accepted has no line, and says so when joining ends. */
    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                Guest guest = new Guest();
                guest.line = new Line(channel, selector, guest);
            }
        } catch (IOException e) {
            System.getLogger(Hub.class.getName()).log(System.Logger.Level.DEBUG, "lifeline not accepted", e);
        }
    }

    private void received(Guest guest, Frame frame) {
        if (guest.rank < 0) {
            joins(guest, frame);
            return;
        }
        guest.heard = System.nanoTime();
        switch (frame.kind()) {
            case BEAT -> beat(guest, frame);
            case FAILED -> {
                guest.saidWhy = true;
                happened(Verdict.failed(guest.rank, guest.host, frame.text(), null));
            }
            case ENDING -> {
                guest.saidWhy = true;
                happened(Verdict.ending(guest.rank, guest.host, frame.text()));
            }
            case ANSWER -> guest.answer = frame.text();
            case GOODBYE -> guest.gone = true;
            default -> throw new IllegalArgumentException("a rank sent " + frame.kind());
        }
    }

    private void joins(Guest guest, Frame frame) {
        boolean rightful = !isArmed() && frame.kind() == Frame.Kind.JOIN
                && frame.number() > 0 && frame.number() < guests.length && frame.text().contains("\n")
                && isToken(frame.text().substring(0, frame.text().indexOf('\n')));
        if (!rightful) {
            guest.line.close();
            return;
        }
        guest.rank = (int) frame.number();
        guest.host = frame.text().substring(frame.text().indexOf('\n') + 1);
        guest.heard = System.nanoTime();
        guests[guest.rank] = guest;
        guest.line.send(new Frame(Frame.Kind.WELCOME, 0, invitation.token()));
        if (outcome.isDecided()) {
            guest.line.send(candidate.frame());
        }
    }

    private boolean isToken(String text) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8),
                invitation.token().getBytes(StandardCharsets.UTF_8));
    }

    private void beat(Guest guest, Frame beat) {
        watchdog.heard(guest.rank, beat.number(), guest.heard);
        guest.doing = beat.text();
        guest.line.send(new Frame(Frame.Kind.HEARD, 0, activity.text()));
    }

    /** Before all have joined, a rank may have given up one address for another. */
    private void lost(Guest guest) {
        guest.line.close();
        boolean current = guest.rank > 0 && guests[guest.rank] == guest;
        if (current && guest.isGuarded()) {
            if (isArmed()) {
                happened(Verdict.died(guest.rank, guest.host, guest.doing));
            } else {
                guests[guest.rank] = null;
            }
        }
        guest.gone = true;
    }

    /** A failure may be the consequence of a death that is heard of a moment later; a death is none of anything. */
    private void happened(Verdict verdict) {
        if (candidate == null || verdict.kind().compareTo(candidate.kind()) < 0) {
            settleAt = Math.min(settleAt, System.nanoTime() + timing.settle().toNanos());
            candidate = verdict;
        }
        if (candidate.kind() == Verdict.Kind.DIED || candidate.kind() == Verdict.Kind.STALLED) {
            settle();
        }
    }

    private void settle() {
        settleAt = Long.MAX_VALUE;
        if (!outcome.isDecided()) {
            outcome.decide(candidate, false);
            present().forEach(guest -> guest.line.send(candidate.frame()));
        }
    }

    private Stream<Guest> present() {
        return Arrays.stream(guests).filter(Objects::nonNull).filter(guest -> !guest.gone);
    }

    @Override
    void paused(long nanos) {
        watchdog.paused(nanos);
        present().forEach(guest -> guest.heard += nanos);
    }

    @Override
    long due() {
        return Math.min(settleAt, scanAt);
    }

    @Override
    void tick(long now) {
        if (now >= settleAt) {
            settle();
        }
        if (now >= scanAt) {
            scanAt = now + timing.scan().toNanos();
            if (isArmed() && candidate == null) {
                scan(now);
            }
        }
        if (leaveAt != Long.MAX_VALUE) {
            leaveWhenDone(now);
        }
    }

    private void scan(long now) {
        for (Guest guest : guests) {
            if (guest != null && guest.isGuarded() && now - guest.heard >= timing.silence().toNanos()) {
                happened(Verdict.silent(guest.rank, guest.host, guest.doing, timing.silence()));
                return;
            }
        }
        watchdog.heard(0, activity.ticks(), now);
        if (!watchdog.stalled(now)) {
            answersUntil = Long.MAX_VALUE;
        } else if (answersUntil == Long.MAX_VALUE) {
            answersUntil = now + timing.answers().toNanos();
            present().forEach(Hub::ask);
        } else if (now >= answersUntil || present().allMatch(guest -> guest.answer != null)) {
            happened(Verdict.stalled(StallReport.of(watchdog.timeout(), states())));
        }
    }

    private static void ask(Guest guest) {
        guest.answer = null;
        guest.line.send(Frame.of(Frame.Kind.TELL));
    }

    private List<StallReport.Rank> states() {
        List<StallReport.Rank> states = new ArrayList<>();
        states.add(new StallReport.Rank(0, host, activity.ask(timing.asking().toNanos())));
        for (int rank = 1; rank < guests.length; rank++) {
            states.add(new StallReport.Rank(rank, joined.get(rank).host, state(guests[rank])));
        }
        return states;
    }

    private static String state(Guest guest) {
        if (guest == null) {
            return "has no lifeline, so nothing is known of it";
        }
        return guest.gone ? "has ended" : guest.answer != null ? guest.answer : guest.doing + ": does not answer";
    }

    @Override
    void tell(Frame.Kind kind, String reason, Throwable cause) {
        happened(kind == Frame.Kind.FAILED ? Verdict.failed(0, host, reason, cause) : Verdict.ending(0, host, reason));
    }

    @Override
    void leave() {
        leaveAt = System.nanoTime() + timing.silence().toNanos();
    }

    private void leaveWhenDone(long now) {
        boolean done = outcome.isDecided() || present().findAny().isEmpty();
        if (done || now >= leaveAt) {
            Arrays.stream(guests).filter(Objects::nonNull).forEach(guest -> guest.line.send(Frame.of(Frame.Kind.GOODBYE)));
            stop();
        }
    }
}
