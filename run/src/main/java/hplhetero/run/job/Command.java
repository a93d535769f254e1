package hplhetero.run.job;

import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.problem.HplCase;
import java.io.Serializable;
import java.util.List;

/** A command by which rank 0 tells all ranks what to do next. */
sealed interface Command extends Serializable {

    /**
     * The command to measure ranks and links.
     *
     * @param next    the run that comes, or one like those that will come
     * @param nbs     block sizes that the run may have
     * @param time    how much and for how long to measure
     */
    record Calibrate(HplCase next, List<Integer> nbs, MeasuringTime time) implements Command {
    }

    /**
     * The command to do a first part of the warm-up of a test, then to probe links briefly.
     *
     * @param next   a test like the one that comes
     * @param siteOf number of each rank's site, indexed by rank
     */
    record ProbeLinks(HplCase next, List<Integer> siteOf) implements Command {
    }

    /** The command to route messages by the sites that a file gives for the ranks, indexed by rank. */
    record Sites(List<Integer> siteOf) implements Command {
    }

    /** The command to solve one test, and to write its state as the plan says. */
    record Solve(HplCase hplCase, CheckpointPlan plan) implements Command {
    }

    /** The command to do something with the folder of the plan's states. */
    record Folder(FolderWork work, CheckpointPlan plan) implements Command {
    }

    /** The command to tell what kernels, threads and devices the rank has worked with. */
    record Describe() implements Command {
    }

    /** The command to inspect the hosts. */
    record Inspect(InspectionLevel look) implements Command {
    }

    /** The command to do nothing for some seconds, and to measure the power of the hosts meanwhile. */
    record Idle(double seconds) implements Command {
    }

    /** The command to measure messages between hosts. */
    record Pairs() implements Command {
    }

    /** The command to measure messages between these ranks once more, one pair after the other. */
    record PairsAgain(List<PairRounds.Pair> pairs) implements Command {
    }

    /** The command to end, because the run is over. */
    record End(int exitCode) implements Command {
    }
}
