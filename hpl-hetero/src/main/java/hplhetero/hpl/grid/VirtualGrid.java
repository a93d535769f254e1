package hplhetero.hpl.grid;

import hplhetero.hpl.problem.ProcessMapping;
import java.util.Arrays;

/**
 * A grid of cells, each owned by a rank. A rank may own several cells, also in one row or one column.
 *
 * @param rows   number of virtual process rows, P'
 * @param cols   number of virtual process columns, Q'
 * @param owners owner of each cell: that of cell (r, c) at {@code r * cols + c}
 */
public record VirtualGrid(int rows, int cols, int[] owners) {

    /**
     * Checks that there is an owner for each cell.
     *
     * @throws IllegalArgumentException when {@code rows} or {@code cols} is less than 1, or there are not rows x cols owners
     */
    public VirtualGrid {
        if (rows < 1 || cols < 1 || owners.length != rows * cols) {
            throw new IllegalArgumentException("rows=" + rows + " cols=" + cols + " owners=" + owners.length
                    + ": must be rows, cols >= 1 and an owner for each cell");
        }
        owners = owners.clone();
    }

    /**
     * Returns the grid of P x Q ranks that own one cell each: a cell is a place of the grid, in one process row and one process column.
     * Ranks are numbered from 0 along the rows or along the columns.
     *
     * @param p       number of process rows, 1 or more
     * @param q       number of process columns, 1 or more
     * @param mapping whether ranks are numbered by rows or by columns (PMAP)
     */
    public static VirtualGrid numbered(int p, int q, ProcessMapping mapping) {
        int[] owners = new int[p * q];
        for (int r = 0; r < p; r++) {
            for (int s = 0; s < q; s++) {
                owners[r * q + s] = mapping == ProcessMapping.ROW_MAJOR ? r * q + s : s * p + r;
            }
        }
        return new VirtualGrid(p, q, owners);
    }

    /**
     * Returns the rank that owns the blocks of a cell, a place of the grid.
     *
     * @param r number of the cell's virtual process row, 0 .. {@link #rows} - 1
     * @param c number of the cell's virtual process column, 0 .. {@link #cols} - 1
     */
    public int owner(int r, int c) {
        return owners[r * cols + c];
    }

    /** Returns the owners of row {@code r}, from left to right. */
    int[] row(int r) {
        return Arrays.copyOfRange(owners, r * cols, (r + 1) * cols);
    }

    /** Returns the owners of column {@code c}, from top to bottom. */
    int[] column(int c) {
        int[] column = new int[rows];
        for (int r = 0; r < rows; r++) {
            column[r] = owner(r, c);
        }
        return column;
    }
}
