package hplhetero.hpl.panel;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.hpl.matrix.LocalMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The part of a panel in one virtual row, as it is sent. In doubles, with jb columns, and m rows from the panel's block row on:
 *
 * <pre>
 * 0          L1: jb x jb, column-major: unit lower L, and U
 * pivots     1 + first zero pivot's global column, or 0
 * pivots + 1 ipiv: global row swapped with row i of the panel, i = 0 .. jb - 1
 * word       piggybacked word: 64 bits that go to all ranks with the panel, where asked for
 * CRC        where the map carries checksums: CRC-32C of pivots and piggybacked word (high half), and of L1 and rows (low half, if tested)
 * rows       m x jb, column-major: the panel's own block row, if this virtual row has it, and the multipliers below
 * </pre>
 *
 * <p>Both leading dimensions are {@link LocalMatrix#leadingDimension}. In the virtual row that has the panel's own block row, L1 is sent in
 * the place of this block row, and the message begins with the pivots. So with one process row a message is no larger than the panel.
 *
 * <p>Where ranks send panels packed, the multipliers stand at {@code rows} as the kernels' panel update has packed them, and L1 is sent at
 * 0.
 */
final class PanelMessage {
    private static final int LINE_DOUBLES = 8;

    private final int nb;
    private final long rowsStart;
    private final MemorySegment segment;

    /**
     * Takes the memory of a message.
     *
     * @param nb    columns of the widest panel
     * @param words number of words behind the pivots: piggybacked words and a CRC
     * @param room  bytes for the rows
     */
    private PanelMessage(int nb, int words, long room, Arena arena) {
        this.nb = nb;
        rowsStart = rowsStart(nb, words);
        segment = OffHeap.allocate(arena, 8 * rowsStart + room).fill((byte) 0);
    }

    /**
     * Makes a message for rows that are not packed.
     *
     * @param nb      columns of the widest panel
     * @param words   number of piggybacked words, 0 or 1
     * @param maxRows most rows of a panel in this virtual row
     * @param arena   arena that the memory is taken from
     */
    static PanelMessage ofRows(int nb, int words, int maxRows, Arena arena) {
        return new PanelMessage(nb, words, rowBytes(maxRows, nb), arena);
    }

    /**
     * Makes a message for packed multipliers.
     *
     * @param nb    columns of the widest panel
     * @param words number of piggybacked words, 0 or 1
     * @param room  most bytes that the packed multipliers take
     * @param arena arena that the memory is taken from
     */
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

    /** Returns the memory of the whole message. */
    MemorySegment memory() {
        return segment;
    }

    /**
     * Returns the bytes of a message whose rows are not packed.
     *
     * @param nb    blocking factor
     * @param words number of piggybacked words, 0 or 1
     * @param rows  rows of the panel in this virtual row
     * @param jb    columns of the panel
     */
    static long bytes(int nb, int words, int rows, int jb) {
        return 8 * rowsStart(nb, words) + rowBytes(rows, jb);
    }

    private long bytes(int rows, int jb) {
        return 8 * rowsStart + rowBytes(rows, jb);
    }

    /**
     * Returns the bytes of a message without piggybacked words in the virtual row that has the panel's own block row. The message begins
     * with the pivots, since L1 stands in place of this block row.
     *
     * @param nb   blocking factor
     * @param rows rows of the panel in this virtual row, the panel's own block row included
     * @param jb   columns of the panel
     */
    static long bytesWithTop(int nb, int rows, int jb) {
        return bytes(nb, 0, rows, jb) - 8 * pivotsStart(nb);
    }

    /**
     * Returns the part of this message's memory that is sent by a virtual row that does not have the panel's own block row.
     *
     * @param rows rows of the panel in this virtual row
     * @param jb   columns of the panel
     */
    MemorySegment below(int rows, int jb) {
        return segment.asSlice(0, bytes(rows, jb));
    }

    /**
     * Returns the part of this message's memory that is sent by the virtual row that has the panel's own block row: no separate L1, since
     * L1 stands in place of this block row.
     *
     * @param rows rows of the panel in this virtual row, the first jb of which are the panel's own block row
     * @param jb   columns of the panel
     */
    MemorySegment withTop(int rows, int jb) {
        return segment.asSlice(8 * pivotsStart(nb), bytes(rows, jb) - 8 * pivotsStart(nb));
    }

    /**
     * Returns the part of this message's memory that is sent where multipliers are packed: L1, pivots and {@code bytes} bytes of packed
     * multipliers.
     */
    MemorySegment withPacked(long bytes) {
        return segment.asSlice(0, 8 * rowsStart + bytes);
    }

    /** Returns the memory of the packed multipliers. */
    MemorySegment packed() {
        return segment.asSlice(8 * rowsStart);
    }

    /**
     * Returns L1 at the begin of this message: jb x jb, column-major.
     *
     * @param jb columns of the panel
     */
    MatrixRef l1(int jb) {
        return new MatrixRef(segment, 0, jb, jb, LocalMatrix.leadingDimension(nb));
    }

    /**
     * Returns the column-major rows of the panel in this message.
     *
     * @param rows number of rows of the panel in this virtual row
     * @param jb   columns of the panel
     */
    MatrixRef rows(int rows, int jb) {
        return new MatrixRef(segment, rowsStart, rows, jb, LocalMatrix.leadingDimension(rows));
    }

    /**
     * Returns the panel's own block row within this message's memory, in whose place L1 is sent.
     *
     * @param rows rows of the panel in the message, the first jb of which are the panel's own block row
     * @param jb   columns of the panel
     */
    MatrixRef top(int rows, int jb) {
        return rows(rows, jb).window(0, 0, jb, jb);
    }

    /** Returns 1 + the first column of the matrix whose pivot is zero, as this message says it; 0 where no pivot was zero. */
    int zeroPivot() {
        return (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb));
    }

    /**
     * Writes the pivots of a panel into this message.
     *
     * @param zeroPivot 1 + the first column of the matrix whose pivot is zero, or 0
     * @param ipiv      global row swapped with row i of the panel, indexed by i
     * @param jb        columns of the panel
     */
    void pivots(int zeroPivot, int[] ipiv, int jb) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb), zeroPivot);
        for (int i = 0; i < jb; i++) {
            segment.setAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb) + 1 + i, ipiv[i]);
        }
    }

    /** Writes the piggybacked word into this message, which must have room for one. */
    void word(long word) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb, word);
    }

    /** Returns the piggybacked word of this message, which must have one. */
    long word() {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb);
    }

    /**
     * Reads the pivots of a panel from this message.
     *
     * @param ipiv out: global row swapped with row i of the panel, indexed by i
     * @param jb   columns of the panel
     */
    void readPivots(int[] ipiv, int jb) {
        for (int i = 0; i < jb; i++) {
            ipiv[i] = (int) segment.getAtIndex(ValueLayout.JAVA_DOUBLE, pivotsStart(nb) + 1 + i);
        }
    }

    /**
     * Returns the CRC of a message that is sent whole: that of pivots and piggybacked words in the high half, that of the elements in the
     * low half.
     *
     * @param message  part of this message's memory that is sent
     * @param words    number of piggybacked words
     * @param elements whether elements are summed; 0 stands in the low half otherwise
     */
    long crc(MemorySegment message, int words, boolean elements) {
        long header = 8 * pivotsStart(nb);
        long pivots = MessageCrc.of(segment.asSlice(header, 8L * (1 + nb + words)));
        if (!elements) {
            return pivots << Integer.SIZE;
        }
        long begin = message.address() - segment.address();
        long end = begin + message.byteSize();
        return pivots << Integer.SIZE | MessageCrc.of(segment.asSlice(begin, Math.max(0, header - begin)),
                segment.asSlice(8 * rowsStart, end - 8 * rowsStart));
    }

    /** Returns the rows of a message that is sent whole, of which {@code message} is the part of this memory. */
    MemorySegment elements(MemorySegment message) {
        return segment.asSlice(8 * rowsStart, message.address() + message.byteSize() - segment.address() - 8 * rowsStart);
    }

    /**
     * Writes the CRC into this message, which must have room for one behind its piggybacked words.
     *
     * @param words number of piggybacked words
     */
    void writeCrc(int words, long crc) {
        segment.setAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb + words, crc);
    }

    /** Returns the CRC that was sent with this message, behind {@code words} piggybacked words. */
    long readCrc(int words) {
        return segment.getAtIndex(ValueLayout.JAVA_LONG, pivotsStart(nb) + 1 + nb + words);
    }
}
