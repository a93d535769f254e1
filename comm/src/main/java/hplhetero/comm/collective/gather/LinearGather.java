package hplhetero.comm.collective.gather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.MemorySegment;

/** A gather in which each piece comes straight to its place at the root. */
final class LinearGather extends DescribedRounds implements Collectives.Gather {
    private MemorySegment piece;
    private MemorySegment whole;

    LinearGather(CollectiveChannel channel) {
        super(channel);
    }

    @Override
    public void start(MemorySegment piece, MemorySegment whole, int root) {
        requireIdle();
        channel.requireRank("root", root);
        long expected = channel.size() * piece.byteSize();
        if (channel.rank() == root && (whole == null || whole.byteSize() != expected)) {
            throw new IllegalArgumentException("gather of pieces of bytes=" + piece.byteSize()
                    + ": give the root a buffer of size * piece = " + expected + " bytes, not "
                    + (whole == null ? "null" : whole.byteSize()));
        }
        this.piece = piece;
        this.whole = whole;
        if (channel.rank() == root) {
            placeOf(root).copyFrom(piece);
        }
        begin(GatherKind.LINEAR.state(channel.size(), piece.byteSize(), root));
    }

    private MemorySegment placeOf(int rank) {
        return whole.asSlice(rank * piece.byteSize(), piece.byteSize());
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return piece;
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return placeOf(from);
    }
}
