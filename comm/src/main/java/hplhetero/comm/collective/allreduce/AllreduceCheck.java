package hplhetero.comm.collective.allreduce;

import java.lang.foreign.MemorySegment;

/** The check of the buffer of all allreduces. */
final class AllreduceCheck {
    private AllreduceCheck() {
    }

    /**
     * Checks that a buffer is not larger than the space that the allreduce was made with.
     *
     * @throws IllegalArgumentException if the buffer is larger
     */
    static void check(MemorySegment inout, MemorySegment space) {
        if (inout.byteSize() > space.byteSize()) {
            throw new IllegalArgumentException("allreduce of bytes=" + inout.byteSize() + " was made for maxBytes="
                    + space.byteSize() + ": make it with a larger maxBytes");
        }
    }
}
