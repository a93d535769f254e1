package hplhetero.hpl.update;

import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.LocalLayout;

/**
 * The places of columns of U in the work space for U.
 *
 * @param start  first column for each local matrix, indexed by local matrix, where the product is cut by rows; else empty
 * @param window number of columns for each worker, where the product is cut by columns; else 0
 * @param ahead  first column for the look-ahead's columns
 */
record UWorkspace(int[] start, int window, int ahead) {

    static UWorkspace of(LocalLayout layout, UpdateTasks tasks, int workers) {
        return tasks.cut() == UpdateTasks.Cut.ROWS ? byRows(layout) : byColumns(layout, tasks.most(), workers);
    }

    /** Returns the places of U for a product that is cut by rows: all columns of all local matrices. */
    static UWorkspace byRows(LocalLayout layout) {
        int[] start = new int[layout.localColumns().size()];
        int columns = 0;
        for (int s = 0; s < start.length; s++) {
            start[s] = columns;
            columns += UpdateTasks.padded(layout.localColumns().get(s).cols().size());
        }
        return new UWorkspace(start, 0, columns);
    }

    /** Returns the places of U for a product that is cut by columns: the columns of one task for each worker. */
    static UWorkspace byColumns(LocalLayout layout, int most, int workers) {
        int columns = layout.localColumns().stream().mapToInt(column -> column.cols().size()).max().orElse(0);
        int window = UpdateTasks.padded(Math.min(columns, most));
        return new UWorkspace(new int[0], window, workers * window);
    }

    int columns(int nb) {
        return ahead + nb;
    }

    /**
     * Returns the column of the work space at which U of a part's columns begins, where the product is cut by rows. Returns 0 where the
     * product is cut by columns, since each worker's window then serves part after part.
     */
    int of(TrailingUpdate.Columns part) {
        return start.length == 0 ? 0 : start[part.matrix()] + part.before();
    }
}
