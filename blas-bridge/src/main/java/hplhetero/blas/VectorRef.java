package hplhetero.blas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A vector of doubles inside off-heap memory: element i lies {@code offset + i * increment} doubles into {@code segment}.
 *
 * @param segment   native memory, alive for as long as the reference is used
 * @param offset    index of element 0, in doubles
 * @param n         number of elements, &gt;= 0
 * @param increment distance between neighbouring elements, in doubles, &gt;= 1
 */
public record VectorRef(MemorySegment segment, long offset, int n, int increment) {

    public VectorRef {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("segment is on the heap: allocate it from an Arena");
        }
        if (n < 0 || increment < 1) {
            throw new IllegalArgumentException("n=" + n + " increment=" + increment + ": must be n >= 0, increment >= 1");
        }
        // an empty vector touches no memory, so that it may lie at the edge of a matrix
        long last = n == 0 ? 0 : offset + (long) (n - 1) * increment + 1;
        if (offset < 0 || last * Double.BYTES > segment.byteSize()) {
            throw new IndexOutOfBoundsException("offset=" + offset + " n=" + n + " increment=" + increment
                    + " does not fit into a segment of " + segment.byteSize() + " bytes");
        }
    }

    /** Returns the address of element 0, in bytes. */
    public long address() {
        return segment.address() + offset * Double.BYTES;
    }

    /** Returns element i of this vector, counted from 0. */
    public double get(int i) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, offset + (long) i * increment);
    }

    /** Sets element i of this vector, counted from 0, to {@code value}. */
    public void set(int i, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, offset + (long) i * increment, value);
    }
}
