package hplhetero.blas;

import hplhetero.ffm.Pages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Memory for matrices: off-heap, zeroed, aligned, and on huge pages where the system gives huge pages on request. */
@SuppressWarnings("restricted") // this class moves rows by address
public final class OffHeap {
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private OffHeap() {
    }

    /** Copies {@code bytes} bytes from one address to another, for loops that move many rows. The two ranges must not overlap. */
    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    /** Copies {@code doubles} doubles from the address {@code from} into the array {@code to}, from index {@code at} on. */
    public static void copy(long from, double[] to, int at, int doubles) {
        MemorySegment.copy(ALL, DOUBLE, from, to, at, doubles);
    }

    /** Copies {@code doubles} doubles from the array {@code from}, from index {@code at} on, to the address {@code to}. */
    public static void copy(double[] from, int at, long to, int doubles) {
        MemorySegment.copy(from, at, ALL, DOUBLE, to, doubles);
    }

    /**
     * Allocates memory for matrices, filled with zeros, that is freed when the arena is closed. Where the system gives huge pages of 2 MiB,
     * 8 MiB and more are aligned to such a page and zeroed page by page when they are first touched, so that threads that fill a matrix
     * share the zeroing; less is aligned to a page. Work space is best filled once before the clock starts.
     *
     * @param arena arena that decides how long the memory lives
     * @param bytes length of the memory, in bytes; below 64 it is 64
     * @throws OutOfMemoryError when the system refuses the memory
     */
    public static MemorySegment allocate(Arena arena, long bytes) {
        if (!Pages.SUPPORTED || bytes < 4 * Pages.HUGE_BYTES) {
            return arena.allocate(Math.max(64, bytes), Pages.BYTES);
        }
        return Pages.map(arena, bytes);
    }

    /**
     * Computes TO := FROM^T. Reads and writes whole cache lines, from eight columns at a time.
     *
     * @param from the matrix to transpose; only read
     * @param to   out: the transpose, in memory apart from {@code from}
     * @throws IllegalArgumentException when the rows of one matrix are not as many as the columns of the other
     */
    public static void transpose(MatrixRef from, MatrixRef to) {
        if (from.rows() != to.cols() || from.cols() != to.rows()) {
            throw new IllegalArgumentException("from=" + from.rows() + "x" + from.cols() + " to=" + to.rows() + "x" + to.cols()
                    + ": one must have the other's rows as columns");
        }
        long step = 8L * from.ld();
        int j = 0;
        for (; j + 8 <= from.cols(); j += 8) {
            long source = from.address() + j * step;
            long target = to.address() + 8L * j;
            for (int i = 0; i < from.rows(); i++, source += 8, target += 8L * to.ld()) {
                for (int s = 0; s < 8; s++) {
                    ALL.set(DOUBLE, target + 8L * s, ALL.get(DOUBLE, source + s * step));
                }
            }
        }
        for (; j < from.cols(); j++) {
            for (int i = 0; i < from.rows(); i++) {
                to.set(j, i, from.get(i, j));
            }
        }
    }
}
