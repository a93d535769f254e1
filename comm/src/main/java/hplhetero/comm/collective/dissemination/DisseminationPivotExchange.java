package hplhetero.comm.collective.dissemination;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import hplhetero.comm.Collectives;
import hplhetero.comm.Request;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.Rounds;
import hplhetero.network.schedule.Dissemination;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A pivot exchange in ceil(log2 size) rounds for any number of ranks. Taking the better of two candidates twice does no harm, so no rank
 * needs to be folded away as in an allreduce. Before round k a rank knows the best of the 2^k ranks up to and including itself. It sends
 * the current row along when the holder is among these ranks and is not yet among those of the rank it sends to. All receives are posted at
 * the start, each into a space of its own, so a message that is early needs no intermediate copy.
 */
final class DisseminationPivotExchange extends Rounds implements Collectives.PivotExchange {
    private final int rounds;
    private final long currentOffset;
    private final MemorySegment[] spaces;
    private final MemorySegment[] spacesWithoutCurrent;
    private final Request[] receives;
    private MemorySegment record;
    private MemorySegment recordWithoutCurrent;
    private int holder;

    DisseminationPivotExchange(CollectiveChannel channel, long payloadBytes) {
        super(channel);
        if (payloadBytes < 0) {
            throw new IllegalArgumentException("payloadBytes=" + payloadBytes + " of a pivot exchange: choose >= 0");
        }
        this.rounds = Dissemination.rounds(channel.size());
        this.currentOffset = Collectives.PivotExchange.currentOffset(payloadBytes);
        this.spaces = new MemorySegment[rounds];
        this.spacesWithoutCurrent = new MemorySegment[rounds];
        this.receives = new Request[rounds];
        Arena arena = Arena.ofAuto();
        for (int round = 0; round < rounds; round++) {
            spaces[round] = arena.allocate(Collectives.PivotExchange.recordBytes(payloadBytes), 64);
            spacesWithoutCurrent[round] = spaces[round].asSlice(0, currentOffset);
        }
        this.record = MemorySegment.NULL;
    }

    @Override
    public void start(MemorySegment record, int holder) {
        channel.requireRank("holder", holder);
        begin(record, holder);
    }

    /**
     * Starts an exchange that may be without a current row.
     *
     * @param record in/out, as {@link #start} takes it
     * @param holder rank that holds the current row, or {@link PivotTraffic#NOBODY}
     */
    void begin(MemorySegment record, int holder) {
        requireIdle();
        if (record != this.record) {
            adopt(record);
        }
        this.holder = holder;
        for (int round = 0; round < rounds; round++) {
            int source = channel.before(1 << round);
            receives[round] = channel.receive(carriesCurrent(source, round) ? spaces[round] : spacesWithoutCurrent[round], source);
        }
        begin(rounds);
    }

    @Override
    protected void post(int round) {
        MemorySegment outgoing = carriesCurrent(channel.rank(), round) ? record : recordWithoutCurrent;
        pending.add(receives[round]);
        pending.add(channel.send(outgoing, channel.after(1 << round)));
    }

    @Override
    protected void complete(int round) {
        MemorySegment incoming = spaces[round];
        if (better(incoming, record)) {
            MemorySegment.copy(incoming, 0, record, 0, currentOffset);
        }
        if (carriesCurrent(channel.before(1 << round), round)) {
            MemorySegment.copy(incoming, currentOffset, record, currentOffset, record.byteSize() - currentOffset);
        }
    }

    private void adopt(MemorySegment record) {
        long bytes = 2 * currentOffset - CANDIDATE_OFFSET;
        if (record.byteSize() != bytes) {
            throw new IllegalArgumentException("pivot record of bytes=" + record.byteSize() + ": "
                    + "give exactly 16 + 2 * payloadBytes = " + bytes);
        }
        this.record = record;
        this.recordWithoutCurrent = record.asSlice(0, currentOffset);
    }

    private boolean carriesCurrent(int sender, int round) {
        return PivotTraffic.carriesCurrent(channel.size(), holder, sender, round);
    }

    /** Returns whether the candidate of record {@code a} wins over that of record {@code b}. */
    static boolean better(MemorySegment a, MemorySegment b) {
        double x = a.get(JAVA_DOUBLE_UNALIGNED, MAGNITUDE_OFFSET);
        double y = b.get(JAVA_DOUBLE_UNALIGNED, MAGNITUDE_OFFSET);
        if (x == y || (Double.isNaN(x) && Double.isNaN(y))) {
            return a.get(JAVA_LONG_UNALIGNED, ROW_OFFSET) < b.get(JAVA_LONG_UNALIGNED, ROW_OFFSET);
        }
        return x > y || Double.isNaN(y);
    }
}
