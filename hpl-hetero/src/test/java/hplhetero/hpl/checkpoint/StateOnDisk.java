package hplhetero.hpl.checkpoint;

import hplhetero.hpl.checkpoint.Checkpoint.Generation;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import java.io.IOException;

/** Reads a state without other ranks, on the map on which it was written. */
public final class StateOnDisk {
    private StateOnDisk() {
    }

    /**
     * Reads a state into local matrices of the layout.
     *
     * @return the pivots
     */
    public static int[] read(Checkpoint files, Generation state, LocalLayout layout, LocalMatrix[] matrices) throws IOException {
        try (StateReader in = files.open(state, layout)) {
            for (int i = 0; i < layout.map().panels(); i++) {
                in.next((s, row, column, count) -> matrices[s].segment().asSlice(8L * ((long) row * matrices[s].ld() + column),
                        8L * count));
            }
            return in.pivots();
        }
    }
}
