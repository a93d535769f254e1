package hplhetero.comm.transport.local;

import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.transport.RankThreads;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/** The transport between ranks that are threads of this JVM, named {@code rank-0}, {@code rank-1}, ... */
public final class LocalTransport implements Transport {
    private final TransportOptions options;
    private final ThreadRunGuard.Clock clock;
    private volatile RunState current = new RunState();

    /** Makes a transport whose run returns when all ranks have ended, however long that takes after a failure. */
    public LocalTransport() {
        this(TransportOptions.usual(end -> { }));
    }

    /**
     * Makes a transport with these options.
     *
     * @param options options of the transport; only the stall timeout and the call at a fatal failure are used
     */
    public LocalTransport(TransportOptions options) {
        this(options, ThreadRunGuard.Clock.REAL);
    }

    /** Makes a transport whose stall timeout goes by {@code clock}. */
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
        return current.text();
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
        RankThreads threads = new RankThreads(ranks);
        current = threads.state();
        try (LocalWorld world = new LocalWorld(threads)) {
            return threads.run(world::communicator, rankMain, options, clock);
        }
    }
}
