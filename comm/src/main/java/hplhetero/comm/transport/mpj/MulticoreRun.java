package hplhetero.comm.transport.mpj;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import hplhetero.comm.transport.mpj.device.MpjLibrary;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/** One run of ranks as threads: what they share, and their beginning and end. */
final class MulticoreRun implements ThreadRunGuard.Watched {
    private static final String DEVICE = "xdev.smpdev.SMPDevice";
    private static final long LOOK_MILLIS = 100;

    private final MpjLibrary library;
    private final MessageLimits limits;
    private final String host;
    private final RunState state;
    private final ToIntFunction<Communicator> rankMain;
    private final Activity[] activities;

    /** @param state of this run alone */
    MulticoreRun(MpjLibrary library, MessageLimits limits, String host, RunState state, int ranks, ToIntFunction<Communicator> rankMain) {
        this.library = library;
        this.limits = limits;
        this.host = host;
        this.state = state;
        this.rankMain = rankMain;
        this.activities = Stream.generate(Activity::new).limit(ranks).toArray(Activity[]::new);
    }

    @Override
    public int size() {
        return activities.length;
    }

    @Override
    public String hostName() {
        return host;
    }

    @Override
    public Activity activity(int rank) {
        return activities[rank];
    }

    @Override
    public CommException firstFailure() {
        return state.firstFailure();
    }

    @Override
    public CommException end(String text, Throwable cause) {
        return state.end(text, cause);
    }

    /** Runs all ranks; returns the largest exit code when all have ended, well or not. */
    int run() {
        Rank[] ranks = new Rank[size()];
        Arrays.setAll(ranks, Rank::new);
        Arrays.stream(ranks).forEach(Thread::start);
        int exitCode = Integer.MIN_VALUE;
        boolean interrupted = false;
        for (Rank rank : ranks) {
            while (rank.isAlive()) {
                interrupted |= look(rank);
            }
            exitCode = Math.max(exitCode, rank.exitCode);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return exitCode;
    }

    private boolean look(Rank rank) {
        try {
            rank.join(LOOK_MILLIS);
            if (state.firstFailure() != null && !rank.connected) {
                // MPJ waits there for all ranks
                rank.interrupt();
            }
            return false;
        } catch (InterruptedException e) {
            state.fail(rank.number, host, "the run was interrupted", e);
            return true;
        }
    }

    /** One rank. A daemon, so that a rank stuck in a computation does not keep the JVM from ending. */
    private final class Rank extends Thread {
        private final int number;
        private volatile boolean connected;
        private int exitCode;

        Rank(int number) {
            super(library.newProcessGroup("mpj-" + number), "rank-" + number);
            this.number = number;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                Object device = library.newDevice(DEVICE);
                Object[] processes = library.init(device, Integer.toString(number), Integer.toString(size()));
                connected = true;
                boolean crowded = size() > Runtime.getRuntime().availableProcessors();
                ProgressEngine.Place place = new ProgressEngine.Place(number, size(), host, crowded, activities[number]);
                exitCode = rankMain.applyAsInt(MpjCommunicator.world(
                        new ProgressEngine(new MpjDevice(library, device, processes), place, state, limits)));
            } catch (Throwable thrown) {
                state.fail(number, host, CommException.reason(thrown), thrown);
            }
        }
    }
}
