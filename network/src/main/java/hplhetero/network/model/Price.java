package hplhetero.network.model;

import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Link;
import hplhetero.network.topology.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What traffics take that run at the same time, and which links limit them. Immutable. */
public final class Price {
    private final Fabric fabric;
    private final double[] seconds;
    private final double[] transfer;
    private final int[] link;
    private final double[] load;

    private Price(Builder builder) {
        fabric = builder.fabric;
        seconds = builder.seconds;
        transfer = builder.transfer;
        link = builder.link;
        load = builder.load;
    }

    /** Without a {@link Pricer} that is kept for others on the same placement. */
    public static Price of(Placement placement, NetworkCost cost, List<PlacedTraffic> together) {
        return new Pricer(placement).price(cost, together);
    }

    /** Of all stages. */
    public double seconds() {
        return sum(seconds);
    }

    /** Seconds in which links, or memories of hosts, are at work; the rest are latencies and overheads. */
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

    public int stages() {
        return seconds.length;
    }

    public double seconds(int stage) {
        return seconds[stage];
    }

    /** The most loaded link of a stage, of several the first; {@link StageLoad#NO_LINK} where no bytes pass any. */
    public int link(int stage) {
        return link[stage];
    }

    /** Bytes on that link / its bandwidth in the fabric's units. */
    public double load(int stage) {
        return load[stage];
    }

    /** The mean of {@link #load(int)} over all stages in which bytes pass a link; 0 where there are none. */
    public double meanLoad() {
        int count = 0;
        for (int id : link) {
            count += id == StageLoad.NO_LINK ? 0 : 1;
        }
        return count == 0 ? 0 : sum(load) / count;
    }

    /**
     * The link that limits: summed over the stages that it is the most loaded one of, its load is the greatest; of several, the first.
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
     * A link that limits.
     *
     * @param id   its number
     * @param link its ends
     * @param load of the stages that it is the most loaded one of: bytes / bandwidth in the fabric's units
     */
    public record Limit(int id, Link link, double load) {
    }

    /** Takes stages down in their order. */
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
