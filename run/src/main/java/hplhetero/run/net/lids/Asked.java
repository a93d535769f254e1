package hplhetero.run.net.lids;

import hplhetero.network.schedule.Traffic;
import java.util.List;

/**
 * One thing that the ranks do.
 *
 * @param words      for people: {@code alltoall ring}
 * @param algorithms that do it, of which one is chosen together with the table; one where it was named
 */
record Asked(String words, List<Traffic> algorithms) {

    Asked {
        algorithms = List.copyOf(algorithms);
    }

    /** Done so, whatever the paths. */
    static Asked by(String words, Traffic algorithm) {
        return new Asked(words, List.of(algorithm));
    }

    boolean open() {
        return algorithms.size() > 1;
    }
}
