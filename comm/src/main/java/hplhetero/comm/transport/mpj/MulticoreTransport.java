package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.transport.HostName;
import hplhetero.comm.transport.mpj.device.MpjHome;
import hplhetero.comm.transport.mpj.device.MpjLibrary;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/**
 * Ranks as threads of this JVM, named {@code rank-0}, {@code rank-1}, ..., over MPJ's smpdev. MPJ's own starter loads a copy of
 * its MPI classes for each rank, because their state is static; its device keeps the ranks apart by the groups of their threads,
 * so that all share one copy here. A run has a copy of its own, and thus begins with a fresh device.
 */
final class MulticoreTransport implements Transport {
    private final MpjHome home;
    private final MessageLimits limits;
    private final TransportOptions options;
    private volatile RunState current = new RunState();

    /**
     * @param options of which the stall timeout and the last words are used
     * @throws CommException when MPJ Express cannot be loaded from there
     */
    MulticoreTransport(MpjHome home, MessageLimits limits, TransportOptions options) {
        this.home = home;
        this.limits = limits;
        this.options = options;
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
        RunState state = new RunState();
        current = state;
        try (MpjLibrary library = new MpjLibrary(home)) {
            int exitCode = watched(new MulticoreRun(library, limits, HostName.local(), state, ranks, rankMain));
            if (state.firstFailure() != null) {
                throw state.firstFailure();
            }
            return exitCode;
        }
    }

    private int watched(MulticoreRun run) {
        try (ThreadRunGuard guard = new ThreadRunGuard(run, options)) {
            guard.start();
            return run.run();
        }
    }

    @Override
    public Optional<String> failure() {
        return current.text();
    }

    @Override
    public void close() {
        // ranks end with their run
    }
}
