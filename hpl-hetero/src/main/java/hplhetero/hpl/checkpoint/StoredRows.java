package hplhetero.hpl.checkpoint;

import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The order in which a rank's files hold its elements: by block row, then by local matrix, then by row. Says nothing of where the elements
 * are in memory.
 *
 * @param matrices block rows and block columns of each local matrix of the rank
 */
record StoredRows(List<Local> matrices) {

    /** The blocks of one local matrix: block rows {@code rows} of block columns {@code cols}. */
    record Local(BlockList rows, BlockList cols) {
    }

    /** A visitor of parts of rows. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Visits a part of a row that reaches to the row's end.
         *
         * @param s      index of the local matrix
         * @param row    local row
         * @param column local column of the part's first element
         * @param count  number of elements of the part, 1 or more
         * @throws IOException when a file cannot be read or written
         */
        void at(int s, int row, int column, int count) throws IOException;
    }

    /** Returns the order of a rank's elements that are in these local matrices. */
    static StoredRows of(LocalMatrix[] matrices) {
        return new StoredRows(Arrays.stream(matrices).map(a -> new Local(a.rows(), a.cols())).toList());
    }

    /** Returns the order of the elements of a rank that has this layout. */
    static StoredRows of(LocalLayout layout) {
        return new StoredRows(layout.localColumns().stream()
                .map(column -> new Local(layout.rowSets().get(column.rowSet()).rows(), column.cols())).toList());
    }

    /** Returns 1 + the last block row of which the rank has blocks, or 0 where it has none. */
    int blockRows() {
        return matrices.stream().map(Local::rows).filter(rows -> rows.blockCount() > 0)
                .mapToInt(rows -> 1 + rows.block(rows.blockCount() - 1)).max().orElse(0);
    }

    /**
     * Visits the rows of block row {@code i} that the state behind some panels holds: from the diagonal block on where they are rows of U,
     * else from the first column of the trailing matrix on. Columns that are carried behind [A | b] are left out.
     *
     * @param i       number of the block row
     * @param panels  number of panels that have been applied
     * @param visitor visits each row of each local matrix that has any of these elements
     */
    void visit(int i, int panels, Visitor visitor) throws IOException {
        for (int s = 0; s < matrices.size(); s++) {
            BlockList rows = matrices.get(s).rows();
            int column = matrices.get(s).cols().start(Math.min(i, panels));
            int count = matrices.get(s).cols().tailStart() - column;
            int end = rows.start(i + 1);
            for (int row = rows.start(i); row < end && count > 0; row++) {
                visitor.at(s, row, column, count);
            }
        }
    }
}
