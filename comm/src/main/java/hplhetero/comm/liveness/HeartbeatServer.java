package hplhetero.comm.liveness;

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
 * Rank 0's end of all failure detectors. It listens only until all ranks have joined; from then on a line that closes without a
 * goodbye, or on which nothing is heard, means that its rank is lost. It decides why the run ended and tells all. Owner: the
 * loop's thread.
 */
final class HeartbeatServer extends HeartbeatLoop {
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
    private final BootstrapAddress bootstrapAddress;
    /** By rank; null: rank 0 itself, or a rank without a line. */
    private final MemberConnection[] members;
    private final Watchdog watchdog;
    private List<Joined> joined = List.of();
    private AbortCause candidate;
    private long settleAt = Long.MAX_VALUE;
    private long scanAt = System.nanoTime();
    private long answersUntil = Long.MAX_VALUE;
    private long leaveAt = Long.MAX_VALUE;

    HeartbeatServer(int ranks, String host, Activity activity, Duration stallTimeout, HeartbeatTiming timing, RunOutcome outcome)
            throws IOException {
        super(timing, outcome);
        this.host = host;
        this.activity = activity;
        this.members = new MemberConnection[ranks];
        this.watchdog = new Watchdog(ranks, stallTimeout, System.nanoTime());
        this.server = ServerSocketChannel.open().bind(new InetSocketAddress(0), BACKLOG);
        server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
        this.bootstrapAddress = BootstrapAddress.here(host, server.socket().getLocalPort());
    }

    BootstrapAddress bootstrapAddress() {
        return bootstrapAddress;
    }

    /** All ranks have joined that can, or so it was said: from now on nobody else may. */
    void arm(List<Joined> all) {
        joined = all;
        closeDoor();
        for (int rank = 1; rank < members.length; rank++) {
            if (members[rank] != null) {
                members[rank].heard = System.nanoTime();
            } else if (all.get(rank).connected()) {
                happened(AbortCause.died(rank, all.get(rank).host, MemberConnection.STARTING));
            }
        }
    }

    private boolean isArmed() {
        return !joined.isEmpty();
    }

    private void closeDoor() {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof MemberConnection member && member.rank < 0) {
                member.line.close();
            }
        }
        try {
            server.close();
        } catch (IOException e) {
            happened(AbortCause.failed(0, host, "the port of the lifelines cannot be closed: " + e.getMessage(), e));
        }
    }

    @Override
    void ready(SelectionKey key) {
        if (!(key.attachment() instanceof MemberConnection member)) {
            accept();
            return;
        }
        if (key.isWritable()) {
            member.line.flush();
        }
        if (key.isValid() && key.isReadable() && !member.line.read(frame -> received(member, frame))) {
            lost(member);
        }
    }

    /** One that cannot be accepted has no line, and says so when joining ends. */
    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                MemberConnection member = new MemberConnection();
                member.line = new FrameChannel(channel, selector, member);
            }
        } catch (IOException e) {
            System.getLogger(HeartbeatServer.class.getName()).log(System.Logger.Level.DEBUG, "lifeline not accepted", e);
        }
    }

    private void received(MemberConnection member, Frame frame) {
        if (member.rank < 0) {
            joins(member, frame);
            return;
        }
        member.heard = System.nanoTime();
        switch (frame.kind()) {
            case BEAT -> beat(member, frame);
            case FAILED -> {
                member.saidWhy = true;
                happened(AbortCause.failed(member.rank, member.host, frame.text(), null));
            }
            case ENDING -> {
                member.saidWhy = true;
                happened(AbortCause.ending(member.rank, member.host, frame.text()));
            }
            case ANSWER -> member.answer = frame.text();
            case GOODBYE -> member.gone = true;
            default -> throw new IllegalArgumentException("a rank sent " + frame.kind());
        }
    }

    private void joins(MemberConnection member, Frame frame) {
        boolean rightful = !isArmed() && frame.kind() == Frame.Kind.JOIN
                && frame.number() > 0 && frame.number() < members.length && frame.text().contains("\n")
                && isToken(frame.text().substring(0, frame.text().indexOf('\n')));
        if (!rightful) {
            member.line.close();
            return;
        }
        member.rank = (int) frame.number();
        member.host = frame.text().substring(frame.text().indexOf('\n') + 1);
        member.heard = System.nanoTime();
        members[member.rank] = member;
        member.line.send(new Frame(Frame.Kind.WELCOME, 0, bootstrapAddress.token()));
        if (outcome.isDecided()) {
            member.line.send(candidate.frame());
        }
    }

    private boolean isToken(String text) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8),
                bootstrapAddress.token().getBytes(StandardCharsets.UTF_8));
    }

    private void beat(MemberConnection member, Frame beat) {
        watchdog.heard(member.rank, beat.number(), member.heard);
        member.doing = beat.text();
        member.line.send(new Frame(Frame.Kind.HEARD, 0, activity.text()));
    }

    /** Before all have joined, a rank may have given up one address for another. */
    private void lost(MemberConnection member) {
        member.line.close();
        boolean current = member.rank > 0 && members[member.rank] == member;
        if (current && member.isGuarded()) {
            if (isArmed()) {
                happened(AbortCause.died(member.rank, member.host, member.doing));
            } else {
                members[member.rank] = null;
            }
        }
        member.gone = true;
    }

    /** A failure may be the consequence of a death that is heard of a moment later; a death is none of anything. */
    private void happened(AbortCause cause) {
        if (candidate == null || cause.kind().compareTo(candidate.kind()) < 0) {
            settleAt = Math.min(settleAt, System.nanoTime() + timing.settle().toNanos());
            candidate = cause;
        }
        if (candidate.kind() == AbortCause.Kind.DIED || candidate.kind() == AbortCause.Kind.STALLED) {
            settle();
        }
    }

    private void settle() {
        settleAt = Long.MAX_VALUE;
        if (!outcome.isDecided()) {
            outcome.decide(candidate, false);
            present().forEach(member -> member.line.send(candidate.frame()));
        }
    }

    private Stream<MemberConnection> present() {
        return Arrays.stream(members).filter(Objects::nonNull).filter(member -> !member.gone);
    }

    @Override
    void paused(long nanos) {
        watchdog.paused(nanos);
        present().forEach(member -> member.heard += nanos);
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
        for (MemberConnection member : members) {
            if (member != null && member.isGuarded() && now - member.heard >= timing.silence().toNanos()) {
                happened(AbortCause.silent(member.rank, member.host, member.doing, timing.silence()));
                return;
            }
        }
        watchdog.heard(0, activity.ticks(), now);
        if (!watchdog.stalled(now)) {
            answersUntil = Long.MAX_VALUE;
        } else if (answersUntil == Long.MAX_VALUE) {
            answersUntil = now + timing.answers().toNanos();
            present().forEach(HeartbeatServer::ask);
        } else if (now >= answersUntil || present().allMatch(member -> member.answer != null)) {
            happened(AbortCause.stalled(StallReport.of(watchdog.timeout(), states())));
        }
    }

    private static void ask(MemberConnection member) {
        member.answer = null;
        member.line.send(Frame.of(Frame.Kind.TELL));
    }

    private List<StallReport.Rank> states() {
        List<StallReport.Rank> states = new ArrayList<>();
        states.add(new StallReport.Rank(0, host, activity.ask(timing.asking().toNanos())));
        for (int rank = 1; rank < members.length; rank++) {
            states.add(new StallReport.Rank(rank, joined.get(rank).host, state(members[rank])));
        }
        return states;
    }

    private static String state(MemberConnection member) {
        if (member == null) {
            return "has no lifeline, so nothing is known of it";
        }
        return member.gone ? "has ended" : member.answer != null ? member.answer : member.doing + ": does not answer";
    }

    @Override
    void tell(Frame.Kind kind, String reason, Throwable cause) {
        happened(kind == Frame.Kind.FAILED ? AbortCause.failed(0, host, reason, cause) : AbortCause.ending(0, host, reason));
    }

    @Override
    void leave() {
        leaveAt = System.nanoTime() + timing.silence().toNanos();
    }

    private void leaveWhenDone(long now) {
        boolean done = outcome.isDecided() || present().findAny().isEmpty();
        if (done || now >= leaveAt) {
            Arrays.stream(members).filter(Objects::nonNull).forEach(member -> member.line.send(Frame.of(Frame.Kind.GOODBYE)));
            stop();
        }
    }
}
