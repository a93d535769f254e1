package hplhetero.comm.collective.alltoall;

import java.lang.foreign.MemorySegment;

/** The check of the buffers of an alltoall. */
final class AlltoallCheck {
    private AlltoallCheck() {
    }

    /**
     * Returns how many bytes a piece has.
     *
     * @throws IllegalArgumentException unless both buffers have the same size, a multiple of the number of ranks
     */
    static long bytes(int ranks, MemorySegment outgoing, MemorySegment incoming) {
        if (outgoing.byteSize() != incoming.byteSize() || outgoing.byteSize() % ranks != 0) {
            throw new IllegalArgumentException("alltoall from a buffer of bytes=" + outgoing.byteSize() + " to one of bytes="
                    + incoming.byteSize() + " on ranks=" + ranks + ": give both ranks * piece bytes");
        }
        return outgoing.byteSize() / ranks;
    }
}
