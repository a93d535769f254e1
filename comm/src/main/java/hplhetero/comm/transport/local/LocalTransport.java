package hplhetero.comm.transport.local;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.transport.HostName;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** Ranks as threads of this JVM, named {@code rank-0}, {@code rank-1}, ... */
public final class LocalTransport implements Transport {
    private final TransportOptions options;
    private final ThreadRunGuard.Clock clock;
    private volatile LocalWorld current;

    /** One whose run returns when all ranks have ended, however long that takes after a failure. */
    public LocalTransport() {
        this(TransportOptions.usual(end -> { }));
    }

    /** @param options of which the stall timeout and the last words are used */
    public LocalTransport(TransportOptions options) {
        this(options, ThreadRunGuard.Clock.REAL);
    }

    /** @param clock that the stall timeout goes by */
    LocalTransport(TransportOptions options, ThreadRunGuard.Clock clock) {
        this.options = options;
        this.clock = clock;
    }

    @Override
    public String description() {
        return "local";
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.empty();
    }

    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public Optional<String> failure() {
        LocalWorld world = current;
        return world == null ? Optional.empty() : Optional.ofNullable(world.firstFailure()).map(Throwable::getMessage);
    }

    @Override
    public void close() {
        // ranks end with their run
    }

    /**
     * {@inheritDoc}
     *
     * <p>When the calling thread is interrupted, the run is ended as if a rank had thrown.
     */
    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        if (ranks < 1) {
            throw new IllegalArgumentException("ranks=" + ranks + ": choose ranks >= 1");
        }
        try (LocalWorld world = new LocalWorld(ranks, HostName.local());
                ThreadRunGuard guard = new ThreadRunGuard(world, options, clock)) {
            current = world;
            RankThread[] threads = new RankThread[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                threads[rank] = new RankThread(world, rank, rankMain);
                threads[rank].start();
            }
            guard.start();
            int exitCode = joinAll(world, threads);
            CommException failure = world.firstFailure();
            if (failure != null) {
                throw failure;
            }
            return exitCode;
        }
    }

    private static int joinAll(LocalWorld world, RankThread[] threads) {
        int exitCode = Integer.MIN_VALUE;
        boolean interrupted = false;
        for (RankThread thread : threads) {
            interrupted |= joinOne(world, thread);
            exitCode = Math.max(exitCode, thread.exitCode);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return exitCode;
    }

    private static boolean joinOne(LocalWorld world, RankThread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
                world.fail(thread.rank, "the run was interrupted", e);
            }
        }
    }

    /** One rank. A daemon, so that a rank stuck in a computation does not keep the JVM from ending. */
    private static final class RankThread extends Thread {
        private final LocalWorld world;
        private final int rank;
        private final ToIntFunction<Communicator> rankMain;
        private int exitCode;

        RankThread(LocalWorld world, int rank, ToIntFunction<Communicator> rankMain) {
            super("rank-" + rank);
            this.world = world;
            this.rank = rank;
            this.rankMain = rankMain;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                exitCode = rankMain.applyAsInt(world.communicator(rank));
            } catch (Throwable thrown) {
                world.fail(rank, CommException.reason(thrown), thrown);
            }
        }
    }
}
