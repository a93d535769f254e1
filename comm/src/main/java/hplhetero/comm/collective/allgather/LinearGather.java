package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.Rounds;
import java.lang.foreign.MemorySegment;

/** Gather straight to the root: used outside the timed loop, so the simplest. */
final class LinearGather extends Rounds implements Collectives.Gather {
    private MemorySegment piece;
    private MemorySegment whole;
    private int root;

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
        this.root = root;
        begin(1);
    }

    @Override
    protected void post(int round) {
        if (channel.rank() != root) {
            pending.add(channel.send(piece, root));
            return;
        }
        long bytes = piece.byteSize();
        for (int rank = 0; rank < channel.size(); rank++) {
            MemorySegment target = whole.asSlice(rank * bytes, bytes);
            if (rank == root) {
                target.copyFrom(piece);
            } else {
                pending.add(channel.receive(target, rank));
            }
        }
    }
}
