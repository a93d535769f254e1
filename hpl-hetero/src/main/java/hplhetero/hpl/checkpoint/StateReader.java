package hplhetero.hpl.checkpoint;

import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * A reader of the state of one rank, block row after block row, into whatever memory its user names. Not collective. Owner: the thread that
 * opened it.
 */
public final class StateReader implements Closeable {
    private final Generation state;
    private final StoredRows stored;
    private final PieceReader trailing;
    private final PieceReader u;
    private final int[] pivots;
    private final int blockRows;
    /** Number of block rows that have been read. */
    private int done;

    /** The memory that parts of rows are read into. */
    @FunctionalInterface
    public interface Destination {
        /**
         * Returns the memory of a part of a row that reaches to the row's end.
         *
         * @param s      index of the local matrix among those of the rank that wrote the file
         * @param row    local row in this matrix
         * @param column local column of the part's first element
         * @param count  number of doubles of the part, 1 or more
         * @return {@code count} doubles, which are filled
         */
        MemorySegment part(int s, int row, int column, int count);
    }

    StateReader(Path fileOfTrailing, Path fileOfU, Generation state, StoredRows stored) throws IOException {
        this.state = state;
        this.stored = stored;
        blockRows = stored.blockRows();
        trailing = new PieceReader(fileOfTrailing);
        try {
            trailing.wholePiece();
            pivots = readPivots();
            u = new PieceReader(fileOfU);
        } catch (IOException | OutOfMemoryError e) {
            trailing.close();
            throw e;
        }
    }

    private int[] readPivots() throws IOException {
        int[] rows = new int[state.rows()];
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * rows.length).order(ByteOrder.LITTLE_ENDIAN);
        trailing.get(MemorySegment.ofBuffer(bytes));
        bytes.asIntBuffer().get(rows);
        return rows;
    }

    /** Returns the pivots: global row that was swapped with row i, for the rows of the panels that have been applied. */
    public int[] pivots() {
        return pivots.clone();
    }

    /**
     * Reads the rank's part of the next block row: at the first call of block row 0, at each further call of the next one. Rows of U are
     * read from their diagonal block on, the others from the first column of the trailing matrix on. Reads nothing where the rank has no
     * such element.
     *
     * @param to names the memory of each row
     * @throws IOException when a file is damaged, is not whole, or holds more than the last block row
     */
    public void next(Destination to) throws IOException {
        PieceReader in = done < state.panels() ? u : trailing;
        stored.visit(done, state.panels(), (s, row, column, count) -> in.get(to.part(s, row, column, count)));
        done++;
        if (done == blockRows) {
            trailing.requireEnd();
            u.requireNext(state.bytesOfU());
        }
    }

    @Override
    public void close() throws IOException {
        try (trailing) {
            u.close();
        }
    }
}
