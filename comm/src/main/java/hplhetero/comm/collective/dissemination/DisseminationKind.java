package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;

/** What is done by dissemination; the only algorithm of each of these collectives. */
public enum DisseminationKind implements Algorithm {
    BARRIER(Collective.BARRIER) {
        @Override
        public Traffic state(int ranks, long bytes, int root) {
            return new BarrierTraffic(ranks);
        }
    },
    /** The root holds the current row. */
    PIVOT_EXCHANGE(Collective.PIVOT_EXCHANGE) {
        @Override
        public Traffic state(int ranks, long bytes, int root) {
            return new PivotTraffic(ranks, bytes, root);
        }
    };

    static final String LABEL = "dissemination";

    private final Collective collective;

    DisseminationKind(Collective collective) {
        this.collective = collective;
    }

    @Override
    public Collective collective() {
        return collective;
    }

    @Override
    public String label() {
        return LABEL;
    }

    public static Collectives.Barrier barrier(CollectiveChannel channel) {
        return new DisseminationBarrier(channel);
    }

    /** @param payloadBytes of each of the two payloads of a record */
    public static Collectives.PivotExchange pivotExchange(CollectiveChannel channel, Sites sites, long payloadBytes) {
        return sites.one() ? new DisseminationPivotExchange(channel, payloadBytes)
                : new HierarchicalPivotExchange(channel, sites, payloadBytes);
    }

    /**
     * What a pivot exchange sends among several sites.
     *
     * @param holder of the current row
     * @param winner a rank of the site where the best candidate is
     */
    public static Traffic pivotTraffic(Sites sites, long payloadBytes, int holder, int winner) {
        return sites.one() ? new PivotTraffic(sites.size(), payloadBytes, holder)
                : HierarchicalPivotTraffic.of(sites, payloadBytes, holder, winner);
    }
}
