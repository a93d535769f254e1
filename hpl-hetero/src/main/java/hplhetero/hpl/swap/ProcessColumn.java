package hplhetero.hpl.swap;

import hplhetero.comm.Communicator;

/**
 * The ranks that own cells in one virtual column, as a row swap needs them.
 *
 * @param ranks     their communicator; null when there is only one
 * @param rankOfRow from block row to the rank, in {@code ranks}, that owns it in this virtual column
 * @param nb        blocking factor
 */
public record ProcessColumn(Communicator ranks, int[] rankOfRow, int nb) {

    /** How many they are. */
    public int size() {
        return ranks == null ? 1 : ranks.size();
    }

    int rank() {
        return ranks.rank();
    }

    /** The rank that owns a global row. */
    int owner(int row) {
        return rankOfRow[row / nb];
    }
}
