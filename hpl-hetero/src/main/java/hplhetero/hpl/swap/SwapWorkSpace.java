package hplhetero.hpl.swap;

import hplhetero.blas.OffHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The work space of a process column's row swaps: of each column three times 2 nb rows. Swaps at once use columns of their own. */
public final class SwapWorkSpace {
    /** Where rows come together on all ranks. */
    final MemorySegment gathered;
    /** Rows that were sent to this rank alone. */
    final MemorySegment received;
    /** Rows that this rank sends to one other. */
    final MemorySegment outgoing;
    private final int nb;

    SwapWorkSpace(int nb, int columns, Arena arena) {
        this.nb = nb;
        gathered = OffHeap.allocate(arena, columnBytes(nb) * columns).fill((byte) 0);
        received = OffHeap.allocate(arena, columnBytes(nb) * columns).fill((byte) 0);
        outgoing = OffHeap.allocate(arena, columnBytes(nb) * columns).fill((byte) 0);
    }

    /** For each column of each of the three. */
    private static long columnBytes(int nb) {
        return 2L * nb * Double.BYTES;
    }

    /** Bytes it takes with these sizes. */
    public static long bytes(int nb, int columns) {
        return 3 * columnBytes(nb) * columns;
    }

    /** Where a column begins in each of the three, bytes. */
    long offset(int column) {
        return columnBytes(nb) * column;
    }
}
