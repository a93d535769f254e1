package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.transport.local.HostName;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/**
 * Ranks as threads of this JVM, named {@code rank-0}, {@code rank-1}, ..., over MPJ's smpdev. MPJ's own starter loads a copy of
 * its MPI classes for each rank, because their state is static; its device keeps the ranks apart by the groups of their threads,
 * so that all share one copy here. A run has a copy of its own, and thus begins with a fresh device.
 */
final class MulticoreTransport implements Transport {
    private static final String SHARED_MEMORY_DEVICE = "xdev.smpdev.SMPDevice";
    private static final long LOOK_MILLIS = 100;

    private final MpjHome home;
    private final Limits limits;
    private final String host = HostName.local();
    private volatile Fate current = new Fate();

    /** @throws CommException when MPJ Express cannot be loaded from there */
    MulticoreTransport(MpjHome home, Limits limits) {
        this.home = home;
        this.limits = limits;
        new MpjLibrary(home).close();
    }

    @Override
    public String description() {
        return "MPJ Express " + home.version() + " (multicore, threads of one JVM) from " + home.folder();
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.empty();
    }

    @Override
    public boolean leads() {
        return true;
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
        Fate fate = new Fate();
        current = fate;
        try (MpjLibrary library = new MpjLibrary(home)) {
            Rank[] all = new Rank[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                all[rank] = new Rank(library, rank, ranks, fate, rankMain);
                all[rank].start();
            }
            int exitCode = joinAll(fate, all);
            if (fate.firstFailure() != null) {
                throw fate.firstFailure();
            }
            return exitCode;
        }
    }

    private int joinAll(Fate fate, Rank[] all) {
        int exitCode = Integer.MIN_VALUE;
        boolean interrupted = false;
        for (Rank rank : all) {
            while (rank.isAlive()) {
                interrupted |= look(fate, rank);
            }
            exitCode = Math.max(exitCode, rank.exitCode);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return exitCode;
    }

    private boolean look(Fate fate, Rank rank) {
        try {
            rank.join(LOOK_MILLIS);
            if (fate.firstFailure() != null && !rank.connected) {
                // MPJ waits there for all ranks
                rank.interrupt();
            }
            return false;
        } catch (InterruptedException e) {
            fate.fail(rank.number, host, "the run was interrupted", e);
            return true;
        }
    }

    @Override
    public Optional<String> failure() {
        return Optional.ofNullable(current.firstFailure()).map(Throwable::getMessage);
    }

    @Override
    public void close() {
        // ranks end with their run
    }

    /** One rank. A daemon, so that a rank stuck in a computation does not keep the JVM from ending. */
    private final class Rank extends Thread {
        private final MpjLibrary library;
        private final int number;
        private final int ranks;
        private final Fate fate;
        private final ToIntFunction<Communicator> rankMain;
        private volatile boolean connected;
        private int exitCode;

        Rank(MpjLibrary library, int number, int ranks, Fate fate, ToIntFunction<Communicator> rankMain) {
            super(library.newProcessGroup("mpj-" + number), "rank-" + number);
            this.library = library;
            this.number = number;
            this.ranks = ranks;
            this.fate = fate;
            this.rankMain = rankMain;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                Object device = library.newDevice(SHARED_MEMORY_DEVICE);
                Object[] processes = library.init(device, Integer.toString(number), Integer.toString(ranks));
                connected = true;
                boolean crowded = ranks > Runtime.getRuntime().availableProcessors();
                exitCode = rankMain.applyAsInt(MpjCommunicator.world(new Endpoint(new MpjDevice(library, device, processes), number,
                        ranks, host, crowded, fate, limits)));
            } catch (Throwable thrown) {
                fate.fail(number, host, thrown.toString(), thrown);
            }
        }
    }
}
