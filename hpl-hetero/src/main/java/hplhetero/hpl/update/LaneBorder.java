package hplhetero.hpl.update;

import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.panel.Panel;
import java.util.Arrays;

/**
 * The border between the columns of a device and those that the rank's workers update beside it: the last columns of each local matrix, in
 * whole blocks. It moves between panel steps. Without a device, or where workers have no time for columns, it lies behind all columns.
 * Owner: the rank's thread.
 */
final class LaneBorder {
    /** Least number of blocks that come back from the device at once, so that no block goes to and fro. */
    private static final int BLOCKS_BACK = 2;

    private final LocalMatrix[] matrices;
    /** Share of the columns that the workers take; null where they take none. */
    private final HostShare share;
    /** Index of the first block whose columns are the workers', indexed by local matrix. */
    private final int[] firstBlock;

    /**
     * Makes the border, which lies behind all columns until a solve begins.
     *
     * @param share decides where the border lies; null where it stays behind all columns
     */
    LaneBorder(LocalMatrix[] matrices, HostShare share) {
        this.matrices = matrices;
        this.share = share;
        firstBlock = new int[matrices.length];
        Arrays.setAll(firstBlock, s -> matrices[s].cols().blockCount());
    }

    /** Returns the columns before the border. */
    Lane.Range before() {
        return new Lane.Range(matrix -> 0, this::at);
    }

    /** Returns the columns behind the border. */
    Lane.Range behind() {
        return new Lane.Range(this::at, matrix -> matrices[matrix].cols().size());
    }

    /** Returns the first column of a local matrix behind the border; the matrix' number of columns where there is none. */
    private int at(int matrix) {
        return column(matrices[matrix].cols(), firstBlock[matrix]);
    }

    private static int column(BlockList cols, int block) {
        return block < cols.blockCount() ? cols.start(cols.block(block)) : cols.size();
    }

    /**
     * Places the border as a solve begins. Called before the matrices are copied to the device. Where the share is measured, the last
     * block is behind the border: the workers might otherwise get none of a warm-up's few blocks, and their kernels would be compiled
     * within the clock.
     */
    void begin() {
        if (share != null) {
            share.reset();
            for (int s = 0; s < matrices.length; s++) {
                BlockList cols = matrices[s].cols();
                int most = share.isFixed() ? cols.blockCount() : Math.max(0, cols.blockCount() - 1);
                move(s, Math.min(most, block(cols, 0, share.first())));
            }
        }
    }

    /**
     * Moves the border to where both sides would end the next step together. Called while nothing is updated.
     *
     * @param panel the panel that is applied next
     * @param first first local column that is still to be updated, indexed by local matrix
     */
    void adapt(Panel panel, int[] first) {
        double work = 0;
        for (int s = 0; s < matrices.length; s++) {
            work += (double) (matrices[s].cols().size() - first[s]) * below(s, panel) * panel.width();
        }
        double wished = share.next(work);
        for (int s = 0; s < matrices.length; s++) {
            int left = firstFrom(matrices[s].cols(), first[s]);
            int now = Math.max(left, firstBlock[s]);
            int next = block(matrices[s].cols(), left, wished);
            boolean worthIt = next > now || share.isFixed() || now - next >= BLOCKS_BACK || next == left;
            if (left < matrices[s].cols().blockCount() && next != now && worthIt) {
                move(s, next);
            }
        }
    }

    private int below(int s, Panel panel) {
        return matrices[s].rows().size() - matrices[s].rows().start(panel.k() + 1);
    }

    /** Returns the first block that begins at a column or behind it. */
    private static int firstFrom(BlockList cols, int column) {
        int block = 0;
        while (block < cols.blockCount() && column(cols, block) < column) {
            block++;
        }
        return block;
    }

    /**
     * Returns the block, of those from {@code from} on, at which the last columns of these begin that make up about {@code share} of them.
     */
    private static int block(BlockList cols, int from, double share) {
        double wished = cols.size() - share * (cols.size() - column(cols, from));
        int block = from;
        while (block < cols.blockCount() && (column(cols, block) + column(cols, block + 1)) / 2.0 <= wished) {
            block++;
        }
        return block;
    }

    private void move(int s, int block) {
        matrices[s].memory().split(column(matrices[s].cols(), block));
        firstBlock[s] = block;
    }
}
