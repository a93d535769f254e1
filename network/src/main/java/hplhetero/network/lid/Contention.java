package hplhetero.network.lid;

import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import java.util.BitSet;

/**
 * What the messages of a pattern that are under way at once make each other wait between switches. The load of a link in a stage is its
 * bytes / its bandwidth; that of the most loaded link between switches is told in units of that of the most loaded link of a node, which
 * no choice of paths can spare: with one rank a node and messages of one size, how many messages pass it.
 *
 * @param pattern    its name
 * @param stages     in which anything is sent between nodes
 * @param contended  of these, how many have a link between switches that is more loaded than any node's
 * @param worst      load of the most loaded link between switches, in the worst stage; 0 where no message passes any
 * @param worstLink  the first such link, or -1
 * @param worstStage the first stage in which it is so loaded, or -1
 * @param mean       over the stages, of the load of the most loaded one, but at least 1: how much longer the pattern takes than without
 *                   hot spots, if all its stages take equally long
 */
public record Contention(String pattern, int stages, int contended, double worst, int worstLink, int worstStage, double mean) {
    /** Loads are sums of quotients: so near to each other they are the same. */
    private static final double TOLERANCE = 1e-9;

    /**
     * Counts, stage by stage: O(messages x links of a route).
     *
     * @param placement and its paths
     * @throws IllegalArgumentException when the fabric is no tree
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

    /** Whether no stage has a hot spot. */
    public boolean free() {
        return contended == 0;
    }

    /** Of stages in which anything is sent between nodes. */
    public double contendedShare() {
        return stages == 0 ? 0 : (double) contended / stages;
    }

    /** The loads of one stage after the other. One thread. */
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
