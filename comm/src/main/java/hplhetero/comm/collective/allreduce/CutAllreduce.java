package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * An allreduce that cuts the buffer: each piece is combined on its way to one rank, which then has it brought to all, so that every rank
 * ends with the same bits; not those of another algorithm, since pieces meet in another order.
 */
abstract class CutAllreduce extends StatedRounds implements Collectives.Allreduce {
    private final Collectives.Combiner combiner;
    private final MemorySegment space;
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

    /** The byte at which what is received at {@code stage} belongs. */
    abstract long comingAt(int stage);

    /** The byte at which what is sent begins. */
    abstract long goingFrom(int stage);

    /** The bytes that are received and combined; 0 where nothing is. */
    abstract long combined(int stage);

    @Override
    protected final MemorySegment outgoing(int stage, int to, long bytes) {
        return inout.asSlice(goingFrom(stage), bytes);
    }

    @Override
    protected final MemorySegment incoming(int stage, int from, long bytes) {
        return combined(stage) > 0 ? space.asSlice(0, bytes) : inout.asSlice(comingAt(stage), bytes);
    }

    @Override
    protected final void complete(int stage) {
        long bytes = combined(stage);
        if (bytes > 0) {
            combiner.combine(inout.asSlice(comingAt(stage), bytes), space.asSlice(0, bytes));
        }
    }
}
