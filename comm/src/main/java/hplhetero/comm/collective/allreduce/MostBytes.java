package hplhetero.comm.collective.allreduce;

import java.lang.foreign.MemorySegment;

/** The checked entry of the allreduces. */
final class MostBytes {
    private MostBytes() {
    }

    static void check(MemorySegment inout, MemorySegment space) {
        if (inout.byteSize() > space.byteSize()) {
            throw new IllegalArgumentException("allreduce of bytes=" + inout.byteSize() + " was made for maxBytes="
                    + space.byteSize() + ": make it with a larger maxBytes");
        }
    }
}
