package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * An allreduce that cuts the buffer: each piece is combined on its way to one rank, which then has it brought to all, so that every rank
 * ends with the same bits; not those of another algorithm, since pieces meet in another order.
 */
abstract class CutAllreduce extends DescribedRounds implements Collectives.Allreduce {
    private final Collectives.Combiner combiner;
    private final MemorySegment space;
    /** What came and is to be combined: into the bytes of the buffer that have its place. */
    private final List<MemorySegment> came = new ArrayList<>();
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
        MostBytes.check(inout, space);
        this.inout = inout;
        beginWith(inout.byteSize());
    }

    /** Begins with the first stage of an allreduce of so many bytes. */
    abstract void beginWith(long bytes);

    /** The byte at which begins what a message brings; messages of a stage are asked for in the stated order. */
    abstract long comingAt(int stage);

    /** The byte at which begins what a message takes away; in the stated order. */
    abstract long goingFrom(int stage);

    /** Whether what comes at {@code stage} is still to be combined. */
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
