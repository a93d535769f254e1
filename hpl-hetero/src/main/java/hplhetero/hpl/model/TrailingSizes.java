package hplhetero.hpl.model;

import hplhetero.hpl.grid.BlockMap;

/** The rows and columns of the matrix that are left in each virtual row and column while a run is replayed, counted down panel by panel. */
final class TrailingSizes {
    private final BlockMap map;
    private final double[] rows;
    private final double[] cols;
    private int firstRow;
    private int firstCol;

    TrailingSizes(BlockMap map) {
        this.map = map;
        rows = new double[map.grid().rows()];
        cols = new double[map.grid().cols()];
        for (int k = 0; k < map.rho().length; k++) {
            rows[map.rho()[k]] += map.width(k);
        }
        for (int k = 0; k < map.kappa().length; k++) {
            cols[map.kappa()[k]] += Math.min(map.nb(), map.n() + 1 - k * map.nb());
        }
    }

    /** Moves on to block row {@code block}: block rows before it are no longer counted. */
    void rowsFrom(int block) {
        for (; firstRow < block; firstRow++) {
            rows[map.rho()[firstRow]] -= map.width(firstRow);
        }
    }

    /** Moves on to block column {@code block}: block columns before it are no longer counted, but b is counted to the end. */
    void colsFrom(int block) {
        for (; firstCol < block; firstCol++) {
            cols[map.kappa()[firstCol]] -= map.width(firstCol);
        }
    }

    /** Returns the number of matrix rows that are left in virtual row {@code r}. */
    double rows(int r) {
        return rows[r];
    }

    /**
     * Returns the number of matrix rows that virtual row {@code r} has in block row {@code block} and later ones.
     *
     * @param block one of the next few block rows that are left
     */
    double rows(int r, int block) {
        double left = rows[r];
        for (int k = firstRow; k < block; k++) {
            left -= map.rho()[k] == r ? map.width(k) : 0;
        }
        return left;
    }

    /** Returns the number of matrix columns that are left in virtual column {@code c}. */
    double cols(int c) {
        return cols[c];
    }
}
