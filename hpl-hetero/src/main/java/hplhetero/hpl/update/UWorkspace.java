package hplhetero.hpl.update;

import hplhetero.blas.UpdateTasks;
import hplhetero.hpl.grid.LocalLayout;

/**
 * Where in a work space for U its columns go.
 *
 * @param start  first column of each local matrix, where the product is cut by rows
 * @param window columns of each worker, where it is cut by columns
 * @param ahead  first column of what is updated ahead
 */
record UWorkspace(int[] start, int window, int ahead) {

    static UWorkspace of(LocalLayout layout, UpdateTasks tasks, int workers) {
        return tasks.cut() == UpdateTasks.Cut.ROWS ? byRows(layout) : byColumns(layout, tasks.most(), workers);
    }

    /** All columns of all local matrices. */
    static UWorkspace byRows(LocalLayout layout) {
        int[] start = new int[layout.localColumns().size()];
        int columns = 0;
        for (int s = 0; s < start.length; s++) {
            start[s] = columns;
            columns += UpdateTasks.padded(layout.localColumns().get(s).cols().size());
        }
        return new UWorkspace(start, 0, columns);
    }

    /** The columns of one task a worker. */
    static UWorkspace byColumns(LocalLayout layout, int most, int workers) {
        int columns = layout.localColumns().stream().mapToInt(column -> column.cols().size()).max().orElse(0);
        int window = UpdateTasks.padded(Math.min(columns, most));
        return new UWorkspace(new int[0], window, workers * window);
    }

    int columns(int nb) {
        return ahead + nb;
    }

    /** Where U of a part's first column goes, where the product is cut by rows. */
    int of(TrailingUpdate.Columns part) {
        return start.length == 0 ? 0 : start[part.matrix()] + part.before();
    }
}
