package hplhetero.hpl.swap;

/**
 * The places of the swapped rows for some columns of a local matrix, as addresses of their first column. A task adds its own column offset.
 * Rows may lie in the local matrix itself or in memory with rows from other ranks; a task makes no difference.
 */
public final class SwappedRows {
    /** Address of each row of U, before U is solved, indexed by row of U. */
    final long[] u;
    final long[] from;
    final long[] to;
    int width;
    int moves;

    /** Makes room for the places of at most {@code nb} rows of U and {@code nb} moves. */
    public SwappedRows(int nb) {
        u = new long[nb];
        from = new long[nb];
        to = new long[nb];
    }

    /**
     * Returns the memory address of row {@code i} of U, at the first of the columns, as the row swap has left it: the triangular solve with
     * L1 is still to come.
     *
     * @param i number of the row of U, 0 .. {@link #width} - 1
     */
    public long u(int i) {
        return u[i];
    }

    /** Returns the number of rows of U. */
    public int width() {
        return width;
    }

    /**
     * Returns the number of moves. A move copies a row that leaves the panel's block row to its new place in the local matrix. A task of
     * the update does all moves after it has read the rows of U, and before it writes U.
     */
    public int moves() {
        return moves;
    }

    /**
     * Returns the memory address from which a move copies, at the first of the columns. A move copies a row that leaves the panel's block
     * row to its new place in the local matrix.
     *
     * @param m number of the move, 0 .. {@link #moves} - 1
     */
    public long from(int m) {
        return from[m];
    }

    /**
     * Returns the memory address to which a move copies, at the first of the columns. A move copies a row that leaves the panel's block row
     * to its new place in the local matrix.
     *
     * @param m number of the move, 0 .. {@link #moves} - 1
     */
    public long to(int m) {
        return to[m];
    }

    /** Forgets all places of rows, and sets the number of rows of U. */
    void begin(int rowsOfU) {
        width = rowsOfU;
        moves = 0;
    }

    /**
     * Adds a move of a row that leaves the panel's block row.
     *
     * @param from address from which the row is copied
     * @param to   address to which the row is copied
     */
    void addMove(long from, long to) {
        this.from[moves] = from;
        this.to[moves++] = to;
    }
}
