package hplhetero.run.net.lids;

import hplhetero.network.schedule.Traffic;
import java.util.List;

/**
 * One thing that the ranks do.
 *
 * @param words      for people: {@code alltoall ring}
 * @param algorithms that do it, of which one is chosen together with the table; one where it was named
 */
record RequestedTraffic(String words, List<Traffic> algorithms) {

    RequestedTraffic {
        algorithms = List.copyOf(algorithms);
    }

    /** Done so, whatever the paths. */
    static RequestedTraffic by(String words, Traffic algorithm) {
        return new RequestedTraffic(words, List.of(algorithm));
    }

    boolean open() {
        return algorithms.size() > 1;
    }
}
