package hplhetero.hpl.panel;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.comm.Collectives.Broadcast;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.hpl.grid.BlockList;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * One slot of the look-ahead ring: a panel that this rank factors or receives, then applies. Owner: the rank's
 * thread; workers read it between {@code PanelUpdate.begin} and the last task.
 *
 * <p>It arrives as one message a virtual row. A row set of several virtual rows has a buffer in which their rows
 * stand in the matrix' order; with one virtual row the message itself serves.
 *
 * <p>L2 has to be packed before it is applied: by each rank that has received it, or, where {@link #isSentPacked}, by the one that sends
 * it.
 */
public final class Panel implements Operation {
    private final LocalLayout layout;
    private final int nb;
    private final List<Row> rows;
    private final DenseKernels kernels;
    private final boolean sentPacked;
    /** Of each row set, where its rows stand if that is not in the message. */
    private final MemorySegment[] workspace;
    private final MemorySegment[] packed;
    private final int[] ipiv;
    private final int words;
    private int k;
    /** The number of the broadcast that this panel takes. */
    private int taken;
    private int factoredSet;
    private long word;
    private boolean assembled;

    /**
     * A virtual row in which the rank owns cells.
     *
     * @param number     the virtual row
     * @param blocks     its block rows
     * @param root       from a virtual column to the rank, in the row's communicator, that owns the cell there
     * @param broadcasts of this slot in the row's communicator, by algorithm; null when the row has one owner
     * @param message    where it arrives
     */
    private record Row(int number, BlockList blocks, int[] root, Broadcast[] broadcasts, PanelMessage message) {
    }

    /**
     * What a panel needs to know of a virtual row's communicator.
     *
     * @param broadcasts by the number of their {@link BroadcastAlgorithm}, of those that panels may take; null when the row has one owner
     */
    public record RowLink(int virtualRow, int[] root, Broadcast[] broadcasts) {
    }

    /**
     * @param words      of 64 bits that go to all ranks with the panel: 0 or 1
     * @param kernels    by which it is applied
     * @param sentPacked whether the rank that factors it packs it for all, which must be the same for all ranks: they need kernels of one
     *                   {@link DenseKernels#packedForm} and layouts that {@link #canBeSentPacked}
     */
    public Panel(LocalLayout layout, List<RowLink> links, int words, DenseKernels kernels, boolean sentPacked, Arena arena) {
        this.layout = layout;
        this.kernels = kernels;
        this.sentPacked = sentPacked;
        nb = layout.map().nb();
        ipiv = new int[nb];
        this.words = words;
        rows = links.stream().map(link -> {
            BlockList blocks = layout.virtualRow(link.virtualRow());
            return new Row(link.virtualRow(), blocks, link.root(), link.broadcasts(), sentPacked
                    ? PanelMessage.ofPacked(nb, words, packedRoom(blocks.size()), arena)
                    : PanelMessage.ofRows(nb, words, blocks.size(), arena));
        }).toList();
        rows.forEach(row -> kernels.pin(row.message.memory(), arena));
        workspace = new MemorySegment[layout.rowSets().size()];
        packed = new MemorySegment[workspace.length];
        for (int s = 0; s < workspace.length; s++) {
            LocalLayout.RowSet set = layout.rowSets().get(s);
            int size = set.rows().size();
            if (sentPacked || isMerged(s)) {
                workspace[s] = OffHeap.allocate(arena, 8L * LocalMatrix.leadingDimension(size) * nb).fill((byte) 0);
                kernels.pin(workspace[s], arena);
            }
            packed[s] = sentPacked ? row(set.virtualRows().getFirst()).message.packed()
                    : OffHeap.allocate(arena, packedRoom(size)).fill((byte) 0);
        }
    }

    /** Whether a row set's rows come in several messages. */
    private boolean isMerged(int rowSet) {
        return layout.rowSets().get(rowSet).virtualRows().size() > 1;
    }

    private long packedRoom(int rows) {
        long beside = kernels.hostPart().map(part -> part.kernels().packedBytes(rows, nb)).orElse(0L);
        return Math.max(beside, kernels.packedBytes(rows, nb)) + PanelUpdate.READ_AHEAD;
    }

    /** Whether the rows of all panels of this rank are those of one message each, as they must be to be packed by another rank. */
    public static boolean canBeSentPacked(LocalLayout layout) {
        return layout.rowSets().stream().allMatch(set -> set.virtualRows().size() == 1);
    }

    /** Bytes one slot takes on a rank, whichever the kernels; a word is in what they round up. */
    public static long bytes(LocalLayout layout) {
        int nb = layout.map().nb();
        long sum = 0;
        for (LocalLayout.RowSet set : layout.rowSets()) {
            sum += PanelMessage.bytes(nb, 0, set.rows().size(), nb) * (set.virtualRows().size() > 1 ? 2 : 1);
            // packed: kernels round up to whole tiles
            sum += 8L * (set.rows().size() + nb + 8) * (nb + 16L) + PanelUpdate.READ_AHEAD;
        }
        return sum;
    }

    /**
     * Bytes of the message that carries a panel along a virtual row, where it is not sent packed.
     *
     * @param blocks the row's block rows
     * @param k      the panel
     * @param jb     its columns
     */
    public static long messageBytes(BlockList blocks, int k, int nb, int jb) {
        int m = blocks.size() - blocks.start(k);
        return blocks.owns(k) ? PanelMessage.bytesWithTop(nb, m, jb) : PanelMessage.bytes(nb, 0, m, jb);
    }

    /** Takes panel {@code k}; nothing is known of it yet. */
    public void assign(int k) {
        this.k = k;
        factoredSet = -1;
        assembled = false;
    }

    public int k() {
        return k;
    }

    /** Columns of this panel. */
    public int width() {
        return layout.map().width(k);
    }

    /** The global row swapped with row i of the panel, in order. Valid once complete. */
    public int[] ipiv() {
        return ipiv;
    }

    /** The word that goes to all ranks with it, 0 where none does. Valid once complete. */
    public long word() {
        return word;
    }

    /** L1 with the panel's U above it, column-major. */
    public MatrixRef l1() {
        return rows.getFirst().message.l1(width());
    }

    /** 1 + the first column with a zero pivot, or 0. */
    public int zeroPivot() {
        return rows.getFirst().message.zeroPivot();
    }

    /** The rows of a row set from block row k on: where the panel is factored. */
    public MatrixRef work(int rowSet) {
        BlockList list = layout.rowSets().get(rowSet).rows();
        int m = list.size() - list.start(k);
        if (workspace[rowSet] == null) {
            return row(layout.rowSets().get(rowSet).virtualRows().getFirst()).message.rows(m, width());
        }
        return new MatrixRef(workspace[rowSet], 0, m, width(), LocalMatrix.leadingDimension(m));
    }

    /** L2: the rows of a row set below block row k. */
    public MatrixRef l2(int rowSet) {
        BlockList list = layout.rowSets().get(rowSet).rows();
        MatrixRef work = work(rowSet);
        int own = list.start(k + 1) - list.start(k);
        return work.window(own, 0, work.rows() - own, work.cols());
    }

    /** Whether the rank that factors it packs L2 for all. */
    public boolean isSentPacked() {
        return sentPacked;
    }

    /** Whether this rank has factored this row set's rows. */
    public boolean isFactoredHere(int rowSet) {
        return factoredSet == rowSet;
    }

    /**
     * Where L2 of a row set is packed; where panels are sent packed, it must be before {@link #send}, and is there once this is complete.
     */
    public MemorySegment packed(int rowSet) {
        return packed[rowSet];
    }

    private Row row(int virtualRow) {
        for (Row row : rows) {
            if (row.number == virtualRow) {
                return row;
            }
        }
        throw new IllegalArgumentException("virtual row " + virtualRow + " is not this rank's");
    }

    /**
     * Starts the broadcasts by an algorithm, the same on all ranks. On a rank that factored it in {@code rowSet} (else -1) the result is
     * sent.
     *
     * @param word goes with it, the same on all ranks that factored it
     */
    public void send(int rowSet, int zeroPivot, long word, BroadcastAlgorithm algorithm) {
        factoredSet = rowSet;
        taken = algorithm.ordinal();
        if (rowSet >= 0) {
            fillMessages(rowSet, zeroPivot, word);
        }
        int column = layout.map().kappa()[k];
        for (Row row : rows) {
            if (row.broadcasts != null) {
                row.broadcasts[taken].start(message(row), row.root[column]);
            }
        }
    }

    private MemorySegment message(Row row) {
        if (sentPacked) {
            return row.message.withPacked(kernels.packedBytes(row.blocks.size() - row.blocks.start(k + 1), width()));
        }
        int m = rowsBelow(row.blocks);
        return topTravels(row) ? row.message.withTop(m, width()) : row.message.below(m, width());
    }

    private int rowsBelow(BlockList list) {
        return list.size() - list.start(k);
    }

    /** The root of every row in this set: its rows into each message, if they stand elsewhere, and L1 and pivots. */
    private void fillMessages(int rowSet, int zeroPivot, long word) {
        MatrixRef l1 = l1();
        for (Row row : rows) {
            if (!layout.rowSets().get(rowSet).virtualRows().contains(row.number)) {
                continue;
            }
            row.message.pivots(zeroPivot, ipiv, width());
            if (words > 0) {
                row.message.word(word);
            }
            copy(l1, row.message.l1(width()));
            if (isMerged(rowSet)) {
                RowMerge.scatter(work(rowSet), layout.rowSets().get(rowSet).rows(), k, row.blocks,
                        row.message.rows(rowsBelow(row.blocks), width()));
            }
            if (topTravels(row)) {
                copy(l1, row.message.top(rowsBelow(row.blocks), width()));
            }
        }
    }

    /** Whether L1 is sent along this row in the place of the panel's own block row. */
    private boolean topTravels(Row row) {
        return row.broadcasts != null && !sentPacked && row.blocks.owns(k);
    }

    private static void copy(MatrixRef from, MatrixRef to) {
        for (int j = 0; j < from.cols() && from.address() != to.address(); j++) {
            RowMerge.copyColumn(from, 0, to, 0, j, from.rows());
        }
    }

    @Override
    public Progress poll() {
        boolean moved = false;
        boolean done = true;
        for (Row row : rows) {
            Progress p = row.broadcasts == null ? Progress.DONE : row.broadcasts[taken].poll();
            moved |= p == Progress.ADVANCED;
            done &= p == Progress.DONE;
        }
        if (!done) {
            return moved ? Progress.ADVANCED : Progress.IDLE;
        }
        if (!assembled) {
            assemble();
            assembled = true;
        }
        return Progress.DONE;
    }

    private void assemble() {
        Row first = rows.getFirst();
        first.message.readPivots(ipiv, width());
        word = words > 0 ? first.message.word() : 0;
        if (topTravels(first)) {
            copy(first.message.top(rowsBelow(first.blocks), width()), first.message.l1(width()));
        }
        for (int s = 0; s < workspace.length; s++) {
            if (isMerged(s) && s != factoredSet) {
                for (int r : layout.rowSets().get(s).virtualRows()) {
                    Row row = row(r);
                    RowMerge.gather(row.message.rows(rowsBelow(row.blocks), width()), row.blocks, k,
                            layout.rowSets().get(s).rows(), work(s));
                }
            }
        }
    }
}
