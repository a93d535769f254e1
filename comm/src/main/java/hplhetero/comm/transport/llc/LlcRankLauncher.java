package hplhetero.comm.transport.llc;

import hplhetero.comm.RankLauncher;
import hplhetero.comm.transport.launch.StoreServer;
import java.util.List;

/** The launching side of {@code llc}, which brings its ranks together. Its subclasses do so for one network each. */
public class LlcRankLauncher implements RankLauncher {
    private final Network network;

    /** Makes the launcher of ranks of {@code llc}, this program's own transport, which takes the best network for each pair of ranks. */
    public LlcRankLauncher() {
        this(Network.BEST);
    }

    LlcRankLauncher(Network network) {
        this.network = network;
    }

    /** The launching side of {@code llc:shm}. */
    public static final class Shm extends LlcRankLauncher {
        /** Makes the launcher of ranks that send messages through shared memory alone ({@code llc:shm}). */
        public Shm() {
            super(Network.SHM);
        }
    }

    /** The launching side of {@code llc:tcp}. */
    public static final class Tcp extends LlcRankLauncher {
        /** Makes the launcher of ranks that send messages by TCP alone ({@code llc:tcp}). */
        public Tcp() {
            super(Network.TCP);
        }
    }

    /** The launching side of {@code llc:ucx}. */
    public static final class Ucx extends LlcRankLauncher {
        /** Makes the launcher of ranks that send messages by UCX alone ({@code llc:ucx}). */
        public Ucx() {
            super(Network.UCX);
        }
    }

    /** The launching side of {@code llc:utofu}. */
    public static final class Utofu extends LlcRankLauncher {
        /** Makes the launcher of ranks that send messages over the Tofu network alone ({@code llc:utofu}). */
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
