package hplhetero.hpl.swap;

import hplhetero.hpl.grid.Tags;

/**
 * How much a row swap is made for.
 *
 * @param columns of the work space, &gt;= 0
 * @param atOnce  swaps that may be on their way, at least 1
 * @param tag     the first of {@link Tags#TAGS_PER_SWAP} message tags for each of these
 */
public record SwapCapacity(int columns, int atOnce, int tag) {

    public SwapCapacity {
        if (columns < 0 || atOnce < 1) {
            throw new IllegalArgumentException("columns=" + columns + " atOnce=" + atOnce + ": must be columns >= 0, atOnce >= 1");
        }
    }

    /** The first tag of one of the swaps that may be on their way. */
    int tag(int number) {
        return tag + number * Tags.TAGS_PER_SWAP;
    }
}
