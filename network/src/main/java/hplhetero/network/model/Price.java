package hplhetero.network.model;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The predicted time of traffics that run at the same time, and the links that limit them. A traffic is the messages of a collective, in
 * stages; stage i of all traffics is under way at once, and its work is over before that of stage i + 1 begins. Immutable.
 */
public final class Price {
    private final Fabric fabric;
    /** Seconds by which each stage lengthens the predicted time, indexed by stage. */
    private final double[] seconds;
    /** Seconds of each stage in which links or memories are at work, indexed by stage. */
    private final double[] transfer;
    /** Number of the most loaded link of each stage, indexed by stage; {@link StageLoad#NO_LINK} where no bytes pass any link. */
    private final int[] link;
    /** Bytes / bandwidth of the most loaded link of each stage, indexed by stage. */
    private final double[] load;

    private Price(Builder builder) {
        fabric = builder.fabric;
        seconds = builder.seconds;
        transfer = builder.transfer;
        link = builder.link;
        load = builder.load;
    }

    /**
     * Returns the predicted time of traffics that run at the same time, each being the messages of a collective in stages. Makes a
     * {@link Pricer} for this one price; to price several on the same placement, keep a pricer.
     *
     * @param placement the network and the node of each rank
     * @param cost      seconds that messages take, between nodes and within a node
     * @param together  traffics that begin together
     */
    public static Price of(Placement placement, NetworkCost cost, List<PlacedTraffic> together) {
        return new Pricer(placement).price(cost, together);
    }

    /**
     * Returns the predicted seconds of the traffics, from the beginning of the first stage to the end of the last: the sum over all stages,
     * which follow each other.
     */
    public double seconds() {
        return sum(seconds);
    }

    /**
     * Returns the part of {@link #seconds()} in which bytes are on their way: the time that the most loaded link, or the busiest rank's
     * memory for messages within a node, needs for its bytes, summed over the stages. The other seconds are latencies and overheads.
     */
    public double transferSeconds() {
        return sum(transfer);
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /**
     * Returns the number of stages of this price. Stage i of all traffics is under way at the same time, so this is the number of stages of
     * the traffic that has the most.
     */
    public int stages() {
        return seconds.length;
    }

    /**
     * Returns the seconds by which one stage lengthens the predicted time. Where all ranks wait for messages of the stage, this is the time
     * from the beginning of the stage, in which all its ranks begin together, until its last message has come. Where the stage sends on
     * what came stages ago, its latency may have been waited for already.
     *
     * @param stage number of the stage, 0 .. {@link #stages} - 1
     */
    public double seconds(int stage) {
        return seconds[stage];
    }

    /**
     * Returns the fabric's number, from 0, of the link with the greatest load in a stage, the lowest such number; {@link StageLoad#NO_LINK}
     * where no bytes pass any link. A link's load is the bytes that pass it / its bandwidth relative to the fabric's base bandwidth.
     *
     * @param stage number of the stage, 0 .. {@link #stages} - 1
     */
    public int link(int stage) {
        return link[stage];
    }

    /**
     * Returns the load of the most loaded link of a stage: the bytes that pass it / its bandwidth relative to the fabric's base bandwidth,
     * so for a link of that bandwidth just the bytes. Returns 0 where no bytes pass any link.
     *
     * @param stage number of the stage, 0 .. {@link #stages} - 1
     */
    public double load(int stage) {
        return load[stage];
    }

    /**
     * Returns the mean of {@link #load(int)}, in bytes that would load a link of the fabric's base bandwidth as much, over all stages in
     * which bytes pass a link; 0 where there are none.
     */
    public double meanLoad() {
        int count = 0;
        for (int id : link) {
            count += id == StageLoad.NO_LINK ? 0 : 1;
        }
        return count == 0 ? 0 : sum(load) / count;
    }

    /**
     * Returns the link that limits the traffics, by what is added up over the stages: a link gets the load of each stage in which it is the
     * most loaded one, and the link with the greatest sum limits, of several the one with the lowest number. Returns empty where no bytes
     * pass any link.
     */
    public Optional<Limit> limit() {
        Map<Integer, Double> loads = new HashMap<>();
        for (int stage = 0; stage < link.length; stage++) {
            if (link[stage] != StageLoad.NO_LINK) {
                loads.merge(link[stage], load[stage], Double::sum);
            }
        }
        Limit limit = null;
        for (Map.Entry<Integer, Double> entry : loads.entrySet()) {
            if (limit == null || entry.getValue() > limit.load || entry.getValue() == limit.load && entry.getKey() < limit.id) {
                limit = new Limit(entry.getKey(), null, entry.getValue());
            }
        }
        return Optional.ofNullable(limit).map(found -> new Limit(found.id, fabric.link(found.id), found.load));
    }

    /**
     * A link that limits traffics.
     *
     * @param id   the fabric's number of the link, from 0
     * @param link ends and bandwidth of the link
     * @param load bytes / bandwidth relative to the fabric's base bandwidth, summed over the stages in which this link is the most loaded
     *             one
     */
    public record Limit(int id, Link link, double load) {
    }

    /** A builder of a price, which takes stages in their order. */
    static final class Builder {
        private final Fabric fabric;
        private final double[] seconds;
        private final double[] transfer;
        private final int[] link;
        private final double[] load;
        private int count;

        Builder(Fabric fabric, int stages) {
            this.fabric = Objects.requireNonNull(fabric, "fabric");
            seconds = new double[stages];
            transfer = new double[stages];
            link = new int[stages];
            load = new double[stages];
        }

        /**
         * Adds the next stage.
         *
         * @param latency seconds of latency that come to the predicted time with this stage
         */
        void add(StageLoad stage, NetworkCost cost, double latency) {
            seconds[count] = cost.work(stage) + latency;
            transfer[count] = cost.transfer(stage);
            link[count] = stage.link();
            load[count] = stage.load();
            count++;
        }

        Price build() {
            return new Price(this);
        }
    }
}
