package hplhetero.network.model;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The predicted time of traffics that run at the same time, and the links that limit them. Immutable. */
public final class Price {
    private final Fabric fabric;
    /** Predicted seconds of each stage, indexed by stage. */
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
     * Returns the price of traffics without keeping a {@link Pricer} for further prices on the same placement.
     *
     * @param placement the network and the node of each rank
     * @param cost      cost of messages
     * @param together  traffics that begin together
     */
    public static Price of(Placement placement, NetworkCost cost, List<PlacedTraffic> together) {
        return new Pricer(placement).price(cost, together);
    }

    /** Returns the predicted seconds of all stages together. */
    public double seconds() {
        return sum(seconds);
    }

    /** Returns the seconds in which links, or memories of hosts, are at work. The other seconds are latencies and overheads. */
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

    /** Returns the number of stages, in which the traffics go on together: as many as the traffic with the most stages has. */
    public int stages() {
        return seconds.length;
    }

    /**
     * Returns the predicted seconds of one stage, from its start to its last message.
     *
     * @param stage stage, 0 .. {@link #stages} - 1
     */
    public double seconds(int stage) {
        return seconds[stage];
    }

    /**
     * Returns the number of the most loaded link of a stage, the first of several; {@link StageLoad#NO_LINK} where no bytes pass any link.
     *
     * @param stage stage, 0 .. {@link #stages} - 1
     */
    public int link(int stage) {
        return link[stage];
    }

    /**
     * Returns the load of the most loaded link of a stage: its bytes / its bandwidth in the fabric's units; 0 where no bytes pass any link.
     *
     * @param stage stage, 0 .. {@link #stages} - 1
     */
    public double load(int stage) {
        return load[stage];
    }

    /** Returns the mean of {@link #load(int)} over all stages in which bytes pass a link; 0 where there are none. */
    public double meanLoad() {
        int count = 0;
        for (int id : link) {
            count += id == StageLoad.NO_LINK ? 0 : 1;
        }
        return count == 0 ? 0 : sum(load) / count;
    }

    /**
     * Returns the link that limits the traffics. For each link, loads are summed over the stages in which it is the most loaded one; the
     * link with the greatest sum limits, the first of several. Empty where no bytes pass any link.
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
     * @param id   number of the link
     * @param link ends of the link
     * @param load bytes / bandwidth in the fabric's units, summed over the stages in which it is the most loaded link
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

        /** Adds the next stage. */
        void add(StageLoad stage, NetworkCost cost) {
            seconds[count] = cost.seconds(stage);
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
