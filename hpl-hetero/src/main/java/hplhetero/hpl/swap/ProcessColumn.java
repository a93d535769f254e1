package hplhetero.hpl.swap;

import hplhetero.comm.Communicator;
import hplhetero.comm.Sites;

/**
 * The ranks that own cells in one virtual column, as a row swap needs them.
 *
 * @param ranks     their communicator; null when there is only one
 * @param sites     where they are
 * @param rankOfRow from block row to the rank, in {@code ranks}, that owns it in this virtual column
 * @param nb        blocking factor
 */
public record ProcessColumn(Communicator ranks, Sites sites, int[] rankOfRow, int nb) {

    /** Of ranks that are all at one site. */
    public ProcessColumn(Communicator ranks, int[] rankOfRow, int nb) {
        this(ranks, Sites.of(new int[ranks == null ? 1 : ranks.size()]), rankOfRow, nb);
    }

    /** How many they are. */
    public int size() {
        return sites.size();
    }

    int rank() {
        return ranks.rank();
    }

    /** The rank that owns a global row. */
    int owner(int row) {
        return rankOfRow[row / nb];
    }
}
