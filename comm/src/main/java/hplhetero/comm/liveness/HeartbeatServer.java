package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.LivenessTimeouts;
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
 * Rank 0's end of the connections from all other ranks. It listens only until all ranks have joined. From then on, a rank whose connection
 * closes without a goodbye, or of which nothing is heard, counts as lost. It decides why the run ended and tells all ranks. Owner: the
 * thread of this loop.
 */
final class HeartbeatServer extends HeartbeatLoop {
    /** The number of connections that may wait to be accepted. */
    private static final int BACKLOG = 4_096;

    /**
     * What is known of a rank when joining ends.
     *
     * @param host    the name of the rank's host
     * @param failure why the rank has no connection; empty: it has one
     */
    record Joined(String host, String failure) {
        /** Returns whether the rank has a connection. */
        boolean connected() {
            return failure.isEmpty();
        }
    }

    /** The name of rank 0's host. */
    private final String host;
    private final Activity activity;
    private final JobToken token = JobToken.fresh();
    private final List<ServerSocketChannel> servers = new ArrayList<>();
    private final BootstrapAddress bootstrapAddress;
    /** The connection of each rank, indexed by rank; null: rank 0 itself, or a rank without a connection. */
    private final MemberConnection[] members;
    private final Watchdog watchdog;
    private final LivenessTimeouts timeouts;
    /** What is known of each rank since joining has ended, indexed by rank; empty: ranks still join. */
    private List<Joined> joined = List.of();
    /** The ranks whose connections closed before all ranks had joined; some may have come back by another address. */
    private final List<MemberConnection> lostWhileJoining = new ArrayList<>();
    /** The cause of the run's end as far as known; null: the run goes on. */
    private AbortCause candidate;
    /** The ranks that are taken for dead, in order, until the cause is settled; for people. */
    private final List<String> deaths = new ArrayList<>();
    /**
     * The time at which {@link #candidate} becomes the cause, by {@link System#nanoTime}; {@link Long#MAX_VALUE}: there is none to settle.
     */
    private long settleAt = Long.MAX_VALUE;
    /** The time at which connections are accepted again, by {@link System#nanoTime}; {@link Long#MAX_VALUE}: accepting is not suspended. */
    private long acceptAt = Long.MAX_VALUE;
    /** The time of the next look at all ranks, by {@link System#nanoTime}. */
    private long scanAt = System.nanoTime();
    /** The time until which ranks may answer what they wait for, by {@link System#nanoTime}; {@link Long#MAX_VALUE}: nobody was asked. */
    private long answersUntil = Long.MAX_VALUE;
    /**
     * The time at which this loop ends without the others' goodbyes, by {@link System#nanoTime}; {@link Long#MAX_VALUE}: rank 0 does not
     * leave yet.
     */
    private long leaveAt = Long.MAX_VALUE;

    /**
     * Opens the ports at which the other ranks can connect.
     *
     * @param hosts the host of each rank, indexed by rank
     * @throws IOException when a port cannot be opened
     */
    HeartbeatServer(List<RankHost> hosts, Activity activity, LivenessTimeouts timeouts, HeartbeatTiming timing, RunOutcome outcome)
            throws IOException {
        super(timing, outcome);
        this.host = hosts.getFirst().host();
        this.activity = activity;
        this.members = new MemberConnection[hosts.size()];
        this.timeouts = timeouts;
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

    /** Returns where the other ranks can connect, and the token of their connections. */
    BootstrapAddress bootstrapAddress() {
        return bootstrapAddress;
    }

    /**
     * Ends the joining: all ranks have joined that can, by what they told, and no other connection is accepted from now on. A rank that
     * told of a connection and has none any more counts as dead.
     *
     * @param all what each rank told, indexed by rank
     */
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

    /** Returns whether joining has ended. */
    private boolean isMonitoring() {
        return !joined.isEmpty();
    }

    /** Closes the ports, and the connections that have not joined. */
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

    /** Takes new connections. When a connection cannot be taken, because too many files are open, the server tries again a moment later. */
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

    /**
     * Makes the ports wait for connections, or stops them from waiting.
     *
     * @param operations {@link SelectionKey#OP_ACCEPT}, or 0
     */
    private void listen(int operations) {
        acceptAt = Long.MAX_VALUE;
        for (ServerSocketChannel server : servers) {
            SelectionKey key = server.keyFor(selector);
            if (key != null && key.isValid()) {
                key.interestOps(operations);
            }
        }
    }

    /** Handles a frame of a connection. */
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

    /** Takes a rank in whose connection has sent its first frame, or closes the connection. */
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

    /** Notes a heartbeat, and answers it. */
    private void beat(MemberConnection member, Frame beat) {
        watchdog.heard(member.rank, beat.number(), member.lastHeard);
        member.activityText = beat.text();
        member.channel.send(new Frame(Frame.Kind.HEARTBEAT_REPLY, silence().toMillis(), activity.text()));
    }

    /**
     * Handles a connection that is lost. Before all ranks have joined, a rank may have given up one address for another, so it does not
     * count as dead.
     */
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

    /** Notes that a rank is taken for dead. */
    private void dead(MemberConnection member, AbortCause cause) {
        deaths.add("rank " + member.rank + " on " + member.host);
        propose(cause);
    }

    /**
     * Takes a cause for the run's end. A stall is settled at once, any other cause a moment later: a failure may be the consequence of a
     * death that becomes known only then, and a death the consequence of another death. All deaths are told.
     */
    private void propose(AbortCause cause) {
        if (candidate == null || cause.kind().compareTo(candidate.kind()) < 0) {
            settleAt = Math.min(settleAt, System.nanoTime() + timing.settle().toNanos());
            candidate = cause;
        }
        if (candidate.kind() == AbortCause.Kind.STALLED) {
            settle();
        }
    }

    /** Decides that the candidate is the cause, and tells all ranks. */
    private void settle() {
        settleAt = Long.MAX_VALUE;
        if (!outcome.isDecided()) {
            candidate = candidate.with(deaths);
            outcome.decide(candidate, false);
            present().forEach(member -> member.channel.send(candidate.frame()));
        }
    }

    /** Returns the connections of the ranks that have not left. */
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

    /** Returns how long nothing may be heard of a rank. */
    private Duration silence() {
        return timeouts.silence(activity.predicted());
    }

    /**
     * Looks at all ranks: for one of which nothing was heard for too long, and for a stall of all of them. On a stall, the ranks are first
     * asked what they wait for.
     */
    private void scan(long now) {
        Duration stall = timeouts.stall(activity.predicted());
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

    /** Asks a rank what it waits for. */
    private static void ask(MemberConnection member) {
        member.answer = null;
        member.channel.send(Frame.of(Frame.Kind.QUERY));
    }

    /** Returns what each rank said that it waits for, indexed by rank. */
    private List<StallReport.Rank> states() {
        List<StallReport.Rank> states = new ArrayList<>();
        states.add(new StallReport.Rank(0, host, activity.ask(timing.asking().toNanos())));
        for (int rank = 1; rank < members.length; rank++) {
            states.add(new StallReport.Rank(rank, joined.get(rank).host, state(members[rank])));
        }
        return states;
    }

    /** Returns what a rank said that it waits for, or what is known of it, for people. */
    private static String state(MemberConnection member) {
        if (member == null) {
            return "has no heartbeat connection, so nothing is known about this rank";
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

    /** Says goodbye to all ranks and ends the loop, when all others have said goodbye, or the run has ended, or time is up. */
    private void leaveWhenDone(long now) {
        boolean done = outcome.isDecided() || present().findAny().isEmpty();
        if (done || now >= leaveAt) {
            Arrays.stream(members).filter(Objects::nonNull).forEach(member -> member.channel.send(Frame.of(Frame.Kind.GOODBYE)));
            stop();
        }
    }
}
