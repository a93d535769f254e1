package hplhetero.results.html;

import hplhetero.hpl.result.Phase;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.Theme;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The kinds of work of a rank, as coarse as a picture can show them. */
enum Work {
    COMPUTING("computing", Theme.PAGE.colour("computing", "#0072b2")),
    EXCHANGING("exchanging", Theme.PAGE.colour("exchanging", "#e69f00")),
    WAITING("waiting", Theme.PAGE.colour("waiting", "#c9ced4"));

    private final Kind kind;

    Work(String name, String colour) {
        kind = new Kind(name, colour);
    }

    /** Returns names and colours of all kinds of work, in the order of the constants. */
    static List<Kind> kinds() {
        return Arrays.stream(values()).map(work -> work.kind).toList();
    }

    /** Returns the kind of work to which a phase belongs. */
    static Work of(Phase phase) {
        return switch (phase) {
            case FACTORIZATION, PACK, DTRSM, DGEMM, SOLVE -> COMPUTING;
            case PIVOTING, BROADCAST, SWAP -> EXCHANGING;
            case WAITING -> WAITING;
        };
    }

    /**
     * Returns the worker seconds of each kind of work, indexed by the ordinal of the kind.
     *
     * @param seconds worker seconds of each phase
     */
    static double[] sums(Map<Phase, Double> seconds) {
        double[] sums = new double[values().length];
        seconds.forEach((phase, spent) -> sums[of(phase).ordinal()] += spent);
        return sums;
    }
}
