package hplhetero.hpl.swap;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The work space of a process column's row swaps: three areas, each with 2 nb rows of every column. Swaps on their way at once use
 * different columns.
 */
public final class SwapWorkSpace {
    /** Area in which rows come together on all ranks. */
    final MemorySegment gathered;
    /** Area for rows that were sent to this rank alone. */
    final MemorySegment received;
    /** Area for rows that this rank sends to one other rank. */
    final MemorySegment outgoing;
    final RowCopies copies;
    private final int nb;

    SwapWorkSpace(int nb, int columns, RowCopies copies, Arena arena) {
        this.nb = nb;
        this.copies = copies;
        gathered = copies.allocate(columnBytes(nb) * columns, arena);
        received = copies.allocate(columnBytes(nb) * columns, arena);
        outgoing = copies.allocate(columnBytes(nb) * columns, arena);
    }

    /** Returns the bytes of one column in each of the three areas. */
    private static long columnBytes(int nb) {
        return 2L * nb * Double.BYTES;
    }

    /**
     * Returns the bytes of memory that a work space takes.
     *
     * @param nb      columns of the widest panel, which are the most rows of U
     * @param columns number of columns for all swaps on their way at once
     */
    public static long bytes(int nb, int columns) {
        return 3 * columnBytes(nb) * columns;
    }

    /** Returns the offset in bytes at which a column begins in each of the three areas. */
    long offset(int column) {
        return columnBytes(nb) * column;
    }
}
