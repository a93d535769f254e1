package hplhetero.comm.collective.allgather;

import java.lang.foreign.MemorySegment;

/** The check of the arguments of all allgathers. */
final class AllgatherCheck {
    private AllgatherCheck() {
    }

    /**
     * Checks that there is one piece for each rank, in rank order, without gaps, inside the buffer.
     *
     * @throws IllegalArgumentException if this does not hold
     */
    static void check(int size, MemorySegment buffer, long[] offsets, long[] lengths) {
        if (offsets.length < size || lengths.length < size) {
            throw new IllegalArgumentException("offsets.length=" + offsets.length + " lengths.length="
                    + lengths.length + ": give one piece to each of the " + size + " ranks");
        }
        for (int rank = 0; rank < size; rank++) {
            long end = offsets[rank] + lengths[rank];
            long expectedEnd = rank + 1 < size ? offsets[rank + 1] : end;
            if (offsets[rank] < 0 || lengths[rank] < 0 || end != expectedEnd || end > buffer.byteSize()) {
                throw new IllegalArgumentException("piece of rank " + rank + ": offset=" + offsets[rank] + " length="
                        + lengths[rank] + " in a buffer of bytes=" + buffer.byteSize()
                        + ": lay the pieces in rank order without gaps");
            }
        }
    }
}
