package hplhetero.comm.transport.llc;

import hplhetero.comm.RankLauncher;
import hplhetero.comm.transport.launch.StoreServer;
import java.util.List;

/** Brings the ranks of {@code llc} together. Its subclasses do for one network each. */
public class LlcRankLauncher implements RankLauncher {
    private final Network network;

    public LlcRankLauncher() {
        this(Network.BEST);
    }

    LlcRankLauncher(Network network) {
        this.network = network;
    }

    /** For {@code llc:shm}. */
    public static final class Shm extends LlcRankLauncher {
        public Shm() {
            super(Network.SHM);
        }
    }

    /** For {@code llc:tcp}. */
    public static final class Tcp extends LlcRankLauncher {
        public Tcp() {
            super(Network.TCP);
        }
    }

    /** For {@code llc:ucx}. */
    public static final class Ucx extends LlcRankLauncher {
        public Ucx() {
            super(Network.UCX);
        }
    }

    /** For {@code llc:utofu}. */
    public static final class Utofu extends LlcRankLauncher {
        public Utofu() {
            super(Network.UTOFU);
        }
    }

    @Override
    public String transport() {
        return network.word();
    }

    @Override
    public Gathering open(List<String> hostOfRank, String address) {
        return new StoreServer(network.word(), hostOfRank, address);
    }
}
