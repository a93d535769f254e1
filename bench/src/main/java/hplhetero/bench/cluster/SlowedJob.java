package hplhetero.bench.cluster;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One program on one emulated cluster.
 *
 * @param program the program that runs
 * @param cluster the cluster it runs on
 * @param map     map of blocks; netlib HPL has none but {@code cyclic}
 */
public record SlowedJob(Program program, EmulatedCluster cluster, String map) {
    /** The HPL program, and the way in which its ranks run. */
    public enum Program {
        OURS, NETLIB,
        /** Our program, with each rank by itself on a matrix of its own, all at the same time. */
        OURS_AT_ONCE,
        /** Our program on the fast ranks together, while each slow rank works by itself on a matrix of its own that is not counted. */
        OURS_FAST_AMONG_BUSY
    }

    /** The name of netlib's block-cyclic map. */
    public static final String CYCLIC = "cyclic";

    /** Returns a job of our program. */
    public static SlowedJob ours(EmulatedCluster cluster, String map) {
        return new SlowedJob(Program.OURS, cluster, map);
    }

    /** Returns a job of netlib HPL. */
    public static SlowedJob netlib(EmulatedCluster cluster) {
        return new SlowedJob(Program.NETLIB, cluster, CYCLIC);
    }

    /** Returns a job of one rank that has the machine for itself. */
    public static SlowedJob single(Program program, double factor) {
        return new SlowedJob(program, EmulatedCluster.single(factor), CYCLIC);
    }

    /** Returns the job in which each rank of a cluster solves a system of its own, all at the same time. */
    public static SlowedJob atOnce(EmulatedCluster cluster) {
        return new SlowedJob(Program.OURS_AT_ONCE, cluster, CYCLIC);
    }

    /** Returns the job in which the fast ranks of a cluster solve a system together while the slow ones are busy. */
    public static SlowedJob fastAmongBusy(EmulatedCluster cluster) {
        return new SlowedJob(Program.OURS_FAST_AMONG_BUSY, cluster, CYCLIC);
    }

    /** Returns a text that tells this job from all others, for files and people. */
    public String key() {
        return program.name().toLowerCase(Locale.ROOT) + " " + cluster.p() + "x" + cluster.q() + " "
                + cluster.factors().stream().map(EmulatedCluster::number).collect(Collectors.joining("/")) + " " + map;
    }
}
