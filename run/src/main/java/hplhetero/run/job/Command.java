package hplhetero.run.job;

import hplhetero.hpl.calibrate.MeasurementRepeats;
import hplhetero.hpl.problem.HplCase;
import java.io.Serializable;
import java.util.List;

/** What rank 0 has all ranks do next. */
sealed interface Command extends Serializable {

    /**
     * Measure ranks and links.
     *
     * @param next    the run that comes, or one like those that will
     * @param nbs     block sizes it may have
     * @param seconds for measuring
     * @param repeats how often, where ranks vary
     */
    record Calibrate(HplCase next, List<Integer> nbs, double seconds, MeasurementRepeats repeats) implements Command {
    }

    /** Go by what a file says of where the ranks sit. */
    record Sites(List<Integer> siteOf) implements Command {
    }

    /** Solve one test. */
    record Solve(HplCase hplCase) implements Command {
    }

    /** Tell what the rank has worked with. */
    record Describe() implements Command {
    }

    /** Look at the hosts. */
    record Inspect(InspectionLevel look) implements Command {
    }

    /** Measure messages between hosts. */
    record Pairs() implements Command {
    }

    /** Measure messages between these ranks once more, one pair after the other. */
    record PairsAgain(List<PairRounds.Pair> pairs) implements Command {
    }

    /** The run is over. */
    record End(int exitCode) implements Command {
    }
}
