package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * An allreduce that cuts the buffer. Each piece is combined on its way to one rank and then brought from there to all, so every rank ends
 * with the same bits. Other algorithms give other bits, because pieces meet in another order.
 */
abstract class CutAllreduce extends DescribedRounds implements Collectives.Allreduce {
    private final Collectives.Combiner combiner;
    private final MemorySegment space;
    /** Pieces that came in a stage and are to be combined, in {@link #space}. */
    private final List<MemorySegment> came = new ArrayList<>();
    /** Stretches of {@link #inout} into which the pieces of {@link #came} are combined, with the same index. */
    private final List<MemorySegment> into = new ArrayList<>();
    private MemorySegment inout;

    CutAllreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        super(channel);
        this.combiner = combiner;
        space = Arena.ofAuto().allocate(mostBytes, Long.BYTES);
    }

    @Override
    public final void start(MemorySegment inout) {
        requireIdle();
        AllreduceCheck.check(inout, space);
        this.inout = inout;
        beginWith(inout.byteSize());
    }

    /** Begins with the first stage of an allreduce of {@code bytes} bytes. */
    abstract void beginWith(long bytes);

    /**
     * Returns the byte of the buffer at which the next received message begins. Messages of a stage are asked for in the order in which
     * they are described.
     */
    abstract long comingAt(int stage);

    /**
     * Returns the byte of the buffer at which the next sent message begins. Messages of a stage are asked for in the order in which they
     * are described.
     */
    abstract long goingFrom(int stage);

    /**
     * Returns whether a rank combines the bytes that come at {@code stage} with its own. Otherwise the bytes are results, which replace its
     * own.
     */
    abstract boolean combines(int stage);

    @Override
    protected final MemorySegment outgoing(int stage, int to, long bytes) {
        return inout.asSlice(goingFrom(stage), bytes);
    }

    @Override
    protected final MemorySegment incoming(int stage, int from, long bytes) {
        long offset = comingAt(stage);
        MemorySegment place = inout.asSlice(offset, bytes);
        if (!combines(stage)) {
            return place;
        }
        into.add(place);
        came.add(space.asSlice(offset, bytes));
        return came.getLast();
    }

    @Override
    protected final void complete(int stage) {
        for (int i = 0; i < came.size(); i++) {
            combiner.combine(into.get(i), came.get(i));
        }
        into.clear();
        came.clear();
    }
}
