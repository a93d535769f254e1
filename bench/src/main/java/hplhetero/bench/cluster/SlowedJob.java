package hplhetero.bench.cluster;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One program on one emulated cluster.
 *
 * @param program who
 * @param cluster on what
 * @param map     of blocks; netlib HPL has none but {@code cyclic}
 */
public record SlowedJob(Program program, EmulatedCluster cluster, String map) {
    /** Whose HPL. */
    public enum Program {
        OURS, NETLIB,
        /** Ours, each rank by itself on a matrix of its own, all at the same time. */
        OURS_AT_ONCE,
        /** Ours, the fast ranks together; the slow ones meanwhile each by itself on a matrix of its own, not counted. */
        OURS_FAST_BESIDE
    }

    public static final String CYCLIC = "cyclic";

    public static SlowedJob ours(EmulatedCluster cluster, String map) {
        return new SlowedJob(Program.OURS, cluster, map);
    }

    public static SlowedJob netlib(EmulatedCluster cluster) {
        return new SlowedJob(Program.NETLIB, cluster, CYCLIC);
    }

    /** One rank alone. */
    public static SlowedJob single(Program program, double factor) {
        return new SlowedJob(program, EmulatedCluster.single(factor), CYCLIC);
    }

    public static SlowedJob atOnce(EmulatedCluster cluster) {
        return new SlowedJob(Program.OURS_AT_ONCE, cluster, CYCLIC);
    }

    public static SlowedJob fastBeside(EmulatedCluster cluster) {
        return new SlowedJob(Program.OURS_FAST_BESIDE, cluster, CYCLIC);
    }

    /** Tells it from all others; for files and people. */
    public String key() {
        return program.name().toLowerCase(Locale.ROOT) + " " + cluster.p() + "x" + cluster.q() + " "
                + cluster.factors().stream().map(EmulatedCluster::number).collect(Collectors.joining("/")) + " " + map;
    }
}
