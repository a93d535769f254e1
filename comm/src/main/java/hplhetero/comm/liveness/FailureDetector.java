package hplhetero.comm.liveness;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.TransportOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The failure detector of one rank: a connection beside the transport, from each rank's process to the process of rank 0. Over these
 * connections all ranks learn within a second that the run has ended and why, whatever the transport itself is able to tell. For transports
 * whose ranks are processes, one rank each.
 *
 * <p>The rank's thread makes all calls except {@link #failure}, which any thread may call:
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
 * <p>A run ends when one of these happens: a rank's connection closes without a goodbye, or is silent for longer than
 * {@link LivenessTimeouts#silence}; a rank calls {@link #abort}; a rank's process is told to end by a signal; no rank advances for
 * {@link LivenessTimeouts#stall}. Rank 0 decides what happened first (a death before its consequences) and tells all ranks. When rank 0
 * itself is lost, each rank finds that out alone.
 *
 * <p>A rank that does not poll within 0.7 s of the run's end, because it computes or sits in a call of the transport that does not return,
 * is ended through {@link TransportOptions#onFatalFailure}, called from the failure detector's thread. {@link CommException#isToldByRank0}
 * tells who prints the cause.
 *
 * <p>{@link Frame} has the layout of the messages. docs/decisions/0015 has limits and costs.
 */
public final class FailureDetector implements AutoCloseable {
    private final int rank;
    private final String host;
    private final HeartbeatTiming timing;
    private final RunOutcome outcome;
    /** The thread that waits for frames; null: this rank could not connect. */
    private final HeartbeatLoop loop;
    /** What people should know of ranks that could not connect; empty except on rank 0. */
    private final List<String> notes;
    /** The thread that the JVM runs when it ends before {@link #close}. */
    private final Thread hook = new Thread(this::processEnds, "heartbeat-shutdown");
    /**
     * Whether this rank has failed. Set by the rank's thread before it begins to tell of its failure, which itself may fail when memory has
     * run out.
     */
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
     * Connects all ranks with rank 0 and begins to watch them. Collective over {@code world}, which has no other messages in flight. A rank
     * that cannot connect joins all the same: {@link #notes} on rank 0 names it, and it learns of a failure only by what the transport
     * itself notices.
     *
     * @param world   communicator of all ranks
     * @param options of these, two are used: how long the run waits for signs of life of a rank (what rank 0 is given counts for all), and
     *                what to call when the run has failed and this rank does not notice
     * @throws CommException when rank 0 can open no socket, on all ranks; or when a rank is lost meanwhile
     */
    public static FailureDetector join(Communicator world, TransportOptions options) {
        return join(Bootstrap.over(world), world.activity(), options, HeartbeatTiming.USUAL);
    }

    /**
     * Connects all ranks with rank 0, as {@link #join(Communicator, TransportOptions)} does, by any way to exchange addresses and with any
     * timing. Collective.
     *
     * @param bootstrap exchanges the addresses
     * @param activity  what this rank is doing at the moment
     * @param options   the timeouts (those of rank 0 count) and the call at a fatal failure are used
     * @param timing    how long to wait for each event
     */
    static FailureDetector join(Bootstrap bootstrap, Activity activity, TransportOptions options, HeartbeatTiming timing) {
        RunOutcome outcome = new RunOutcome(timing, options.onFatalFailure());
        List<RankHost> hosts = bootstrap.gather(new String(RankHost.here(bootstrap.hostName()).encoded(), StandardCharsets.UTF_8)).stream()
                .map(text -> RankHost.decoded(text.getBytes(StandardCharsets.UTF_8))).toList();
        return bootstrap.rank() == 0 ? lead(bootstrap, hosts, activity, options.timeouts(), timing, outcome)
                : follow(bootstrap, activity, options.timeouts(), timing, outcome);
    }

    /** Joins as rank 0: listens, tells its addresses, and hears who has connected. */
    private static FailureDetector lead(Bootstrap bootstrap, List<RankHost> hosts, Activity activity, LivenessTimeouts timeouts,
            HeartbeatTiming timing, RunOutcome outcome) {
        HeartbeatServer server;
        try {
            server = new HeartbeatServer(hosts, activity, timeouts, timing, outcome);
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

    /**
     * Returns the exception for a rank that died while others still join. The ranks that have joined tell each other by the failure
     * detector, as they do later in the run.
     */
    private static CommException ended(Bootstrap bootstrap, HeartbeatLoop loop, RunOutcome outcome, CommException lost) {
        String reason = CommException.reason(lost);
        outcome.notice();
        loop.post(() -> loop.announce(Frame.Kind.FAILED, reason, lost));
        outcome.awaitDecision(loop.timing.unwinding());
        outcome.decide(AbortCause.failed(bootstrap.rank(), bootstrap.hostName(), reason, lost), false);
        return outcome.exception();
    }

    /** Returns what a rank tells when it has joined or could not: its host, a line break, and why it has no connection. */
    private static HeartbeatServer.Joined joined(String text) {
        int end = text.indexOf('\n');
        return new HeartbeatServer.Joined(text.substring(0, end), text.substring(end + 1));
    }

    /** Returns a note, for people, on each rank that could not connect. */
    private static List<String> notes(List<HeartbeatServer.Joined> joined) {
        return IntStream.range(0, joined.size()).filter(rank -> !joined.get(rank).connected())
                .mapToObj(rank -> "rank " + rank + " on " + joined.get(rank).host()
                        + " has no heartbeat connection to rank 0 (" + joined.get(rank).failure()
                        + "), so nobody may notice when this rank ends: allow TCP between the hosts").toList();
    }

    /** Joins as a rank other than 0: learns rank 0's addresses, connects, and tells whether that worked. */
    private static FailureDetector follow(Bootstrap bootstrap, Activity activity, LivenessTimeouts timeouts, HeartbeatTiming timing,
            RunOutcome outcome) {
        String text = bootstrap.broadcast("");
        if (text.isEmpty()) {
            throw CommException.toldByRank0("rank 0 cannot open a socket for heartbeats");
        }
        BootstrapAddress bootstrapAddress = BootstrapAddress.decoded(text);
        HeartbeatClient.Connection connection = HeartbeatClient.connect(bootstrapAddress, bootstrap.rank(), bootstrap.hostName(), timing);
        HeartbeatLoop loop = null;
        if (connection.isMade()) {
            loop = client(bootstrap, activity, timeouts, timing, outcome, bootstrapAddress.host(), connection);
            loop.start();
        }
        try {
            bootstrap.gather(bootstrap.hostName() + '\n' + connection.failure());
        } catch (CommException lost) {
            throw loop == null ? lost : ended(bootstrap, loop, outcome, lost);
        }
        return new FailureDetector(bootstrap.rank(), bootstrap.hostName(), timing, outcome, loop, List.of());
    }

    /** Makes the thread beside the rank's own, for a connection that was made. */
    private static HeartbeatClient client(Bootstrap bootstrap, Activity activity, LivenessTimeouts timeouts, HeartbeatTiming timing,
            RunOutcome outcome, String serverHost, HeartbeatClient.Connection connection) {
        try {
            return new HeartbeatClient(bootstrap.rank(), bootstrap.hostName(), serverHost, connection, activity,
                    timeouts.silence(Duration.ZERO), timing, outcome);
        } catch (IOException e) {
            throw noSocket(bootstrap.hostName(), e);
        }
    }

    private static CommException noSocket(String host, IOException cause) {
        return new CommException("cannot open a socket for heartbeats on " + host + ": " + cause.getMessage(), cause);
    }

    /**
     * Throws when the run has ended, and otherwise does nothing. For use at each poll: costs one volatile read.
     *
     * @throws CommException when the run has ended
     */
    public void requireAlive() {
        outcome.requireAlive();
    }

    /** Returns why the run has ended, if it has. Any thread may call this. */
    public Optional<String> failure() {
        return outcome.text();
    }

    /** Returns, on rank 0, what people should know of ranks that could not connect; elsewhere an empty list. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Ends the run for all ranks because of what this rank threw, unless the run has ended already. Takes until rank 0 has decided what
     * the first cause was, at most three seconds. Works also when memory has run out. Not collective.
     *
     * @param thrown what this rank threw
     * @return the exception to throw, which tells of the first failure; this may be another rank's
     */
    public CommException abort(Throwable thrown) {
        aborting = true;
        if (loop != null) {
            loop.giveUpReserve();
        }
        return abort(CommException.reason(thrown), thrown);
    }

    /**
     * Ends the run for all ranks, unless it has ended already. Takes until rank 0 has decided what the first cause was, at most three
     * seconds. Not collective.
     *
     * @param reason why this rank ends the run; its rank and host are added
     * @param cause  the error behind it, or null
     * @return the exception to throw, which tells of the first failure; this may be another rank's
     */
    public CommException abort(String reason, Throwable cause) {
        outcome.notice();
        end(Frame.Kind.FAILED, reason, cause, timing.unwinding());
        outcome.decide(AbortCause.failed(rank, host, reason, cause), false);
        return outcome.exception();
    }

    /** Tells rank 0 that this rank ends the run, and waits for its decision, for at most the time {@code most}. */
    private void end(Frame.Kind kind, String reason, Throwable cause, Duration most) {
        if (loop != null && !outcome.isDecided()) {
            loop.giveUpReserve();
            loop.post(() -> loop.announce(kind, reason, cause));
            outcome.awaitDecision(most);
        }
    }

    /**
     * Tells the others that the JVM ends before this rank has come to its end, or after a failure. Launchers end all processes by a signal
     * when one has died, and the rank that is to print why must get to it before.
     */
    private void processEnds() {
        outcome.processEnds();
        end(Frame.Kind.ENDING, "its process ends in the middle of the run, by a signal or an exit", null,
                timing.settle().multipliedBy(5));
        if (loop != null && outcome.isWorthReporting()) {
            loop.wake();
            outcome.awaitReport(timing.shutdown());
        }
    }

    /**
     * Says goodbye, and returns when all ranks have said goodbye: from then on no rank uses the transport. Returns within 5 s also when a
     * goodbye does not come, and at once when the run has failed.
     */
    @Override
    public void close() {
        close(() -> { });
    }

    /**
     * Says goodbye, and returns when all ranks have said goodbye or after 5 s, as {@link #close()} does.
     *
     * @param meanwhile called again and again until this method returns
     */
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
