package hplhetero.comm.collective.rooted;

import hplhetero.comm.Collectives.Pieces;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A gather or scatter over a tree. A rank with others below it has a work area in which their pieces and its own lie in the order of
 * positions, so that they travel as one message. The root needs it only for stretches of pieces that do not lie so in its buffer.
 */
abstract class RootedExchange extends StatedRounds {
    private final Way way;
    private final RootedShape shape;
    private MemorySegment space = MemorySegment.NULL;
    private RootedTraffic traffic;
    private Pieces whole;
    private MemorySegment piece;
    private int me;
    /** Of each position, and one more: the bytes of all pieces before it. */
    private long[] before = new long[0];

    RootedExchange(CollectiveChannel channel, Way way, RootedShape shape) {
        super(channel);
        this.way = way;
        this.shape = shape;
    }

    final void begin(Pieces whole, MemorySegment piece, int root) {
        requireIdle();
        channel.requireRank("root", root);
        PiecesCheck.check(whole, piece, channel.rank(), channel.size(), root);
        this.whole = whole;
        this.piece = piece;
        before = new long[channel.size() + 1];
        traffic = RootedTraffic.of(way, shape, channel.size(), root, position -> before[position]);
        for (int position = 0; position < channel.size(); position++) {
            before[position + 1] = before[position] + whole.lengths()[traffic.rank(position)];
        }
        me = traffic.position(channel.rank());
        if (me == 0) {
            MemorySegment own = whole.buffer().asSlice(whole.offsets()[root], whole.lengths()[root]);
            copy(way == Way.TO_ROOT ? piece : own, way == Way.TO_ROOT ? own : piece);
        } else if (traffic.extent(me) > 1) {
            reserve(me, me + traffic.extent(me));
            if (way == Way.TO_ROOT) {
                copy(piece, work(me, 1));
            }
        }
        begin(traffic);
    }

    @Override
    protected final MemorySegment outgoing(int stage, int to, long bytes) {
        int position = way == Way.TO_ROOT ? me : traffic.position(to);
        if (me == 0 && !adjacent(position)) {
            forEach(position, (mine, inWork) -> copy(mine, inWork));
        }
        return stretch(position);
    }

    @Override
    protected final MemorySegment incoming(int stage, int from, long bytes) {
        return stretch(way == Way.FROM_ROOT ? me : traffic.position(from));
    }

    /** Where the pieces of {@code position} and those below it lie on this rank. */
    private MemorySegment stretch(int position) {
        int extent = traffic.extent(position);
        if (position == me && extent == 1) {
            return piece;
        }
        if (me > 0 || !adjacent(position)) {
            return work(position, extent);
        }
        return whole.buffer().asSlice(whole.offsets()[traffic.rank(position)], before[position + extent] - before[position]);
    }

    @Override
    protected final void complete(int stage) {
        if (stage < traffic.stages() - 1) {
            return;
        }
        if (way == Way.FROM_ROOT) {
            if (me > 0 && traffic.extent(me) > 1) {
                copy(work(me, 1), piece);
            }
        } else if (me == 0) {
            unpack();
        }
    }

    /** What came to the root for ranks that are no neighbours in its buffer. */
    private void unpack() {
        for (int child = 1; child < channel.size(); child += traffic.extent(child)) {
            if (!adjacent(child)) {
                forEach(child, (mine, inWork) -> copy(inWork, mine));
            }
        }
    }

    /** Looks at a piece of the root's, and at where it lies in the work area. */
    private interface Place {
        void of(MemorySegment mine, MemorySegment inWork);
    }

    private void forEach(int child, Place place) {
        reserve(0, channel.size());
        for (int position = child; position < child + traffic.extent(child); position++) {
            int rank = traffic.rank(position);
            place.of(whole.buffer().asSlice(whole.offsets()[rank], whole.lengths()[rank]), work(position, 1));
        }
    }

    /** Whether the pieces of {@code position} and those below it lie in the root's buffer one after the other. */
    private boolean adjacent(int position) {
        int end = position + traffic.extent(position);
        for (int next = position + 1; next < end; next++) {
            int last = traffic.rank(next - 1);
            if (whole.offsets()[last] + whole.lengths()[last] != whole.offsets()[traffic.rank(next)]) {
                return false;
            }
        }
        return true;
    }

    private void reserve(int first, int end) {
        long bytes = before[end] - before[first];
        if (space.byteSize() < bytes) {
            space = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
    }

    private MemorySegment work(int position, int extent) {
        if (me == 0) {
            reserve(0, channel.size());
        }
        return space.asSlice(before[position] - before[me], before[position + extent] - before[position]);
    }

    private static void copy(MemorySegment from, MemorySegment to) {
        MemorySegment.copy(from, 0, to, 0, from.byteSize());
    }
}
