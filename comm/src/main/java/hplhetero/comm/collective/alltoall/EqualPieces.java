package hplhetero.comm.collective.alltoall;

import java.lang.foreign.MemorySegment;

/** The checked entry of alltoall. */
final class EqualPieces {
    private EqualPieces() {
    }

    /** The bytes of a piece. */
    static long bytes(int ranks, MemorySegment outgoing, MemorySegment incoming) {
        if (outgoing.byteSize() != incoming.byteSize() || outgoing.byteSize() % ranks != 0) {
            throw new IllegalArgumentException("alltoall from a buffer of bytes=" + outgoing.byteSize() + " to one of bytes="
                    + incoming.byteSize() + " on ranks=" + ranks + ": give both ranks * piece bytes");
        }
        return outgoing.byteSize() / ranks;
    }
}
