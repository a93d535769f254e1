package hplhetero.comm.transport.llc;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.llc.start.RankStart;
import java.util.Map;

/** The provider of {@code llc}: ranks without an MPI, each pair by the best network. Its subclasses offer one network each. */
public class LlcProvider implements TransportProvider {
    private final Network network;

    /** Makes the provider of the transport {@code llc}, this program's own, which takes the best network for each pair of ranks. */
    public LlcProvider() {
        this(Network.BEST);
    }

    LlcProvider(Network network) {
        this.network = network;
    }

    /** The provider of {@code llc:shm}, ranks by shared memory. */
    public static final class Shm extends LlcProvider {
        /** Makes the provider of {@code llc:shm}. */
        public Shm() {
            super(Network.SHM);
        }
    }

    /** The provider of {@code llc:tcp}, ranks by TCP. */
    public static final class Tcp extends LlcProvider {
        /** Makes the provider of {@code llc:tcp}. */
        public Tcp() {
            super(Network.TCP);
        }
    }

    /** The provider of {@code llc:ucx}, ranks by UCX. */
    public static final class Ucx extends LlcProvider {
        /** Makes the provider of {@code llc:ucx}. */
        public Ucx() {
            super(Network.UCX);
        }
    }

    /** The provider of {@code llc:utofu}, ranks by uTofu. */
    public static final class Utofu extends LlcProvider {
        /** Makes the provider of {@code llc:utofu}. */
        public Utofu() {
            super(Network.UTOFU);
        }
    }

    @Override
    public String name() {
        return network.word();
    }

    /** {@inheritDoc} Ranks that mpirun or srun started belong to an MPI transport, unless a user asks for this one. */
    @Override
    public boolean launched(Map<String, String> environment) {
        return LaunchEnvironment.isFor(network.word(), environment);
    }

    @Override
    public boolean secures() {
        return network.secures();
    }

    /** {@inheritDoc} UCX takes a path for each pair of ranks; ranks of one host that share memory need none. */
    @Override
    public PathChoice paths() {
        return network.takesPaths() ? PathChoice.PAIR : PathChoice.NONE;
    }

    @Override
    public Transport open(TransportOptions options) {
        return RankStart.isOneOfSeveral(options.environment()) ? new LlcProcess(network, options)
                : new LlcThreads(network, RemoteLimits.USUAL, options);
    }
}
