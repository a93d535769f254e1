package hplhetero.hpl.panel;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A panel's part in one virtual row, as it travels. In doubles, jb columns, m rows from the panel's block row on:
 *
 * <pre>
 * 0          L1: jb x jb, column-major: unit lower L, and U
 * pivots     1 + first zero pivot's global column, or 0
 * pivots + 1 ipiv: global row swapped with row i of the panel, i = 0 .. jb - 1
 * word       64 bits that go to all ranks with the panel, where that was asked for
 * rows       m x jb, column-major: the panel's own block row, if this virtual row has it, and the multipliers below
 * </pre>
 *
 * Both leading dimensions are {@link LocalMatrix#leadingDimension}. In the virtual row that has the panel's own block row, that
 * is where L1 travels, and the message begins with the pivots: on one process row a panel is no larger than itself.
 *
 * <p>Where ranks send panels packed, the multipliers stand at {@code rows} as the kernels' panel update has packed them, and L1 travels
 * where it is.
 */
final class PanelMessage {
    private static final int LINE_DOUBLES = 8;

    private final int nb;
    private final long rowsStart;
    private final MemorySegment segment;

    /** @param room bytes of the rows */
    private PanelMessage(int nb, int words, long room, Arena arena) {
        this.nb = nb;
        rowsStart = rowsStart(nb, words);
        segment = OffHeap.allocate(arena, 8 * rowsStart + room).fill((byte) 0);
    }

    /** One for column-major rows, with so many words, 0 or 1. */
    static PanelMessage ofRows(int nb, int words, int maxRows, Arena arena) {
        return new PanelMessage(nb, words, rowBytes(maxRows, nb), arena);
    }

    /** One for packed multipliers, which take up to {@code room} bytes. */
    static PanelMessage ofPacked(int nb, int words, long room, Arena arena) {
        return new PanelMessage(nb, words, room, arena);
    }

    private static long rowBytes(int rows, int jb) {
        return 8L * LocalMatrix.leadingDimension(rows) * jb;
    }

    private static long pivotsStart(int nb) {
        return (long) LocalMatrix.leadingDimension(nb) * nb;
    }

    private static long rowsStart(int nb, int words) {
        return pivotsStart(nb) + (1 + nb + words + LINE_DOUBLES - 1) / LINE_DOUBLES * LINE_DOUBLES;
    }

    /** All of it. */
    MemorySegment memory() {
        return segment;
    }

    /** Bytes of one with so many words, for rows in columns. */
    static long bytes(int nb, int words, int rows, int jb) {
        return 8 * rowsStart(nb, words) + rowBytes(rows, jb);
    }

    private long bytes(int rows, int jb) {
        return 8 * rowsStart + rowBytes(rows, jb);
    }

    /** Of what is sent, without words, where the first of the rows are the panel's own block row. */
    static long bytesWithTop(int nb, int rows, int jb) {
        return bytes(nb, 0, rows, jb) - 8 * pivotsStart(nb);
    }

    /** What is sent for a panel of m rows and jb columns where its own block row is elsewhere. */
    MemorySegment below(int rows, int jb) {
        return segment.asSlice(0, bytes(rows, jb));
    }

    /** What is sent for a panel of m rows and jb columns of which the first jb are its own block row. */
    MemorySegment withTop(int rows, int jb) {
        return segment.asSlice(8 * pivotsStart(nb), bytes(rows, jb) - 8 * pivotsStart(nb));
    }

    /** What is sent of a panel whose multipliers take so many bytes packed. */
    MemorySegment withPacked(long bytes) {
        return segment.asSlice(0, 8 * rowsStart + bytes);
    }

    /** Where the multipliers lie packed. */
    MemorySegment packed() {
        return segment.asSlice(8 * rowsStart);
    }

    MatrixRef l1(int jb) {
        return new MatrixRef(segment, 0, jb, jb, LocalMatrix.leadingDimension(nb));
    }

    MatrixRef rows(int rows, int jb) {
        return new MatrixRef(segment, rowsStart, rows, jb, LocalMatrix.leadingDimension(rows));
    }

    /** Where L1 travels when the first of the rows are the panel's own. */
    MatrixRef top(int rows, int jb) {
        return rows(rows, jb).window(0, 0, jb, jb);
    }

    int zeroPivot() {
        return (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb));
    }

    void pivots(int zeroPivot, int[] ipiv, int jb) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb), zeroPivot);
        for (int i = 0; i < jb; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb) + 1 + i, ipiv[i]);
        }
    }

    void word(long word) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb, word);
    }

    long word() {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb);
    }

    void readPivots(int[] ipiv, int jb) {
        for (int i = 0; i < jb; i++) {
            ipiv[i] = (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb) + 1 + i);
        }
    }
}
