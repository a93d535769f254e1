package hplhetero.comm.transport.mpj;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.liveness.RunState;
import hplhetero.comm.liveness.ThreadRunGuard;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProtocolCommunicator;
import hplhetero.comm.protocol.RankIdentity;
import hplhetero.comm.transport.RankThreads;
import hplhetero.comm.transport.mpj.device.MpjDevice;
import hplhetero.comm.transport.mpj.device.MpjHome;
import hplhetero.comm.transport.mpj.device.MpjLibrary;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;

/**
 * The transport between ranks that are threads of this JVM, named {@code rank-0}, {@code rank-1}, ..., over MPJ's smpdev. MPJ's own starter
 * loads a copy of its MPI classes for each rank, because their state is static. MPJ's device keeps the ranks apart by the groups of their
 * threads, so all ranks share one copy here. A run has a copy of its own, and thus begins with a fresh device.
 */
final class MulticoreTransport implements Transport {
    private static final String SHARED_MEMORY_DEVICE = "xdev.smpdev.SMPDevice";

    private final MpjHome home;
    private final MessageLimits limits;
    private final TransportOptions options;
    private volatile RunState current = new RunState();

    /**
     * Checks that MPJ Express can be loaded.
     *
     * @param options options of the transport; only the stall timeout and the call at a fatal failure are used
     * @throws CommException when MPJ Express cannot be loaded from {@code home}
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
        RankThreads threads = new RankThreads(ranks);
        current = threads.state();
        try (MpjLibrary library = new MpjLibrary(home)) {
            return threads.run(new Connector(library, threads, new CoreSharing(ranks), limits), rankMain, options,
                    ThreadRunGuard.Clock.REAL);
        }
    }

    /** The connector of the ranks of one run. */
    private record Connector(MpjLibrary library, RankThreads threads, CoreSharing cores, MessageLimits limits)
            implements RankThreads.Connector {

        @Override
        public ThreadGroup group(int rank) {
            return library.newProcessGroup("mpj-" + rank);
        }

        @Override
        public Communicator connect(int rank) {
            Object device = library.newDevice(SHARED_MEMORY_DEVICE);
            // the call returns when all ranks have come
            Object[] processes = library.init(device, Integer.toString(rank), Integer.toString(threads.size()));
            RankIdentity identity = new RankIdentity(rank, threads.size(), threads.hostName(), threads.activity(rank));
            return ProtocolCommunicator.world(DeviceTransfer.engine(new MpjDevice(library, device, processes), identity, threads.state(),
                    cores, limits));
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
