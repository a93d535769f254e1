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
        /** Returns the messages of a barrier among {@code ranks} ranks, without a check of the arguments; bytes and root have no effect. */
        @Override
        public Traffic state(int ranks, long bytes, int root) {
            return new BarrierTraffic(ranks);
        }
    },
    /** The pivot exchange; the root holds the current row. */
    PIVOT_EXCHANGE(Collective.PIVOT_EXCHANGE) {
        /**
         * Returns the messages of a pivot exchange at one site, without a check of the arguments.
         *
         * @param ranks number of ranks
         * @param bytes bytes of the candidate row, and as many of the current row
         * @param root  rank that holds the current row
         */
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
     * Returns the operation that does a pivot exchange of the ranks of {@code channel}: it brings the best candidate for the pivot row to
     * all ranks, and the current row, which is swapped with it, to the ranks of the best candidate's site. Among several sites (groups of
     * hosts behind one shared, slower link) few messages cross the links between sites.
     *
     * @param channel      channel of the ranks, those of one process column
     * @param sites        site of each rank of the channel
     * @param payloadBytes bytes of a row: of the candidate, and as many of the current row, in the record that {@link
     *                     Collectives.PivotExchange} describes
     */
    public static Collectives.PivotExchange pivotExchange(CollectiveChannel channel, Sites sites, long payloadBytes) {
        return sites.one() ? new DisseminationPivotExchange(channel, payloadBytes)
                : new HierarchicalPivotExchange(channel, sites, payloadBytes);
    }

    /**
     * Returns the messages of a pivot exchange, which brings the best candidate for the pivot row to all ranks of a process column, and the
     * current row, which is swapped with it, to the ranks of the best candidate's site. Where all ranks sit at one site, the exchange goes
     * by dissemination. Among several sites (groups of hosts behind one shared, slower link) another algorithm sends few messages between
     * sites.
     *
     * @param sites        site of each rank
     * @param payloadBytes bytes of a row: of the candidate, and as many of the current row
     * @param holder       rank that holds the current row
     * @param winner       any rank of the site where the best candidate is; without effect where there is one site
     */
    public static Traffic pivotTraffic(Sites sites, long payloadBytes, int holder, int winner) {
        return sites.one() ? new PivotTraffic(sites.size(), payloadBytes, holder)
                : HierarchicalPivotTraffic.of(sites, payloadBytes, holder, winner);
    }
}
