package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An allreduce by recursive doubling along a butterfly, with {@link Fold}. At each step partners exchange what the ranks of their two
 * groups have combined. The left operand is always the value of the group with the lower {@link Butterfly#position positions}, so all pairs
 * of the two groups combine the same two values. So every rank ends with the same bits even where the combiner is only nearly commutative.
 */
final class DoublingAllreduce extends DescribedRounds implements Collectives.Allreduce {
    private final Fold fold;
    private final Butterfly butterfly;
    private final Collectives.Combiner combiner;
    private final MemorySegment space;
    private MemorySegment inout;
    private MemorySegment received;

    DoublingAllreduce(CollectiveChannel channel, Butterfly butterfly, long maxBytes, Collectives.Combiner combiner) {
        super(channel);
        this.fold = Fold.of(channel.size());
        this.butterfly = butterfly;
        this.combiner = combiner;
        this.space = Arena.ofAuto().allocate(maxBytes, Long.BYTES);
        this.received = space;
    }

    @Override
    public void start(MemorySegment inout) {
        requireIdle();
        AllreduceCheck.check(inout, space);
        this.inout = inout;
        if (received.byteSize() != inout.byteSize()) {
            received = space.asSlice(0, inout.byteSize());
        }
        begin(new DoublingTraffic("", fold, butterfly, inout.byteSize()));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return inout;
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return fold.foldedAway(channel.rank()) ? inout : received;
    }

    @Override
    protected void complete(int round) {
        int rank = channel.rank();
        int step = fold.step(round);
        if (step < 0) {
            if (fold.paired(rank) && !fold.foldedAway(rank)) {
                combiner.combine(inout, received);
            }
        } else if (step < fold.doublings() && !fold.foldedAway(rank)) {
            int number = fold.number(rank);
            combine(butterfly.position(DoublingTraffic.partner(butterfly, step, number)) < butterfly.position(number));
        }
    }

    private void combine(boolean receivedIsLower) {
        if (receivedIsLower) {
            combiner.combine(received, inout);
            inout.copyFrom(received);
        } else {
            combiner.combine(inout, received);
        }
    }
}
