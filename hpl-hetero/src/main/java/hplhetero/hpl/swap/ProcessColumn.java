package hplhetero.hpl.swap;

import hplhetero.comm.Communicator;
import hplhetero.comm.Sites;

/**
 * The ranks that own cells in one virtual column, as a row swap needs them.
 *
 * @param ranks     communicator of these ranks; null when there is only one
 * @param sites     sites of these ranks
 * @param rankOfRow owner of each block row in this virtual column, as a rank of {@code ranks}, indexed by block row
 * @param nb        blocking factor
 */
public record ProcessColumn(Communicator ranks, Sites sites, int[] rankOfRow, int nb) {

    /**
     * Makes a process column whose ranks are all at one site.
     *
     * @param ranks     communicator of these ranks; null when there is only one
     * @param rankOfRow owner of each block row in this virtual column, as a rank of {@code ranks}, indexed by block row
     * @param nb        blocking factor
     */
    public ProcessColumn(Communicator ranks, int[] rankOfRow, int nb) {
        this(ranks, Sites.of(new int[ranks == null ? 1 : ranks.size()]), rankOfRow, nb);
    }

    /**
     * Returns the number of ranks that own cells in this column of the map's virtual grid; a rank that owns several of its cells counts
     * once.
     */
    public int size() {
        return sites.size();
    }

    /** Returns the number of this rank in the process column. */
    int rank() {
        return ranks.rank();
    }

    /** Returns the rank of this process column that owns the row with global number {@code row}. */
    int owner(int row) {
        return rankOfRow[row / nb];
    }
}
