package hplhetero.run.net.lids;

import hplhetero.network.schedule.Traffic;
import java.util.List;

/**
 * One thing that the ranks do.
 *
 * @param words      its name for people, such as {@code alltoall ring}
 * @param algorithms the algorithms that do it, of which one is chosen together with the table; only one where it was named
 */
record RequestedTraffic(String words, List<Traffic> algorithms) {

    RequestedTraffic {
        algorithms = List.copyOf(algorithms);
    }

    /**
     * Returns traffic whose algorithm the user has named, so that none is chosen together with the table of paths.
     *
     * @param words     name of the traffic for people, such as {@code alltoall ring}
     * @param algorithm the named algorithm
     */
    static RequestedTraffic by(String words, Traffic algorithm) {
        return new RequestedTraffic(words, List.of(algorithm));
    }

    /** Returns whether the algorithm is still to be chosen, from several. */
    boolean open() {
        return algorithms.size() > 1;
    }
}
