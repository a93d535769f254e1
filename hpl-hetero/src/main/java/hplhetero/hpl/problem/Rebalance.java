package hplhetero.hpl.problem;

import java.io.Serializable;

/**
 * Whether block columns may change owners while a test runs, so that the map follows ranks whose speed changes.
 *
 * @param follows whether they may
 * @param room    share of a rank's block columns for which it has further memory, so that it can take in as many more, &gt;= 0; where this
 *                is 0, columns only change places one for one
 */
public record Rebalance(boolean follows, double room) implements Serializable {
    /** The map stays as it was at the start. */
    public static final Rebalance NO = new Rebalance(false, 0);
    /** The room of a test for which hosts have memory enough. */
    public static final double USUAL_ROOM = 0.15;

    /**
     * Checks the room.
     *
     * @throws IllegalArgumentException when the room is less than 0, or more than 0 where the map does not follow
     */
    public Rebalance {
        if (!(room >= 0) || room > 0 && !follows) {
            throw new IllegalArgumentException("room=" + room + " follows=" + follows + ": must be >= 0, and 0 where the map stays");
        }
    }

    /**
     * Returns the number of block columns for which a rank has memory.
     *
     * @param blocks number of block columns that it owns at the start
     * @param all    number of block columns of the matrix
     */
    public int capacity(int blocks, int all) {
        return room == 0 ? blocks : Math.min(all, blocks + 1 + (int) Math.ceil(room * blocks));
    }
}
