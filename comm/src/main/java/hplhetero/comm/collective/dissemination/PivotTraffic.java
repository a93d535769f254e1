package hplhetero.comm.collective.dissemination;

import hplhetero.comm.Collectives.PivotExchange;
import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of a pivot exchange by dissemination, which contain the current row only where it is needed.
 *
 * @param payloadBytes bytes of each of the two rows of a record
 * @param holder       rank that holds the current row, or {@link #NOBODY}
 */
record PivotTraffic(int ranks, long payloadBytes, int holder) implements Traffic {
    /** The holder, where no rank that takes part holds the current row. */
    static final int NOBODY = -1;

    @Override
    public String name() {
        return DisseminationKind.LABEL;
    }

    @Override
    public int stages() {
        return Dissemination.rounds(ranks);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int from = Math.floorMod(rank - (1 << stage), ranks);
        sink.receive(from, bytes(from, stage));
        sink.send((rank + (1 << stage)) % ranks, bytes(rank, stage));
    }

    private long bytes(int sender, int stage) {
        return carriesCurrent(ranks, holder, sender, stage) ? PivotExchange.recordBytes(payloadBytes)
                : PivotExchange.currentOffset(payloadBytes);
    }

    /**
     * Returns whether the message that {@code sender} sends in a round contains the current row, because the sender knows the row before
     * the round and the receiver, 2^round ranks after it, does not.
     *
     * @param ranks  number of ranks
     * @param holder rank that holds the current row, or {@link #NOBODY}
     * @param sender rank that sends
     * @param round  number of the round, from 0
     */
    static boolean carriesCurrent(int ranks, int holder, int sender, int round) {
        int distance = 1 << round;
        return holder != NOBODY
                && Math.floorMod(sender - holder, ranks) < distance && Math.floorMod(sender + distance - holder, ranks) >= distance;
    }
}
