package hplhetero.comm.collective.rooted;

import hplhetero.comm.Collectives.Pieces;
import java.lang.foreign.MemorySegment;

/** The checked entry of gathers and scatters. */
final class PiecesCheck {
    private PiecesCheck() {
    }

    static void check(Pieces whole, MemorySegment piece, int rank, int size, int root) {
        if (whole.offsets().length < size || whole.lengths().length < size) {
            throw new IllegalArgumentException("offsets.length=" + whole.offsets().length + " lengths.length=" + whole.lengths().length
                    + ": give one piece to each of the " + size + " ranks");
        }
        for (int each = 0; each < size; each++) {
            long offset = whole.offsets()[each];
            long length = whole.lengths()[each];
            if (length < 0 || rank == root && (offset < 0 || offset + length > whole.buffer().byteSize())) {
                throw new IllegalArgumentException("piece of rank " + each + ": offset=" + offset + " length=" + length
                        + " in a buffer of bytes=" + whole.buffer().byteSize() + ": lay the pieces inside the root's buffer");
            }
        }
        if (piece.byteSize() != whole.lengths()[rank]) {
            throw new IllegalArgumentException("piece of bytes=" + piece.byteSize() + " on rank " + rank + " of length="
                    + whole.lengths()[rank] + ": give a segment of just these bytes");
        }
    }
}
