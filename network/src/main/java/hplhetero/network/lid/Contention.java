package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.BitSet;

/**
 * The waiting that messages of a pattern that are under way at once cause each other between switches. The load of a link in a stage is its
 * bytes / its bandwidth. The load of the most loaded link between switches is given in units of the load of the most loaded link of a node,
 * which no choice of paths can reduce. With one rank on a node and messages of one size, this is the number of messages that pass the link.
 *
 * @param pattern    name of the pattern
 * @param stages     number of stages in which anything is sent between nodes
 * @param contended  number of these stages that have a link between switches more loaded than any node's link
 * @param worst      load of the most loaded link between switches, in the worst stage; 0 where no message passes such a link
 * @param worstLink  number of the first such link, or -1
 * @param worstStage first stage in which this link is so loaded, or -1
 * @param mean       mean over the stages of the load of the most loaded link between switches, counted as at least 1: the factor by which
 *                   the pattern takes longer than without hot spots, if all its stages take equally long
 */
public record Contention(String pattern, int stages, int contended, double worst, int worstLink, int worstStage, double mean) {
    /** Difference up to which two loads count as equal, since loads are sums of quotients. */
    private static final double TOLERANCE = 1e-9;

    /**
     * Returns how much messages that are under way at once wait for each other between switches. Messages are sent in stages, and all
     * messages of a stage are counted as under way at once. Takes O(messages x links of a route).
     *
     * @param placement place of each rank, and the paths by which ranks send
     * @param pattern   messages of the ranks, stage by stage
     * @throws IllegalArgumentException when the fabric is neither a fat tree nor given by tables
     */
    public static Contention of(Placement placement, Traffic pattern) {
        Counter counter = new Counter(placement);
        int stages = 0;
        int contended = 0;
        double worst = 0;
        int worstLink = -1;
        int worstStage = -1;
        double sum = 0;
        for (int stage = 0; stage < pattern.stages(); stage++) {
            counter.count(pattern, stage);
            if (counter.nodes > 0) {
                double load = counter.between / counter.nodes;
                stages++;
                contended += load > 1 + TOLERANCE ? 1 : 0;
                sum += Math.max(1, load);
                if (load > worst) {
                    worst = load;
                    worstLink = counter.link;
                    worstStage = stage;
                }
            }
        }
        return new Contention(pattern.name(), stages, contended, worst, worstLink, worstStage, stages == 0 ? 1 : sum / stages);
    }

    /**
     * Returns whether no stage is contended: in none is a link between switches more loaded, in bytes / bandwidth, than the most loaded
     * link of a node.
     */
    public boolean free() {
        return contended == 0;
    }

    /**
     * Returns the share of contended stages among the stages in which anything is sent between nodes; 0 where there are none. In a
     * contended stage some link between switches is more loaded, in bytes / bandwidth, than the most loaded link of a node.
     */
    public double contendedShare() {
        return stages == 0 ? 0 : (double) contended / stages;
    }

    /** A counter of the loads of one stage after the other. For one thread. */
    private static final class Counter {
        private final Placement placement;
        private final BitSet betweenSwitches;
        private final double[] loads;
        private final int[] route;
        private final int[] touched;
        private int size;
        private double nodes;
        private double between;
        private int link;

        Counter(Placement placement) {
            this.placement = placement;
            betweenSwitches = SwitchLinks.of(placement.fabric());
            loads = new double[placement.fabric().links()];
            touched = new int[loads.length];
            route = new int[placement.fabric().longestRoute()];
        }

        void count(Traffic pattern, int stage) {
            pattern.messages(stage, this::add);
            nodes = 0;
            between = 0;
            link = -1;
            for (int i = 0; i < size; i++) {
                int at = touched[i];
                if (!betweenSwitches.get(at)) {
                    nodes = Math.max(nodes, loads[at]);
                } else if (loads[at] > between || loads[at] == between && at < link) {
                    between = loads[at];
                    link = at;
                }
                loads[at] = 0;
            }
            size = 0;
        }

        private void add(int from, int to, long bytes) {
            Fabric fabric = placement.fabric();
            int hops = bytes == 0 ? 0 : placement.route(from, to, route);
            for (int i = 0; i < hops; i++) {
                int at = route[i];
                if (loads[at] == 0) {
                    touched[size++] = at;
                }
                loads[at] += bytes / fabric.bandwidth(at);
            }
        }
    }
}
