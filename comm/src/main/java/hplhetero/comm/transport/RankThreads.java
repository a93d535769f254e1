package hplhetero.comm.transport;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.liveness.ThreadRunGuard;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ranks of one run as threads of this JVM, named {@code rank-0}, {@code rank-1}, ...: their beginning, their watch and their end. */
public final class RankThreads {
    /** Milliseconds between two looks at whether the run has failed, while ranks are awaited. */
    private static final long LOOK_MILLIS = 100;

    private final RunState state = new RunState();
    private final String hostName = HostName.local();
    private final List<Activity> activities;

    /**
     * Prepares a run; its threads are started by {@link #run}.
     *
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     */
    public RankThreads(int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks=" + ranks + ": choose ranks >= 1");
        }
        activities = Stream.generate(Activity::new).limit(ranks).toList();
    }

    /** Returns the number of ranks. */
    public int size() {
        return activities.size();
    }

    /** Returns the name of this host. */
    public String hostName() {
        return hostName;
    }

    /** Returns whether and why the run has failed, as all its ranks see it. */
    public RunState state() {
        return state;
    }

    /**
     * Returns the object that tells what a rank is doing at the moment.
     *
     * @param rank number of the rank, 0 .. {@link #size} - 1
     */
    public Activity activity(int rank) {
        return activities.get(rank);
    }

    /** The means by which a transport connects the ranks. */
    public interface Connector {
        /**
         * Returns the communicator of all ranks as {@code rank} sees it. Called in the rank's thread, and interrupted when the run has
         * failed.
         */
        Communicator connect(int rank);

        /** Returns the group that a rank's thread shall be in; null: the group of the calling thread. */
        default ThreadGroup group(int rank) {
            return null;
        }
    }

    /**
     * Runs all ranks, each in a thread of its own, and returns when all have ended. When the calling thread is interrupted, the run is
     * ended as if a rank had thrown.
     *
     * @param connector connects the ranks: gives each its communicator
     * @param rankMain  the body of a rank, given its world communicator; its result is an exit code
     * @param options   options of the transport; only the stall timeout and the call at a fatal failure are used
     * @param clock     the clock by which the ranks are watched
     * @return the largest exit code of all ranks
     * @throws CommException naming rank, host and cause when a rank threw
     */
    public int run(Connector connector, ToIntFunction<Communicator> rankMain, TransportOptions options, ThreadRunGuard.Clock clock) {
        Rank[] ranks = IntStream.range(0, size()).mapToObj(rank -> new Rank(rank, connector, rankMain)).toArray(Rank[]::new);
        try (ThreadRunGuard guard = new ThreadRunGuard(state, hostName, activities, options, clock)) {
            Arrays.stream(ranks).forEach(Thread::start);
            guard.start();
            joinAll(ranks);
        }
        if (state.hasFailed()) {
            throw state.firstFailure();
        }
        return Arrays.stream(ranks).mapToInt(rank -> rank.exitCode).max().orElseThrow();
    }

    private void joinAll(Rank[] ranks) {
        boolean interrupted = false;
        for (Rank rank : ranks) {
            while (rank.isAlive()) {
                interrupted |= look(rank);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean look(Rank rank) {
        try {
            rank.join(LOOK_MILLIS);
            if (!rank.connected && state.hasFailed()) {
                // this rank may wait for one that will not come
                rank.interrupt();
            }
            return false;
        } catch (InterruptedException e) {
            state.fail(rank.number, hostName, "the run was interrupted", e);
            return true;
        }
    }

    /** The thread of one rank. It is a daemon, so that a rank stuck in a computation does not keep the JVM from ending. */
    private final class Rank extends Thread {
        private final int number;
        private final Connector connector;
        private final ToIntFunction<Communicator> rankMain;
        /** Whether the rank has its communicator; written by the rank's own thread. */
        private volatile boolean connected;
        private int exitCode;

        Rank(int number, Connector connector, ToIntFunction<Communicator> rankMain) {
            super(connector.group(number), "rank-" + number);
            this.number = number;
            this.connector = connector;
            this.rankMain = rankMain;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                Communicator world = connector.connect(number);
                connected = true;
                exitCode = rankMain.applyAsInt(world);
            } catch (Throwable thrown) {
                state.fail(number, hostName, thrown);
            }
        }
    }
}
