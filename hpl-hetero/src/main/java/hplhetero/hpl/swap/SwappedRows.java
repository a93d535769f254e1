package hplhetero.hpl.swap;

/**
 * Where the swapped rows lie for some columns of a local matrix, as addresses of their first column: a task adds its
 * own column offset. The same for rows that lie in that matrix itself and rows that came from other ranks.
 */
public final class SwappedRows {
    final long[] u;
    final long[] from;
    final long[] to;
    int width;
    int moves;

    public SwappedRows(int nb) {
        u = new long[nb];
        from = new long[nb];
        to = new long[nb];
    }

    /** Address of row i of U, before it is solved. */
    public long u(int i) {
        return u[i];
    }

    /** Rows of U. */
    public int width() {
        return width;
    }

    /** Rows to copy within or into the matrix, after U has been read and before it is written. */
    public int moves() {
        return moves;
    }

    public long from(int m) {
        return from[m];
    }

    public long to(int m) {
        return to[m];
    }

    /** Forgets all moves. */
    void begin(int rowsOfU) {
        width = rowsOfU;
        moves = 0;
    }

    void addMove(long from, long to) {
        this.from[moves] = from;
        this.to[moves++] = to;
    }
}
