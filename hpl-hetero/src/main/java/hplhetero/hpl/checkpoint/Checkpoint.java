package hplhetero.hpl.checkpoint;

import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;

/**
 * The files in which one rank keeps the state of its factorization: the rows of U that are finished, and in two generations, written in
 * turn, the trailing matrix with the pivots. A generation that is being written never touches the one before, so that one of them is whole
 * at any time. L is not kept, since b is carried along. Not collective: ranks agree on a generation that all of them have. Owner: the
 * rank's thread.
 */
public final class Checkpoint {
    private static final String VERSION = "1";
    private static final int GENERATIONS = 2;

    private final Path folder;
    private final int rank;
    private final String run;

    /**
     * Names the files of a rank.
     *
     * @param folder folder of the files, which exists; ranks may share it
     * @param rank   number of the rank
     * @param run    what must be equal when the state is read: the test with its map, in words
     */
    public Checkpoint(Path folder, int rank, String run) {
        this.folder = folder;
        this.rank = rank;
        this.run = run;
    }

    /**
     * A state that was written, by its header.
     *
     * @param generation number of the state, from 1 on
     * @param panels     number of panels that have been applied
     * @param rows       number of rows that have a pivot
     * @param zeroPivot  1 + the first column with a zero pivot so far, or 0
     * @param bytesOfU   length of the file of U that belongs to the state
     * @param spent      time spent until the state
     */
    public record Generation(long generation, int panels, int rows, int zeroPivot, long bytesOfU, TimeSpent spent) {
        /** The state of a factorization that has not begun. */
        public static final Generation NONE = new Generation(0, 0, 0, 0, 0, TimeSpent.NONE);
    }

    private Path fileOfU() {
        return folder.resolve("rank-" + rank + ".u");
    }

    private Path file(long generation) {
        return folder.resolve("rank-" + rank + "." + generation % GENERATIONS);
    }

    /**
     * Writes a state, and returns when it is on the disk. A state with the same parity is replaced when the new one is whole. The first
     * state of a run replaces all.
     *
     * @param before    the state written or read last, whose rows of U are in the file already; {@link Generation#NONE} at first
     * @param panels    number of panels that have been applied
     * @param pivots    global row that was swapped with row i, for the rows of these panels
     * @param zeroPivot 1 + the first column with a zero pivot so far, or 0
     * @param spent     time that the run has spent so far
     * @param matrices  local matrices of the rank, in the host's memory
     * @return the state
     * @throws IOException when the disk is full or cannot be written; the state {@code before} is still whole
     */
    public Generation write(Generation before, int panels, int[] pivots, int zeroPivot, TimeSpent spent, LocalMatrix[] matrices)
            throws IOException {
        Files.createDirectories(folder);
        if (before.equals(Generation.NONE)) {
            // states of an earlier run, whose rows of U this run does not have
            Files.deleteIfExists(file(0));
            Files.deleteIfExists(file(1));
        }
        long bytesOfU = appendU(before, panels, matrices);
        Generation state = new Generation(before.generation + 1, panels, pivots.length, zeroPivot, bytesOfU, spent);
        Path whole = file(state.generation);
        Path part = folder.resolve(whole.getFileName() + ".part");
        try {
            try (PieceWriter out = new PieceWriter(FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING))) {
                out.put(MemorySegment.ofArray(header(state)));
                out.endPiece();
                ByteBuffer rows = ByteBuffer.allocate(Integer.BYTES * pivots.length).order(ByteOrder.LITTLE_ENDIAN);
                rows.asIntBuffer().put(pivots);
                out.put(MemorySegment.ofBuffer(rows));
                put(panels, StoredRows.of(matrices).blockRows(), panels, matrices, out);
            }
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        return state;
    }

    private long appendU(Generation before, int panels, LocalMatrix[] matrices) throws IOException {
        FileChannel file = FileChannel.open(fileOfU(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        // What lies behind belongs to a state that was not finished, or that nobody goes on from.
        file.truncate(before.bytesOfU).position(before.bytesOfU);
        try (PieceWriter out = new PieceWriter(file)) {
            put(before.panels, panels, panels, matrices, out);
            out.endPiece();
            return file.position();
        }
    }

    private byte[] header(Generation state) throws IOException {
        Properties header = new Properties();
        header.setProperty("version", VERSION);
        header.setProperty("run", run);
        header.setProperty("generation", String.valueOf(state.generation));
        header.setProperty("panels", String.valueOf(state.panels));
        header.setProperty("rows", String.valueOf(state.rows));
        header.setProperty("zeroPivot", String.valueOf(state.zeroPivot));
        header.setProperty("bytesOfU", String.valueOf(state.bytesOfU));
        state.spent.write(header);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        header.store(bytes, null);
        return bytes.toByteArray();
    }

    /** Writes the rows of some block rows, as the state behind {@code panels} panels holds them. */
    private static void put(int from, int to, int panels, LocalMatrix[] matrices, PieceWriter out) throws IOException {
        StoredRows stored = StoredRows.of(matrices);
        for (int i = from; i < to; i++) {
            stored.visit(i, panels, (s, row, column, count) -> out.put(part(matrices[s], row, column, count)));
        }
    }

    private static MemorySegment part(LocalMatrix a, int row, int column, int count) {
        return a.segment().asSlice(8L * ((long) row * a.ld() + column), 8L * count);
    }

    /**
     * Returns the states of this run that the folder has for this rank, by their headers, the newest first. A file that cannot be read, or
     * whose header is damaged, counts as none.
     *
     * @throws IOException when a whole header tells of another run
     */
    public List<Generation> generations() throws IOException {
        List<Generation> found = new ArrayList<>();
        for (long parity = 0; parity < GENERATIONS; parity++) {
            Properties header = new Properties();
            try (PieceReader in = new PieceReader(file(parity))) {
                header.load(new ByteArrayInputStream(in.wholePiece()));
            } catch (IOException | IllegalArgumentException absent) {
                continue;
            }
            requireSame(file(parity), "version", header.getProperty("version"), VERSION);
            requireSame(file(parity), "run", header.getProperty("run"), run);
            found.add(new Generation(Long.parseLong(header.getProperty("generation")), Integer.parseInt(header.getProperty("panels")),
                    Integer.parseInt(header.getProperty("rows")), Integer.parseInt(header.getProperty("zeroPivot")),
                    Long.parseLong(header.getProperty("bytesOfU")), TimeSpent.read(header)));
        }
        found.sort(Comparator.comparingLong(Generation::generation).reversed());
        return found;
    }

    /**
     * Removes the files of all states newer than one from which the run goes on, so that they are never taken for states of what follows.
     *
     * @param state the state from which the run goes on
     * @throws IOException when a file cannot be removed
     */
    public void removeAfter(Generation state) throws IOException {
        for (Generation newer : generations()) {
            if (newer.generation > state.generation) {
                Files.delete(file(newer.generation));
            }
        }
    }

    private static void requireSame(Path file, String what, String found, String wanted) throws IOException {
        if (!wanted.equals(found)) {
            throw new IOException(file + ": " + what + "=" + found + ", this run has " + what + "=" + wanted
                    + ": name the folder of this run, or an empty one");
        }
    }

    /**
     * Opens a state that is read block row by block row, perhaps by another rank than the one that wrote it. The caller closes the reader.
     *
     * @param state  a state of {@link #generations}
     * @param layout layout of the rank that wrote the state, on the map that it had
     * @throws IOException when a file is missing, or the pivots are damaged
     */
    public StateReader open(Generation state, LocalLayout layout) throws IOException {
        return new StateReader(file(state.generation), fileOfU(), state, StoredRows.of(layout));
    }
}
