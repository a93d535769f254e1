package hplhetero.hpl.carry;

import java.lang.foreign.MemorySegment;

/** The blocks of the old map that one rank holds, in its memory or in files, block row after block row. Owner: the rank's thread. */
interface BlockSource {

    /** Makes the next block row ready to be copied: at the first call block row 0, at each further call the one behind. */
    void next();

    /**
     * Copies a block of the block row that is ready. Elements are doubles, row by row.
     *
     * @param i     block row
     * @param j     block column of [A | b]
     * @param to    memory that the block is copied to
     * @param index index in {@code to} of the block's first element
     * @param ld    doubles in {@code to} from the begin of a row of the block to the begin of the next
     */
    void copy(int i, int j, MemorySegment to, long index, int ld);
}
