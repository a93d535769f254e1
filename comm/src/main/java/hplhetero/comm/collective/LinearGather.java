package hplhetero.comm.collective;

import hplhetero.comm.Collectives;
import java.lang.foreign.MemorySegment;

/** Gather straight to the root: used outside the timed loop, so the simplest. */
final class LinearGather extends Rounds implements Collectives.Gather {
    private MemorySegment piece;
    private MemorySegment whole;
    private int root;

    LinearGather(Lane lane) {
        super(lane);
    }

    @Override
    public void start(MemorySegment piece, MemorySegment whole, int root) {
        requireIdle();
        lane.requireRank("root", root);
        long expected = lane.size() * piece.byteSize();
        if (lane.rank() == root && (whole == null || whole.byteSize() != expected)) {
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
    void post(int round) {
        if (lane.rank() != root) {
            pending.add(lane.send(piece, root));
            return;
        }
        long bytes = piece.byteSize();
        for (int rank = 0; rank < lane.size(); rank++) {
            MemorySegment place = whole.asSlice(rank * bytes, bytes);
            if (rank == root) {
                place.copyFrom(piece);
            } else {
                pending.add(lane.receive(place, rank));
            }
        }
    }
}
