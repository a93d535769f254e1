package hplhetero.run.crew;

import hplhetero.hpl.HplCase;
import hplhetero.hpl.balance.probe.Repeats;
import java.io.Serializable;
import java.util.List;

/** What rank 0 has all ranks do next. */
sealed interface Order extends Serializable {

    /**
     * Measure ranks and links.
     *
     * @param next    the run that comes, or one like those that will
     * @param nbs     block sizes it may have
     * @param seconds for measuring
     * @param repeats how often, where ranks vary
     */
    record Calibrate(HplCase next, List<Integer> nbs, double seconds, Repeats repeats) implements Order {
    }

    /** Go by what a file says of where the ranks sit. */
    record Sites(List<Integer> siteOf) implements Order {
    }

    /** Solve one test. */
    record Solve(HplCase hplCase) implements Order {
    }

    /** Tell what the rank has worked with. */
    record Describe() implements Order {
    }

    /** Look at the hosts. */
    record Inspect(Look look) implements Order {
    }

    /** Measure messages between hosts. */
    record Pairs() implements Order {
    }

    /** Measure messages between these ranks once more, one pair after the other. */
    record PairsAgain(List<PairRounds.Pair> pairs) implements Order {
    }

    /** The run is over. */
    record End(int exitCode) implements Order {
    }
}
