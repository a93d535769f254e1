package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Patience;
import hplhetero.comm.TransportOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A connection beside the transport, from each rank's process to rank 0's, over which all learn within a second that the run
 * has ended and why, whatever the transport itself is able to say: for transports whose ranks are processes, one rank each.
 *
 * <p>How it is used, by the rank's thread but for {@link #failure}:
 * <pre>
 *   FailureDetector detector = FailureDetector.join(world, options);
 *   try {
 *       ... rankMain ...                         // each poll: detector.requireAlive()
 *   } catch (Throwable thrown) {
 *       throw detector.abort(thrown);
 *   } finally {
 *       detector.close();
 *   }
 * </pre>
 *
 * <p>What ends a run: a rank's connection closes without a goodbye, or is silent for longer than {@link Patience#silence}; a rank calls
 * {@link #abort}; a rank's process is told to end by a signal; no rank advances for {@link Patience#stall}. Rank 0 decides what was first
 * (a death before its consequences) and tells all. When rank 0 itself is lost, each rank finds that out alone.
 *
 * <p>A rank that does not poll for 0.7 s after that, because it computes or sits in a call of the transport that does not
 * return, is ended through {@link TransportOptions#onFatalFailure}, called from the failure detector's thread. Who prints:
 * {@link CommException#isToldByRank0}.
 *
 * <p>The frames: {@link Frame}. Limits and costs: docs/decisions/0015.
 */
public final class FailureDetector implements AutoCloseable {
    private final int rank;
    private final String host;
    private final HeartbeatTiming timing;
    private final RunOutcome outcome;
    /** Null: this rank could not connect. */
    private final HeartbeatLoop loop;
    private final List<String> notes;
    private final Thread hook = new Thread(this::processEnds, "heartbeat-shutdown");
    /** Set by the rank's thread before it begins to tell of its failure, which itself may fail when memory has run out. */
    private volatile boolean aborting;

    private FailureDetector(int rank, String host, HeartbeatTiming timing, RunOutcome outcome, HeartbeatLoop loop, List<String> notes) {
        this.rank = rank;
        this.host = host;
        this.timing = timing;
        this.outcome = outcome;
        this.loop = loop;
        this.notes = List.copyOf(notes);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException ending) {
            processEnds();
        }
    }

    /**
     * Connects all ranks with rank 0 and begins to watch them. Collective over {@code world}, which has no other messages in
     * flight. A rank that cannot connect joins all the same: {@link #notes} on rank 0 names it, and it has only what the
     * transport itself notices.
     *
     * @param options of which the patience (rank 0's counts) and the call at a fatal failure are used
     * @throws CommException when rank 0 can open no socket, on all ranks
     */
    public static FailureDetector join(Communicator world, TransportOptions options) {
        return join(Bootstrap.over(world), world.activity(), options, HeartbeatTiming.USUAL);
    }

    static FailureDetector join(Bootstrap bootstrap, Activity activity, TransportOptions options, HeartbeatTiming timing) {
        RunOutcome outcome = new RunOutcome(timing, options.onFatalFailure());
        List<RankHost> hosts = bootstrap.gather(new String(RankHost.here(bootstrap.hostName()).encoded(), StandardCharsets.UTF_8)).stream()
                .map(text -> RankHost.decoded(text.getBytes(StandardCharsets.UTF_8))).toList();
        return bootstrap.rank() == 0 ? lead(bootstrap, hosts, activity, options.patience(), timing, outcome)
                : follow(bootstrap, activity, options.patience(), timing, outcome);
    }

    private static FailureDetector lead(Bootstrap bootstrap, List<RankHost> hosts, Activity activity, Patience patience,
            HeartbeatTiming timing, RunOutcome outcome) {
        HeartbeatServer server;
        try {
            server = new HeartbeatServer(hosts, activity, patience, timing, outcome);
        } catch (IOException e) {
            bootstrap.broadcast("");
            throw noSocket(bootstrap.hostName(), e);
        }
        server.start();
        List<HeartbeatServer.Joined> joined;
        try {
            bootstrap.broadcast(server.bootstrapAddress().encoded());
            joined = bootstrap.gather(bootstrap.hostName() + '\n').stream().map(FailureDetector::joined).toList();
        } catch (CommException lost) {
            throw ended(bootstrap, server, outcome, lost);
        }
        server.post(() -> server.startMonitoring(joined));
        return new FailureDetector(0, bootstrap.hostName(), timing, outcome, server, notes(joined));
    }

    /** A rank has died while others still join: those that have joined tell each other by the failure detector, as later. */
    private static CommException ended(Bootstrap bootstrap, HeartbeatLoop loop, RunOutcome outcome, CommException lost) {
        String reason = CommException.reason(lost);
        loop.post(() -> loop.announce(Frame.Kind.FAILED, reason, lost));
        outcome.awaitDecision(loop.timing.settle().multipliedBy(5));
        outcome.decide(AbortCause.failed(bootstrap.rank(), bootstrap.hostName(), reason, lost), false);
        outcome.notice();
        return outcome.exception();
    }

    private static HeartbeatServer.Joined joined(String text) {
        int end = text.indexOf('\n');
        return new HeartbeatServer.Joined(text.substring(0, end), text.substring(end + 1));
    }

    private static List<String> notes(List<HeartbeatServer.Joined> joined) {
        return IntStream.range(0, joined.size()).filter(rank -> !joined.get(rank).connected())
                .mapToObj(rank -> "rank " + rank + " on " + joined.get(rank).host()
                        + " cannot connect to rank 0 beside the transport (" + joined.get(rank).failure()
                        + "), so its end may go unnoticed: allow TCP between the hosts").toList();
    }

    private static FailureDetector follow(Bootstrap bootstrap, Activity activity, Patience patience, HeartbeatTiming timing,
            RunOutcome outcome) {
        String text = bootstrap.broadcast("");
        if (text.isEmpty()) {
            throw CommException.toldByRank0("rank 0 can open no socket for the heartbeats");
        }
        BootstrapAddress bootstrapAddress = BootstrapAddress.decoded(text);
        HeartbeatClient.Connection connection = HeartbeatClient.connect(bootstrapAddress, bootstrap.rank(), bootstrap.hostName(), timing);
        HeartbeatLoop loop = null;
        if (connection.isMade()) {
            loop = client(bootstrap, activity, patience, timing, outcome, bootstrapAddress.host(), connection);
            loop.start();
        }
        try {
            bootstrap.gather(bootstrap.hostName() + '\n' + connection.failure());
        } catch (CommException lost) {
            throw loop == null ? lost : ended(bootstrap, loop, outcome, lost);
        }
        return new FailureDetector(bootstrap.rank(), bootstrap.hostName(), timing, outcome, loop, List.of());
    }

    private static HeartbeatClient client(Bootstrap bootstrap, Activity activity, Patience patience, HeartbeatTiming timing,
            RunOutcome outcome, String serverHost, HeartbeatClient.Connection connection) {
        try {
            return new HeartbeatClient(bootstrap.rank(), bootstrap.hostName(), serverHost, connection, activity,
                    patience.silence(Duration.ZERO), timing, outcome);
        } catch (IOException e) {
            throw noSocket(bootstrap.hostName(), e);
        }
    }

    private static CommException noSocket(String host, IOException cause) {
        return new CommException("no socket for the heartbeats on " + host + ": " + cause.getMessage(), cause);
    }

    /**
     * Goes on when the run does; for polls: one volatile read.
     *
     * @throws CommException when the run has ended
     */
    public void requireAlive() {
        outcome.requireAlive();
    }

    /** Why the run has ended, if it has. From any thread. */
    public Optional<String> failure() {
        return outcome.text();
    }

    /** What people should know of ranks that could not connect; on rank 0. */
    public List<String> notes() {
        return notes;
    }

    /** Ends the run for all ranks because of what this rank threw, as {@link #abort(String, Throwable)}, also when memory has run out. */
    public CommException abort(Throwable thrown) {
        aborting = true;
        if (loop != null) {
            loop.giveUpReserve();
        }
        return abort(CommException.reason(thrown), thrown);
    }

    /**
     * Ends the run for all ranks, unless it has ended already. Takes up to half a second, until rank 0 has said what was the
     * first cause. Not collective.
     *
     * @param reason to which rank and host are added
     * @return what to throw: tells of the first failure, which may be another rank's
     */
    public CommException abort(String reason, Throwable cause) {
        end(Frame.Kind.FAILED, reason, cause);
        outcome.decide(AbortCause.failed(rank, host, reason, cause), false);
        outcome.notice();
        return outcome.exception();
    }

    private void end(Frame.Kind kind, String reason, Throwable cause) {
        if (loop != null && !outcome.isDecided()) {
            loop.giveUpReserve();
            loop.post(() -> loop.announce(kind, reason, cause));
            outcome.awaitDecision(timing.settle().multipliedBy(5));
        }
    }

    /**
     * The JVM ends before this rank has come to its end, or after a failure: launchers end all processes by a signal when one
     * has died, and whoever is to say why must get to it before.
     */
    private void processEnds() {
        outcome.processEnds();
        end(Frame.Kind.ENDING, "its process ends, by a signal or an exit in the middle of the run", null);
        if (loop != null && outcome.isWorthReporting()) {
            loop.wake();
            outcome.awaitReport(timing.shutdown());
        }
    }

    /**
     * Says goodbye, and returns when all ranks have: from then on none uses the transport. Returns within 5 s also when one
     * does not come, and at once when the run has failed.
     */
    @Override
    public void close() {
        close(() -> { });
    }

    /** The same. @param meanwhile is called again and again until it returns */
    public void close(Runnable meanwhile) {
        outcome.close();
        // a rank that had no memory left to tell of its failure says no goodbye: the others notice that its connection closes
        if (loop != null && (!aborting || outcome.isDecided())) {
            loop.post(loop::leave);
            loop.join(timing.goodbyes().plus(timing.shutdown()), meanwhile);
        }
        if (!outcome.isDecided()) {
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the hook runs already, and finds nothing to do
        }
    }
}
