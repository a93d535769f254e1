package hplhetero.hpl.carry;

import hplhetero.blas.OffHeap;
import hplhetero.hpl.checkpoint.StateReader;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The blocks in the files of some ranks of the old map. Has one block row of each of these ranks in memory. After a file could not be read,
 * hands out blocks with any elements, so that other ranks get the messages that they wait for. Owner: the rank's thread.
 */
final class FileSource implements BlockSource {
    private final BlockMap map;
    /** The files that are read, by the rank that wrote them. */
    private final Map<Integer, Written> files = new HashMap<>();
    /** Number of block rows that have been asked for. */
    private int done;
    private Optional<String> failure = Optional.empty();

    /** What one rank of the old map has written, with memory for one block row of each of its local matrices. */
    private record Written(LocalLayout layout, StateReader reader, MemorySegment[] memory) {

        /** Reads block row {@code i}, the one behind those that have been read. */
        void next(int i) throws IOException {
            reader.next((s, row, column, count) ->
                    memory[s].asSlice(8L * ((long) (row - rows(s).start(i)) * ld(s) + column), 8L * count));
        }

        private int ld(int s) {
            return layout.localColumns().get(s).cols().size();
        }

        private BlockList rows(int s) {
            return layout.rowSets().get(layout.localColumns().get(s).rowSet()).rows();
        }

        Strip strip(int i, int virtualColumn) {
            int s = layout.localColumnOf(virtualColumn);
            BlockList rows = rows(s);
            return new Strip(rows, layout.localColumns().get(s).cols(), memory[s], ld(s), rows.start(i));
        }
    }

    FileSource(BlockMap map) {
        this.map = map;
    }

    /**
     * Adds the files of a rank of the old map.
     *
     * @param layout layout of this rank on the old map
     * @param reader reader of the files, which has read no block row yet
     * @param arena  arena that memory for one block row is taken from
     */
    void add(LocalLayout layout, StateReader reader, Arena arena) {
        MemorySegment[] memory = layout.localColumns().stream()
                .map(column -> OffHeap.allocate(arena, 8L * map.nb() * column.cols().size())).toArray(MemorySegment[]::new);
        files.put(layout.rank(), new Written(layout, reader, memory));
    }

    /** Returns why a file could not be read; empty where all have been read so far. */
    Optional<String> failure() {
        return failure;
    }

    @Override
    public void next() {
        for (Written file : files.values()) {
            if (failure.isEmpty()) {
                try {
                    file.next(done);
                } catch (IOException e) {
                    failure = Optional.of(e.getMessage() + " (in block row " + done + ")");
                }
            }
        }
        done++;
    }

    @Override
    public void copy(int i, int j, MemorySegment to, long index, int ld) {
        files.get(map.owner(i, j)).strip(i, map.kappa()[j]).copyTo(i, j, to, index, ld);
    }
}
