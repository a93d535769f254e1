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

    /** Forgets block rows before {@code block}. */
    void rowsFrom(int block) {
        for (; firstRow < block; firstRow++) {
            rows[map.rho()[firstRow]] -= map.width(firstRow);
        }
    }

    /** Forgets block columns before {@code block}; b is left to the end. */
    void colsFrom(int block) {
        for (; firstCol < block; firstCol++) {
            cols[map.kappa()[firstCol]] -= map.width(firstCol);
        }
    }

    /** Returns the rows left in a virtual row. */
    double rows(int r) {
        return rows[r];
    }

    /**
     * Returns the rows of a virtual row in block row {@code block} and later ones.
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

    /** Returns the columns left in a virtual column. */
    double cols(int c) {
        return cols[c];
    }
}
