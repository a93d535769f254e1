package hplhetero.comm;

import java.util.List;
import java.util.Map;

/**
 * Brings together processes, one a rank, that somebody starts on their hosts: the launching side of a transport that has no
 * launcher of its own. Found through {@link java.util.ServiceLoader}.
 */
public interface RankLauncher {

    /** The word of the transport whose ranks it brings together. */
    String transport();

    /**
     * Gets ready for the ranks; they can be started when this has returned.
     *
     * @param hostOfRank the name of the host of each rank
     * @param address    name or address by which the ranks' processes can reach this one
     * @throws CommException when no port can be opened
     */
    Gathering open(List<String> hostOfRank, String address);

    /** Ranks that are expected. Closed by whoever opened it; those still waiting are told that nobody else will come. */
    interface Gathering extends AutoCloseable {

        /**
         * What the process of each rank must find in its environment beside what it has. Whoever knows it can take the rank's place:
         * it does not belong on a command line, which all users of a host can read.
         */
        List<Map<String, String>> environments();

        /** The ranks whose processes have not come yet. */
        List<Integer> missing();

        @Override
        void close();
    }
}
