package hplhetero.comm.transport.llc;

import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.protocol.remote.RemoteLimits;
import hplhetero.comm.transport.launch.LaunchEnvironment;
import hplhetero.comm.transport.llc.start.RankStart;
import java.util.Map;

/** Offers {@code llc}: ranks without an MPI, each pair by the best network. Its subclasses offer one network each. */
public class LlcProvider implements TransportProvider {
    private final Network network;

    public LlcProvider() {
        this(Network.BEST);
    }

    LlcProvider(Network network) {
        this.network = network;
    }

    /** Offers {@code llc:shm}. */
    public static final class Shm extends LlcProvider {
        public Shm() {
            super(Network.SHM);
        }
    }

    /** Offers {@code llc:tcp}. */
    public static final class Tcp extends LlcProvider {
        public Tcp() {
            super(Network.TCP);
        }
    }

    /** Offers {@code llc:ucx}. */
    public static final class Ucx extends LlcProvider {
        public Ucx() {
            super(Network.UCX);
        }
    }

    /** Offers {@code llc:utofu}. */
    public static final class Utofu extends LlcProvider {
        public Utofu() {
            super(Network.UTOFU);
        }
    }

    @Override
    public String name() {
        return network.word();
    }

    /** {@inheritDoc} What mpirun or srun started is an MPI's, where nobody asks for this. */
    @Override
    public boolean launched(Map<String, String> environment) {
        return LaunchEnvironment.isFor(network.word(), environment);
    }

    @Override
    public boolean secures() {
        return network.secures();
    }

    @Override
    public Transport open(TransportOptions options) {
        return RankStart.isOneOfSeveral(options.environment()) ? new LlcProcess(network, options)
                : new LlcThreads(network, RemoteLimits.USUAL, options);
    }
}
