package hplhetero.run.net.paper;

import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The machines of the papers. The papers print neither latency nor bandwidth. The values here are those of the hardware as its makers tell
 * them, and of MPI on it as others measured: orders of magnitude, equal for all algorithms.
 */
final class Machines {
    /** Share that several messages lose when they come at once; assumed, as {@code hpl net predict} does. */
    private static final double MANY_TO_ONE = 0.3;

    /** Costs on Tofu: 5 GB/s a link and direction. MPI takes some 2 us between neighbours, half of which the slow cores cause. */
    static final NetworkCost FX10 = new NetworkCost(new LinkCost(0.9e-6, 1 / 5e9, 0.5e-6, 0.5e-6, 0.1e-6),
            LinkCost.hockney(0.6e-6, 1 / 5e9),
            MANY_TO_ONE);
    /** Costs on InfiniBand DDR: 1.5 of 2 GB/s reach a program. MPI takes some 3 us between nodes of a leaf switch. */
    static final NetworkCost RICC = new NetworkCost(new LinkCost(1.6e-6, 1 / 1.5e9, 0.5e-6, 0.5e-6, 0.2e-6),
            LinkCost.hockney(0.6e-6, 1 / 3e9),
            MANY_TO_ONE);

    /**
     * Costs on 4xDDR as Naruse and others had it. Their best alltoall reached 1.7 of 2 GB/s, which is taken as the bandwidth of a link.
     * Other values are those of RICC.
     */
    static final NetworkCost DDR = new NetworkCost(new LinkCost(1.6e-6, 1 / 1.715e9, 0.5e-6, 0.5e-6, 0.2e-6),
            LinkCost.hockney(0.6e-6, 1 / 3e9),
            MANY_TO_ONE);

    private static final int FX10_UNITS = 4;
    private static final int TOFU_INTERFACES = 4;
    /** The most consecutive nodes that another job occupies. */
    private static final int LONGEST_OTHER_JOB = 24;

    private Machines() {
    }

    /**
     * Returns the placement of a job with x * y * z nodes, on a torus of 768 nodes in 4 x 4 x 4 units that wrap. Nodes send and receive
     * over four interfaces.
     *
     * @param x nodes of the job in the first dimension
     * @param y nodes of the job in the second dimension
     * @param z nodes of the job in the third dimension
     */
    static Placement fx10(int x, int y, int z) {
        Torus system = Tofu.system(Dimension.ring("X", FX10_UNITS), Dimension.ring("Y", FX10_UNITS), Dimension.ring("Z", FX10_UNITS))
                .withInterfaces(TOFU_INTERFACES);
        return Tofu.job(system, new int[] {0, 0, 0}, x, y, z);
    }

    /**
     * Returns the placement of a job of RICC's scheduler, which gives out free nodes wherever they are. Most of the machine is taken by
     * consecutive nodes of other jobs. Ranks fill node after node.
     *
     * @param nodes   number of nodes of the job
     * @param perNode number of ranks on each node
     * @param seed    seed of the random choice of free nodes
     */
    static Placement riccJob(int nodes, int perNode, long seed) {
        Random random = new Random(seed);
        int all = PaperPlacements.ricc().nodes();
        boolean[] taken = new boolean[all];
        int free = all;
        while (free > 2 * nodes) {
            int first = random.nextInt(all);
            int length = 1 + random.nextInt(LONGEST_OTHER_JOB);
            for (int i = first; i < Math.min(all, first + length) && free > 2 * nodes; i++) {
                free -= taken[i] ? 0 : 1;
                taken[i] = true;
            }
        }
        List<Integer> given = new ArrayList<>();
        for (int node = 0; given.size() < nodes; node++) {
            if (!taken[node]) {
                given.add(node);
            }
        }
        return Placement.of(PaperPlacements.ricc(), IntStream.range(0, nodes * perNode).map(rank -> given.get(rank / perNode)).toArray());
    }
}
