package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;

/** The collectives that work by dissemination, each with this as its only algorithm. */
public enum DisseminationKind implements Algorithm {
    /** The barrier, whose messages have no bytes. */
    BARRIER(Collective.BARRIER) {
        @Override
        public Traffic state(int ranks, long bytes, int root) {
            return new BarrierTraffic(ranks);
        }
    },
    /** The pivot exchange; the root holds the current row. */
    PIVOT_EXCHANGE(Collective.PIVOT_EXCHANGE) {
        @Override
        public Traffic state(int ranks, long bytes, int root) {
            return new PivotTraffic(ranks, bytes, root);
        }
    };

    /** The label of both algorithms. */
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

    /** Returns the operation that does a barrier of the ranks of {@code channel}. */
    public static Collectives.Barrier barrier(CollectiveChannel channel) {
        return new DisseminationBarrier(channel);
    }

    /**
     * Returns the operation that does a pivot exchange of the ranks of {@code channel}; among several sites it spares the links between
     * them.
     *
     * @param payloadBytes bytes of each of the two payloads of a record
     */
    public static Collectives.PivotExchange pivotExchange(CollectiveChannel channel, Sites sites, long payloadBytes) {
        return sites.one() ? new DisseminationPivotExchange(channel, payloadBytes)
                : new HierarchicalPivotExchange(channel, sites, payloadBytes);
    }

    /**
     * Returns the messages of a pivot exchange; among several sites of one that spares the links between them.
     *
     * @param payloadBytes bytes of each of the two payloads of a record
     * @param holder       rank that holds the current row
     * @param winner       any rank of the site where the best candidate is
     */
    public static Traffic pivotTraffic(Sites sites, long payloadBytes, int holder, int winner) {
        return sites.one() ? new PivotTraffic(sites.size(), payloadBytes, holder)
                : HierarchicalPivotTraffic.of(sites, payloadBytes, holder, winner);
    }
}
