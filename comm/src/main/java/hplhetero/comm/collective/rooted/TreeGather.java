package hplhetero.comm.collective.rooted;

import hplhetero.comm.Collectives;
import hplhetero.comm.Collectives.Pieces;
import hplhetero.comm.collective.frame.CollectiveChannel;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Gathers pieces of any size, or of one. */
final class TreeGather extends RootedExchange implements Collectives.Gatherv, Collectives.Gather {

    TreeGather(CollectiveChannel channel, RootedShape shape) {
        super(channel, Way.TO_ROOT, shape);
    }

    @Override
    public void start(MemorySegment piece, Pieces whole, int root) {
        begin(whole, piece, root);
    }

    @Override
    public void start(MemorySegment piece, MemorySegment whole, int root) {
        long expected = channel.size() * piece.byteSize();
        if (channel.rank() == root && (whole == null || whole.byteSize() != expected)) {
            throw new IllegalArgumentException("gather of pieces of bytes=" + piece.byteSize()
                    + ": give the root a buffer of size * piece = " + expected + " bytes, not "
                    + (whole == null ? "null" : whole.byteSize()));
        }
        long[] offsets = new long[channel.size()];
        long[] lengths = new long[channel.size()];
        Arrays.setAll(offsets, rank -> rank * piece.byteSize());
        Arrays.fill(lengths, piece.byteSize());
        begin(new Pieces(channel.rank() == root ? whole : MemorySegment.NULL, offsets, lengths), piece, root);
    }
}
