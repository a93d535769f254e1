package hplhetero.hpl.swap;

import hplhetero.hpl.grid.Tags;

/**
 * The number of columns and of swaps that a row swap must serve at once.
 *
 * @param columns number of columns of the work space, &gt;= 0
 * @param atOnce  number of swaps that may be on their way at once, at least 1
 * @param tag     first message tag; each of these swaps has {@link Tags#TAGS_PER_SWAP}
 */
public record SwapCapacity(int columns, int atOnce, int tag) {

    /**
     * Checks that each component is in its range.
     *
     * @throws IllegalArgumentException when {@code columns} is negative, or {@code atOnce} less than 1
     */
    public SwapCapacity {
        if (columns < 0 || atOnce < 1) {
            throw new IllegalArgumentException("columns=" + columns + " atOnce=" + atOnce + ": must be columns >= 0, atOnce >= 1");
        }
    }

    /** Returns the first message tag of swap {@code number}, of those that may be on their way at once. */
    int tag(int number) {
        return tag + number * Tags.TAGS_PER_SWAP;
    }
}
