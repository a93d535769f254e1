package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.Patience;
import hplhetero.comm.session.JobToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Rank 0's end of the connections from all other ranks. It listens only until all have joined; from then on a connection that
 * closes without a goodbye, or on which nothing is heard, means that its rank is lost. It decides why the run ended and tells
 * all. Owner: the loop's thread.
 */
final class HeartbeatServer extends HeartbeatLoop {
    private static final int BACKLOG = 4_096;

    /**
     * What is known of a rank when joining ends.
     *
     * @param failure why it has no connection; empty: it has one
     */
    record Joined(String host, String failure) {
        boolean connected() {
            return failure.isEmpty();
        }
    }

    private final String host;
    private final Activity activity;
    private final JobToken token = JobToken.fresh();
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final BootstrapAddress bootstrapAddress;
    /** By rank; null: rank 0 itself, or a rank without a connection. */
    private final MemberConnection[] members;
    private final Watchdog watchdog;
    private final Patience patience;
    private List<Joined> joined = List.of();
    /** Ranks whose connections have closed before all had joined; some may have come back by another address. */
    private final List<MemberConnection> lostWhileJoining = new ArrayList<>();
    private AbortCause candidate;
    /** Ranks that are taken for dead, in this order, until the cause is settled. */
    private final List<String> deaths = new ArrayList<>();
    private long settleAt = Long.MAX_VALUE;
    private long acceptAt = Long.MAX_VALUE;
    private long scanAt = System.nanoTime();
    private long answersUntil = Long.MAX_VALUE;
    private long leaveAt = Long.MAX_VALUE;

    /** Opens the ports. @param hosts the host of each rank, by rank */
    HeartbeatServer(List<RankHost> hosts, Activity activity, Patience patience, HeartbeatTiming timing, RunOutcome outcome)
            throws IOException {
        super(timing, outcome);
        this.host = hosts.getFirst().host();
        this.activity = activity;
        this.members = new MemberConnection[hosts.size()];
        this.patience = patience;
        this.watchdog = new Watchdog(hosts.size(), System.nanoTime());
        List<InetSocketAddress> ports = new ArrayList<>();
        for (InetAddress address : RankHost.towardsAll(host, hosts)) {
            ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(address, 0), BACKLOG);
            server.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
            servers.add(server);
            ports.add(new InetSocketAddress(address, server.socket().getLocalPort()));
        }
        this.bootstrapAddress = new BootstrapAddress(host, token, ports);
    }

    BootstrapAddress bootstrapAddress() {
        return bootstrapAddress;
    }

    /** All ranks have joined that can, or so it was said: from now on nobody else may. */
    void startMonitoring(List<Joined> all) {
        joined = all;
        stopAccepting();
        for (int rank = 1; rank < members.length; rank++) {
            if (members[rank] != null) {
                members[rank].lastHeard = System.nanoTime();
            } else if (all.get(rank).connected()) {
                propose(AbortCause.died(rank, all.get(rank).host, MemberConnection.STARTING));
            }
        }
    }

    private boolean isMonitoring() {
        return !joined.isEmpty();
    }

    private void stopAccepting() {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof MemberConnection member && member.rank < 0) {
                member.channel.close();
            }
        }
        try {
            for (ServerSocketChannel server : servers) {
                server.close();
            }
        } catch (IOException e) {
            propose(AbortCause.failed(0, host, "the port of the heartbeats cannot be closed: " + e.getMessage(), e));
        }
    }

    @Override
    void ready(SelectionKey key) {
        if (!(key.attachment() instanceof MemberConnection member)) {
            accept((ServerSocketChannel) key.channel());
            return;
        }
        if (key.isWritable()) {
            member.channel.flush();
        }
        if (key.isValid() && key.isReadable() && !member.channel.read(frame -> received(member, frame))) {
            lost(member);
        }
    }

    /** Takes new connections. Where none can be had, as too many files are open, it is tried again a moment later. */
    private void accept(ServerSocketChannel server) {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                MemberConnection member = new MemberConnection();
                member.channel = new FrameChannel(channel, token, selector, member);
            }
        } catch (IOException e) {
            System.getLogger(HeartbeatServer.class.getName()).log(System.Logger.Level.DEBUG, "heartbeat connection not accepted", e);
            listen(0);
            acceptAt = System.nanoTime() + timing.scan().toNanos();
        }
    }

    /** Has the ports wait for connections, or not. @param operations {@link SelectionKey#OP_ACCEPT}, or 0 */
    private void listen(int operations) {
        acceptAt = Long.MAX_VALUE;
        for (ServerSocketChannel server : servers) {
            SelectionKey key = server.keyFor(selector);
            if (key != null && key.isValid()) {
                key.interestOps(operations);
            }
        }
    }

    private void received(MemberConnection member, Frame frame) {
        if (member.rank < 0) {
            joins(member, frame);
            return;
        }
        member.lastHeard = System.nanoTime();
        switch (frame.kind()) {
            case HEARTBEAT -> beat(member, frame);
            case FAILED -> {
                member.endAnnounced = true;
                propose(AbortCause.failed(member.rank, member.host, frame.text(), null));
            }
            case ENDING -> {
                member.endAnnounced = true;
                propose(AbortCause.ending(member.rank, member.host, frame.text()));
            }
            case ANSWER -> member.answer = frame.text();
            case GOODBYE -> member.gone = true;
            default -> throw new IllegalArgumentException("a rank sent " + frame.kind());
        }
    }

    private void joins(MemberConnection member, Frame frame) {
        boolean valid = !isMonitoring() && frame.kind() == Frame.Kind.JOIN && frame.number() > 0 && frame.number() < members.length;
        if (!valid) {
            member.channel.close();
            return;
        }
        member.rank = (int) frame.number();
        member.host = frame.text();
        member.lastHeard = System.nanoTime();
        members[member.rank] = member;
        member.channel.send(Frame.of(Frame.Kind.WELCOME));
        if (outcome.isDecided()) {
            member.channel.send(candidate.frame());
        }
    }

    private void beat(MemberConnection member, Frame beat) {
        watchdog.heard(member.rank, beat.number(), member.lastHeard);
        member.activityText = beat.text();
        member.channel.send(new Frame(Frame.Kind.HEARTBEAT_REPLY, silence().toMillis(), activity.text()));
    }

    /** Before all have joined, a rank may have given up one address for another. */
    private void lost(MemberConnection member) {
        member.channel.close();
        boolean current = member.rank > 0 && members[member.rank] == member;
        if (current && member.isMonitored()) {
            if (isMonitoring()) {
                dead(member, AbortCause.died(member.rank, member.host, member.activityText));
            } else {
                members[member.rank] = null;
                lostWhileJoining.add(member);
            }
        }
        member.gone = true;
    }

    private void dead(MemberConnection member, AbortCause cause) {
        deaths.add("rank " + member.rank + " on " + member.host);
        propose(cause);
    }

    /** A failure may be the consequence of a death that is heard of a moment later, and a death that of another: all are told. */
    private void propose(AbortCause cause) {
        if (candidate == null || cause.kind().compareTo(candidate.kind()) < 0) {
            settleAt = Math.min(settleAt, System.nanoTime() + timing.settle().toNanos());
            candidate = cause;
        }
        if (candidate.kind() == AbortCause.Kind.STALLED) {
            settle();
        }
    }

    private void settle() {
        settleAt = Long.MAX_VALUE;
        if (!outcome.isDecided()) {
            candidate = candidate.with(deaths);
            outcome.decide(candidate, false);
            present().forEach(member -> member.channel.send(candidate.frame()));
        }
    }

    private Stream<MemberConnection> present() {
        return Arrays.stream(members).filter(Objects::nonNull).filter(member -> !member.gone);
    }

    @Override
    void paused(long nanos) {
        watchdog.paused(nanos);
        present().forEach(member -> member.lastHeard += nanos);
    }

    @Override
    long due() {
        return Math.min(Math.min(settleAt, scanAt), acceptAt);
    }

    @Override
    void tick(long now) {
        if (now >= settleAt) {
            settle();
        }
        if (now >= acceptAt) {
            listen(SelectionKey.OP_ACCEPT);
        }
        if (now >= scanAt) {
            scanAt = now + timing.scan().toNanos();
            if (isMonitoring() && candidate == null) {
                scan(now);
            }
        }
        if (leaveAt != Long.MAX_VALUE) {
            leaveWhenDone(now);
        }
    }

    private Duration silence() {
        return patience.silence(activity.predicted());
    }

    private void scan(long now) {
        Duration stall = patience.stall(activity.predicted());
        for (MemberConnection member : members) {
            if (member != null && member.isMonitored() && now - member.lastHeard >= silence().toNanos()) {
                dead(member, AbortCause.silent(member.rank, member.host, member.activityText, silence()));
                return;
            }
        }
        watchdog.heard(0, activity.ticks(), now);
        if (!watchdog.stalled(stall, now)) {
            answersUntil = Long.MAX_VALUE;
        } else if (answersUntil == Long.MAX_VALUE) {
            answersUntil = now + timing.answers().toNanos();
            present().forEach(HeartbeatServer::ask);
        } else if (now >= answersUntil || present().allMatch(member -> member.answer != null)) {
            propose(AbortCause.stalled(StallReport.of(stall, states())));
        }
    }

    private static void ask(MemberConnection member) {
        member.answer = null;
        member.channel.send(Frame.of(Frame.Kind.QUERY));
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
            return "has no heartbeat connection, so nothing is known of it";
        }
        return member.gone ? "has ended" : member.answer != null ? member.answer : member.activityText + ": does not answer";
    }

    @Override
    void announce(Frame.Kind kind, String reason, Throwable cause) {
        lostWhileJoining.stream().filter(member -> members[member.rank] == null).findFirst()
                .ifPresent(member -> propose(AbortCause.died(member.rank, member.host, member.activityText)));
        propose(kind == Frame.Kind.FAILED ? AbortCause.failed(0, host, reason, cause) : AbortCause.ending(0, host, reason));
    }

    @Override
    void leave() {
        leaveAt = System.nanoTime() + timing.goodbyes().toNanos();
    }

    private void leaveWhenDone(long now) {
        boolean done = outcome.isDecided() || present().findAny().isEmpty();
        if (done || now >= leaveAt) {
            Arrays.stream(members).filter(Objects::nonNull).forEach(member -> member.channel.send(Frame.of(Frame.Kind.GOODBYE)));
            stop();
        }
    }
}
