package hplhetero.hpl.carry;

import hplhetero.comm.Communicator;
import hplhetero.hpl.checkpoint.Checkpoint;
import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.checkpoint.StateReader;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the state of a factorization that was written on one map into the local matrices of another map. Owner: the rank's thread.
 */
public final class CheckpointCarrier {
    private final Communicator ranks;
    private final Written written;

    /**
     * What was written, and which rank reads it.
     *
     * @param folder   folder of the files, as this rank names it; ranks may have different folders
     * @param run      what the files must say of the run that wrote them, as {@link Checkpoint#Checkpoint} takes it
     * @param map      map of the run that wrote the files
     * @param readerOf rank that reads the files of each rank of this map, indexed by rank of this map and equal on all ranks; a rank may
     *                 read the files of several; entries of ranks without a cell are not read
     */
    public record Written(Path folder, String run, BlockMap map, int[] readerOf) {
    }

    /**
     * Makes a carrier; reads nothing.
     *
     * @param ranks   communicator of all ranks that read files or get blocks
     * @param written what was written, and which rank reads it
     */
    public CheckpointCarrier(Communicator ranks, Written written) {
        this.ranks = ranks;
        this.written = written;
    }

    /**
     * Reads a state into local matrices of another map. Each reader reads its files once, from the begin to the end, and sends the blocks
     * on. Collective over all ranks. Memory beside the matrices: what {@link BlockCarrier} takes, and one block row of each rank whose
     * files this rank reads.
     *
     * @param state    the state to read: its number, panels, rows and zero pivot, which are equal in the files of all ranks
     * @param to       new map
     * @param matrices out: local matrices of this rank on the new map, in the host's memory; elements that a factorization no longer needs
     *                 stay as they are; empty where it owns no cell
     * @return what the factorization needs besides to go on, equal on all ranks
     * @throws IOException              on all ranks, when a file is missing or damaged on one of them; the matrices then hold anything
     * @throws IllegalArgumentException as {@link BlockCarrier#BlockCarrier} throws
     * @throws OutOfMemoryError         on all ranks, when one of them has no memory for the messages
     */
    public StopPoint read(Generation state, BlockMap to, LocalMatrix[] matrices) throws IOException {
        BlockCarrier carrier = new BlockCarrier(ranks, written.map, written.readerOf, to);
        List<StateReader> readers = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            FileSource source = new FileSource(written.map);
            agree(open(state, source, readers, arena));
            StopPoint mine = readers.isEmpty() ? StopPoint.unknown(to, state.panels())
                    : new StopPoint(state.panels(), readers.getFirst().pivots(), state.zeroPivot());
            StopPoint resumption = mine.shared(ranks);
            carrier.carry(state.panels(), source, matrices);
            agree(source.failure());
            return resumption;
        } finally {
            close(readers);
        }
    }

    private void agree(Optional<String> failure) throws IOException {
        Optional<String> first = FirstFailure.among(ranks, failure);
        if (first.isPresent()) {
            throw new IOException(first.get());
        }
    }

    /** Opens the files that this rank reads. Returns why that failed, if it did. */
    private Optional<String> open(Generation state, FileSource source, List<StateReader> readers, Arena arena) {
        try {
            for (LocalLayout layout : LocalLayout.all(written.map)) {
                if (written.readerOf[layout.rank()] == ranks.rank()) {
                    Checkpoint files = new Checkpoint(written.folder, layout.rank(), written.run);
                    StateReader reader = files.open(found(state, files.generations(), layout.rank()), layout);
                    readers.add(reader);
                    source.add(layout, reader, arena);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage());
        } catch (OutOfMemoryError e) {
            return Optional.of("no memory to read the files of " + (readers.size() + 1) + " ranks: let more ranks read");
        }
    }

    private Generation found(Generation state, List<Generation> generations, int rank) throws IOException {
        return generations.stream().filter(g -> g.generation() == state.generation() && g.panels() == state.panels()
                && g.rows() == state.rows() && g.zeroPivot() == state.zeroPivot()).findFirst()
                .orElseThrow(() -> new IOException(written.folder + ": rank " + rank + " has no state " + state.generation() + " behind "
                        + state.panels() + " panels, it has " + generations + ": name the folder with its files"));
    }

    /** Closes files that have been read; whether that succeeds makes no difference to what was read. */
    private static void close(List<StateReader> readers) {
        for (StateReader reader : readers) {
            try {
                reader.close();
            } catch (IOException e) {
                System.getLogger(CheckpointCarrier.class.getName()).log(System.Logger.Level.DEBUG, "cannot close a file", e);
            }
        }
    }
}
