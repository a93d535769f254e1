package hplhetero.hpl.grid;

import hplhetero.hpl.problem.ProcessMapping;
import java.util.Arrays;

/**
 * A grid of cells, each owned by a rank; a rank may own several cells, also in one row or one column.
 *
 * @param rows   P', virtual process rows
 * @param cols   Q', virtual process columns
 * @param owners owner of cell (r, c) at {@code r * cols + c}
 */
public record VirtualGrid(int rows, int cols, int[] owners) {

    public VirtualGrid {
        if (rows < 1 || cols < 1 || owners.length != rows * cols) {
            throw new IllegalArgumentException("rows=" + rows + " cols=" + cols + " owners=" + owners.length
                    + ": must be rows, cols >= 1 and an owner for each cell");
        }
        owners = owners.clone();
    }

    /** The grid of P x Q ranks, a cell each. */
    public static VirtualGrid numbered(int p, int q, ProcessMapping mapping) {
        int[] owners = new int[p * q];
        for (int r = 0; r < p; r++) {
            for (int s = 0; s < q; s++) {
                owners[r * q + s] = mapping == ProcessMapping.ROW_MAJOR ? r * q + s : s * p + r;
            }
        }
        return new VirtualGrid(p, q, owners);
    }

    /** The rank that owns cell (r, c). */
    public int owner(int r, int c) {
        return owners[r * cols + c];
    }

    /** The owners of row r, from left to right. */
    int[] row(int r) {
        return Arrays.copyOfRange(owners, r * cols, (r + 1) * cols);
    }

    /** The owners of column c, from top to bottom. */
    int[] column(int c) {
        int[] column = new int[rows];
        for (int r = 0; r < rows; r++) {
            column[r] = owner(r, c);
        }
        return column;
    }
}
