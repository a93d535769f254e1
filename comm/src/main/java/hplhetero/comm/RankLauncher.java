package hplhetero.comm;

import java.util.List;
import java.util.Map;

/**
 * Brings together processes, one a rank, that somebody starts on their hosts: the launching side of a transport that has no launcher of its
 * own. Implementations are found through {@link java.util.ServiceLoader}.
 */
public interface RankLauncher {

    /** Returns the name of the transport whose ranks this launcher brings together ({@link TransportProvider#name}). */
    String transport();

    /**
     * Gets ready for the ranks, whose processes can be started when this has returned.
     *
     * @param hostOfRank the name of the host of each rank, indexed by rank
     * @param address    the name or address by which the ranks' processes can reach this process
     * @throws CommException when no port can be opened
     */
    Gathering open(List<String> hostOfRank, String address);

    /**
     * The gathering of the ranks that are expected. Whoever opened it closes it; ranks that still wait are then told that nobody else will
     * come.
     */
    interface Gathering extends AutoCloseable {

        /**
         * Returns the variables that the process of each rank needs in its environment beside those it has, indexed by rank. Whoever knows
         * these values can take the rank's place: they must not be put on a command line, which all users of a host can read.
         */
        List<Map<String, String>> environments();

        /** Returns the ranks whose processes have not come yet. */
        List<Integer> missing();

        @Override
        void close();
    }
}
