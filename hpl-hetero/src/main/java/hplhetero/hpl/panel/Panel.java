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
 * One slot of the look-ahead ring: the memory for one of the panels that are under way at once, which this rank factors or receives, then
 * applies. Slots take turns as panels come. Owner: the rank's thread; workers read the panel between {@code PanelUpdate.begin} and the last
 * task.
 *
 * <p>The map deals the matrix's blocks to the cells of a virtual grid, of which each rank owns one or several. A <em>virtual row</em> is a
 * row of this grid; a <em>row set</em> is the virtual rows that the rank owns in some virtual column. A panel arrives as one message in
 * each virtual row. A row set of several virtual rows has a buffer in which their rows stand in the matrix' order; with one virtual row the
 * message itself serves as this buffer.
 *
 * <p>L2 must be packed before the panel is applied: by each rank that has received the panel, or, where {@link #isSentPacked}, by the rank
 * that sends it.
 */
public final class Panel implements Operation {
    private final LocalLayout layout;
    private final int nb;
    private final List<Row> rows;
    private final DenseKernels kernels;
    private final boolean sentPacked;
    /** Column-major rows of each row set, indexed by row set; null where they stand in the message. */
    private final MemorySegment[] workspace;
    /** Packed L2 of each row set, indexed by row set. */
    private final MemorySegment[] packed;
    private final int[] ipiv;
    private final int words;
    /** Seal of the messages; null where the map carries no checksums, and messages no CRC. */
    private final MessageSeal seal;
    private int k;
    /** Ordinal of the {@link BroadcastAlgorithm} by which this panel is sent. */
    private int taken;
    /** Index of the row set in which this rank has factored the panel, or -1. */
    private int factoredSet;
    private long word;
    /** Whether pivots, L1 and merged rows have been taken out of the received messages. */
    private boolean assembled;

    /**
     * A virtual row in which the rank owns cells.
     *
     * @param number     number of the virtual row
     * @param blocks     block rows that lie in the virtual row
     * @param root       owner of the cell in each virtual column, as a rank of the row's communicator, indexed by virtual column
     * @param broadcasts broadcasts of this slot in the row's communicator, indexed by algorithm; null when the row has one owner
     * @param message    where the panel's part in this row arrives
     */
    private record Row(int number, BlockList blocks, int[] root, Broadcast[] broadcasts, PanelMessage message) {
    }

    /**
     * The communicator and the broadcasts by which a panel is sent along one row of the map's virtual grid, to the ranks that own cells in
     * this row.
     *
     * @param virtualRow number of the row in the virtual grid, from 0
     * @param root       rank, in the row's communicator, that owns the row's cell in each column of the virtual grid, indexed by that
     *                   column; it sends the panels whose block columns lie there
     * @param broadcasts broadcasts for the memory of this one panel, indexed by the ordinal of their {@link BroadcastAlgorithm}, of those
     *                   by which panels may be sent; null when one rank owns the whole row
     */
    public record RowLink(int virtualRow, int[] root, Broadcast[] broadcasts) {
    }

    /**
     * Makes a slot of the look-ahead ring and takes its memory.
     *
     * @param layout     which blocks this rank owns
     * @param links      each virtual row in which this rank owns cells
     * @param words      number of piggybacked words of 64 bits that go to all ranks with the panel: 0 or 1
     * @param kernels    kernels that apply the panel
     * @param sentPacked whether the rank that factors the panel packs L2 for all ranks, equal on all ranks: they need kernels of one
     *                   {@link DenseKernels#packedForm} and layouts that {@link #canBeSentPacked}
     * @param arena      arena that the memory is taken from
     */
    public Panel(LocalLayout layout, List<RowLink> links, int words, DenseKernels kernels, boolean sentPacked, Arena arena) {
        this.layout = layout;
        this.kernels = kernels;
        this.sentPacked = sentPacked;
        nb = layout.map().nb();
        ipiv = new int[nb];
        this.words = words;
        seal = layout.map().carried() > 0 ? new MessageSeal(layout.rank(), words) : null;
        int crcs = seal == null ? 0 : 1;
        rows = links.stream().map(link -> {
            BlockList blocks = layout.virtualRow(link.virtualRow());
            return new Row(link.virtualRow(), blocks, link.root(), link.broadcasts(), sentPacked
                    ? PanelMessage.ofPacked(nb, words + crcs, packedRoom(blocks.size()), arena)
                    : PanelMessage.ofRows(nb, words + crcs, blocks.size(), arena));
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

    /** Returns whether a row set's rows come in several messages. */
    private boolean isMerged(int rowSet) {
        return layout.rowSets().get(rowSet).virtualRows().size() > 1;
    }

    private long packedRoom(int rows) {
        long hostBytes = kernels.hostPart().map(part -> part.kernels().packedBytes(rows, nb)).orElse(0L);
        return Math.max(hostBytes, kernels.packedBytes(rows, nb)) + PanelUpdate.READ_AHEAD;
    }

    /**
     * Returns whether panels can be sent to a rank with L2, the rows below the diagonal block, in the kernels' packed form already. This is
     * so where the rank owns one row only of the map's virtual grid in each virtual column, so that all its rows of a panel come in one
     * message.
     *
     * @param layout which blocks the rank owns
     */
    public static boolean canBeSentPacked(LocalLayout layout) {
        return layout.rowSets().stream().allMatch(set -> set.virtualRows().size() == 1);
    }

    /**
     * Returns the bytes of memory that one panel takes on a rank while it is under way: its messages, its rows put together and packed. One
     * estimate serves for all kernels, which round packed rows up differently.
     *
     * @param layout which blocks the rank owns
     */
    public static long bytes(LocalLayout layout) {
        int nb = layout.map().nb();
        long sum = 0;
        for (LocalLayout.RowSet set : layout.rowSets()) {
            sum += PanelMessage.bytes(nb, 0, set.rows().size(), nb) * (set.virtualRows().size() > 1 ? 2 : 1);
            // packed L2, which kernels round up to whole tiles
            sum += 8L * (set.rows().size() + nb + 8) * (nb + 16L) + PanelUpdate.READ_AHEAD;
        }
        return sum;
    }

    /**
     * Returns the bytes of the message that carries a panel to all ranks in one row of the map's virtual grid, where L2 is sent as a plain
     * matrix and not in the kernels' packed form.
     *
     * @param blocks block rows of the matrix that lie in this row of the virtual grid
     * @param k      number of the panel, from 0
     * @param nb     blocking factor
     * @param jb     number of columns of the panel, 1 .. nb
     */
    public static long messageBytes(BlockList blocks, int k, int nb, int jb) {
        int m = blocks.size() - blocks.start(k);
        return blocks.owns(k) ? PanelMessage.bytesWithTop(nb, m, jb) : PanelMessage.bytes(nb, 0, m, jb);
    }

    /**
     * Sets who decides from now on which panels carry a CRC of their elements, and hears how they arrive. The map must carry checksums.
     *
     * @param watch the watch, in place of {@link PanelWatch#NONE}; decides alike on all ranks
     */
    public void watch(PanelWatch watch) {
        seal.watch(watch);
    }

    /**
     * Makes this object's memory that of panel {@code k}, which is not yet factored or received. Forgets the panel that it held before.
     *
     * @param k number of the panel, from 0
     */
    public void assign(int k) {
        this.k = k;
        factoredSet = -1;
        assembled = false;
    }

    /** Returns the number, from 0, of the panel whose memory this is at present, as {@link #assign} set it. */
    public int k() {
        return k;
    }

    /** Returns the number of columns of the panel whose memory this is at present: nb, or fewer for the last panel. */
    public int width() {
        return layout.map().width(k);
    }

    /**
     * Returns the pivots: at index i, from 0, the global number, from 0, of the matrix row that was swapped with row i of the panel. Only
     * the first {@link #width} entries count. Valid once the panel is complete, that is factored, or received as {@link #poll} tells.
     */
    public int[] ipiv() {
        return ipiv;
    }

    /**
     * Returns the word of 64 bits that was sent to all ranks along with the panel, by which ranks tell how long they wait; 0 where panels
     * carry no such word. Valid once the panel is complete.
     */
    public long word() {
        return word;
    }

    /** Returns L1, jb x jb, column-major: unit lower L, with U in the upper triangle. */
    public MatrixRef l1() {
        return rows.getFirst().message.l1(width());
    }

    /** Returns 1 + the first column of the matrix whose pivot is zero; 0 where no pivot was zero. Valid once the panel is complete. */
    public int zeroPivot() {
        return rows.getFirst().message.zeroPivot();
    }

    /**
     * Returns the memory in which the panel is factored: the rows that this rank has of the panel, from the panel's diagonal block row
     * down, column-major.
     *
     * @param rowSet 0-based index into {@link LocalLayout#rowSets}, the different sets of process-grid rows that the rank owns; with
     *               netlib's map there is one set, 0
     */
    public MatrixRef work(int rowSet) {
        BlockList list = layout.rowSets().get(rowSet).rows();
        int m = list.size() - list.start(k);
        if (workspace[rowSet] == null) {
            return row(layout.rowSets().get(rowSet).virtualRows().getFirst()).message.rows(m, width());
        }
        return new MatrixRef(workspace[rowSet], 0, m, width(), LocalMatrix.leadingDimension(m));
    }

    /**
     * Returns L2: the rows that this rank has of the factored panel below the panel's diagonal block row, column-major.
     *
     * @param rowSet 0-based index into {@link LocalLayout#rowSets}, the different sets of process-grid rows that the rank owns; with
     *               netlib's map there is one set, 0
     */
    public MatrixRef l2(int rowSet) {
        BlockList list = layout.rowSets().get(rowSet).rows();
        MatrixRef work = work(rowSet);
        int own = list.start(k + 1) - list.start(k);
        return work.window(own, 0, work.rows() - own, work.cols());
    }

    /**
     * Returns whether panels are sent with L2, the rows below the diagonal block, in the form into which kernels copy it before an update.
     * The rank that factors the panel then packs it once for all ranks; otherwise each rank packs what it receives.
     */
    public boolean isSentPacked() {
        return sentPacked;
    }

    /**
     * Returns whether this rank has factored the panel, together with others of its process column, with the rows of one row set, rather
     * than received it. Valid from {@link #send} on.
     *
     * @param rowSet 0-based index into {@link LocalLayout#rowSets}, the different sets of process-grid rows that the rank owns; with
     *               netlib's map there is one set, 0
     */
    public boolean isFactoredHere(int rowSet) {
        return factoredSet == rowSet;
    }

    /**
     * Returns the memory for the part of L2 with the rows of a row set, in the form into which kernels copy it before an update. Where
     * panels are sent packed, the sender packs L2 there before {@link #send}, and other ranks find it there once the panel is complete;
     * otherwise each rank packs L2 there itself.
     *
     * @param rowSet 0-based index into {@link LocalLayout#rowSets}, the different sets of process-grid rows that the rank owns; with
     *               netlib's map there is one set, 0
     */
    public MemorySegment packed(int rowSet) {
        return packed[rowSet];
    }

    /** Returns the bytes of the packed L2 of a row set; 0 where the kernels pack none. The parameter is that of {@link #packed}. */
    public long packedBytes(int rowSet) {
        return kernels.packedBytes(l2(rowSet).rows(), width());
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
     * Starts to broadcast the panel in each row of the map's virtual grid in which this rank owns a cell, or to receive it there from the
     * rank that factored it. Collective over the owners of cells in these rows. {@link #poll} carries the broadcasts on.
     *
     * @param rowSet    index, from 0, of the rank's row set (its rows of the virtual grid in some virtual column) with which it has
     *                  factored the panel; -1 where it has factored none of the panel and only receives
     * @param zeroPivot 1 + the matrix's first column, from 0, with a zero pivot, or 0 where no pivot was zero; not read where
     *                  {@code rowSet} is -1
     * @param word      64 bits that go to all ranks along with the panel, equal on all ranks that factored it; not read where panels carry
     *                  no such word
     * @param algorithm the broadcast algorithm, equal on all ranks
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
                if (seal != null && isSender(row)) {
                    seal.write(row.message, message(row), k);
                }
                row.broadcasts[taken].start(message(row), row.root[column]);
            }
        }
    }

    /** Returns whether this rank sends the panel along a virtual row. */
    private boolean isSender(Row row) {
        return factoredSet >= 0 && layout.rowSets().get(factoredSet).virtualRows().contains(row.number);
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

    /**
     * Fills the messages of this row set's virtual rows, of which this rank is the root: pivots, L1, and the rows, if they stand elsewhere.
     */
    private void fillMessages(int rowSet, int zeroPivot, long word) {
        MatrixRef l1 = l1();
        for (Row row : rows) {
            if (!isSender(row)) {
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

    /** Returns whether L1 is sent along a virtual row in the place of the panel's own block row. */
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

    /**
     * Returns whether a message of the panel, sent or received, has other elements than when it was sent. False where the panel carries no
     * CRC of them.
     */
    public boolean isDamaged() {
        return seal != null && rows.stream().anyMatch(row -> row.broadcasts != null && seal.isDamaged(row.message, message(row), k));
    }

    private void assemble() {
        for (Row row : rows) {
            if (seal != null && row.broadcasts != null && !isSender(row)) {
                seal.compare(row.message, message(row), k);
            }
        }
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
