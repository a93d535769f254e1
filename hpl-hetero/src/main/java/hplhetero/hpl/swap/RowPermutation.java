package hplhetero.hpl.swap;

import java.util.Arrays;

/**
 * The permutation that the jb row swaps of a panel amount to: which global row becomes which row of U, and to which place below go the rows
 * that leave the panel's block row (the jb rows of the matrix at the panel's top). Each row is moved once, however often the pivots would
 * have swapped it. Source: HPL_pipid.
 */
public final class RowPermutation {
    /** Global row that becomes row i of U, indexed by i. */
    private final int[] uSource;
    /** Global row, inside block row k, from which each move takes a row, indexed by move. */
    private final int[] moveFrom;
    /** Global row, below block row k, to which each move brings a row, indexed by move. */
    private final int[] moveTo;
    /** Global rows below block row k that the pivots name, in the order in which they first do. */
    private final int[] outside;
    /** Global row that has come to each row of {@link #outside} so far. */
    private final int[] content;
    private int top;
    private int jb;
    private int moves;

    /** Makes room for the permutation of a panel of at most {@code nb} columns. */
    public RowPermutation(int nb) {
        uSource = new int[nb];
        moveFrom = new int[nb];
        moveTo = new int[nb];
        outside = new int[nb];
        content = new int[nb];
    }

    /**
     * Computes the permutation of a panel. O(jb^2), a few microseconds.
     *
     * @param top  global number of the panel's first row
     * @param ipiv global row swapped with row i of the panel, for i = 0..jb-1
     * @param jb   columns of the panel
     */
    public void set(int top, int[] ipiv, int jb) {
        this.top = top;
        this.jb = jb;
        int count = 0;
        for (int i = 0; i < jb; i++) {
            uSource[i] = top + i;
        }
        for (int i = 0; i < jb; i++) {
            int here = uSource[i];
            int target = ipiv[i] - top;
            if (target < jb) {
                uSource[i] = uSource[target];
                uSource[target] = here;
            } else {
                int slot = find(ipiv[i], count);
                if (slot == count) {
                    outside[count] = ipiv[i];
                    content[count++] = ipiv[i];
                }
                uSource[i] = content[slot];
                content[slot] = here;
            }
        }
        moves = 0;
        for (int s = 0; s < count; s++) {
            if (content[s] != outside[s]) {
                moveFrom[moves] = content[s];
                moveTo[moves++] = outside[s];
            }
        }
    }

    private int find(int row, int count) {
        int slot = 0;
        while (slot < count && outside[slot] != row) {
            slot++;
        }
        return slot;
    }

    /** Returns the number of the panel whose permutation this is. */
    int panel() {
        return top / uSource.length;
    }

    /** Returns the number of rows of U, which is the number of columns of the panel. */
    public int width() {
        return jb;
    }

    /** Returns the global number of the row of the matrix that becomes row {@code i} of U, 0 &lt;= i &lt; {@link #width}. */
    public int uSource(int i) {
        return uSource[i];
    }

    /**
     * Returns the number of rows that leave the panel's block row, the topmost rows of the panel, because rows from further down take their
     * places as pivots. Each of these rows leaves by one move.
     */
    public int moves() {
        return moves;
    }

    /**
     * Returns the global number of the row that leaves the panel's block row by a move.
     *
     * @param m number of the move, 0 .. {@link #moves} - 1
     */
    public int moveFrom(int m) {
        return moveFrom[m];
    }

    /**
     * Returns the global number of the row, below the panel's block row, whose place a leaving row takes.
     *
     * @param m number of the move, 0 .. {@link #moves} - 1
     */
    public int moveTo(int m) {
        return moveTo[m];
    }

    @Override
    public String toString() {
        return "U from " + Arrays.toString(Arrays.copyOf(uSource, jb)) + ", " + moves + " rows leave";
    }
}
