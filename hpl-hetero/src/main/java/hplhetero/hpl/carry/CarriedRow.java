package hplhetero.hpl.carry;

import hplhetero.blas.OffHeap;
import hplhetero.comm.Communicator;
import hplhetero.comm.Operation;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The messages of one block row on one rank, with their buffers. Carries one block row after another. Owner: the rank's thread.
 */
final class CarriedRow {
    private final Communicator ranks;
    private final ProgressLoop progress;
    private final RowMoves moves;
    private final MatrixSource matrices;
    private final Box out;
    private final Box in;
    private final List<Operation> messages = new ArrayList<>();
    /** Whether {@link #start} has been called since {@link #finish}. */
    private boolean underWay;

    /**
     * The largest number of doubles that a rank sends, and receives, in one block row.
     *
     * @param sent     number of doubles that leave this rank
     * @param received number of doubles that come to this rank
     */
    record Sizes(long sent, long received) {
    }

    /** A buffer with the blocks that go to, or come from, each other rank: those of rank 0 first, then those of rank 1, and so on. */
    private static final class Box {
        final MemorySegment memory;
        /** Index in the buffer of the double that is put in or taken out next, indexed by the other rank. */
        final long[] next;

        Box(long doubles, int ranks, Arena arena) {
            memory = OffHeap.allocate(arena, 8 * doubles);
            next = new long[ranks];
        }

        /** Gives each other rank its place in the buffer, of as many doubles as {@code lengths} has for this rank. */
        void layOut(long[] lengths) {
            long at = 0;
            for (int r = 0; r < lengths.length; r++) {
                next[r] = at;
                at += lengths[r];
            }
        }

        /** Returns the index of the next double of a rank, and passes over some doubles from there on. */
        long pass(int rank, long doubles) {
            next[rank] += doubles;
            return next[rank] - doubles;
        }

        /** Returns the next doubles of a rank. */
        MemorySegment message(int rank, long doubles) {
            return memory.asSlice(8 * next[rank], 8 * doubles);
        }
    }

    /**
     * Takes the buffers.
     *
     * @param ranks    communicator of all ranks that hold or get blocks
     * @param progress moves the messages of other block rows on while this one is waited for
     * @param moves    what the rank does with the blocks of a block row, for this object alone
     * @param matrices local matrices of the rank on the new map
     * @param sizes    number of doubles that the buffers must hold
     * @param arena    arena that the buffers are taken from
     * @throws OutOfMemoryError when there is not enough memory
     */
    CarriedRow(Communicator ranks, ProgressLoop progress, RowMoves moves, MatrixSource matrices, Sizes sizes, Arena arena) {
        this.ranks = ranks;
        this.progress = progress;
        this.moves = moves;
        this.matrices = matrices;
        out = new Box(sizes.sent(), ranks.size(), arena);
        in = new Box(sizes.received(), ranks.size(), arena);
    }

    /** Starts to carry block row {@code i}, which is the next one of {@code source}. Copies the blocks that this rank keeps. */
    void start(int i, BlockSource source) {
        start(i, source, row -> keep(source));
    }

    /**
     * Starts to carry block row {@code i}, which is the next one of {@code source}.
     *
     * @param kept brings the blocks of a block row that this rank keeps to their places, when those that leave it have been copied
     */
    void start(int i, BlockSource source, IntConsumer kept) {
        underWay = true;
        moves.begin(i);
        in.layOut(moves.received());
        for (int r = 0; r < ranks.size(); r++) {
            if (moves.received()[r] > 0) {
                add(ranks.irecv(in.message(r, moves.received()[r]), r, Tags.CARRY));
            }
        }
        source.next();
        copyOut(source);
        out.layOut(moves.sent());
        for (int r = 0; r < ranks.size(); r++) {
            if (moves.sent()[r] > 0) {
                add(ranks.isend(out.message(r, moves.sent()[r]), r, Tags.CARRY));
            }
        }
        kept.accept(i);
    }

    private void add(Operation message) {
        messages.add(message);
        progress.alongside(message);
    }

    private void copyOut(BlockSource source) {
        int i = moves.blockRow();
        out.layOut(moves.sent());
        moves.forEach((j, from, to) -> {
            if (to != ranks.rank()) {
                source.copy(i, j, out.memory, out.pass(to, moves.elements(j)), moves.columns(j));
            }
        });
    }

    private void keep(BlockSource source) {
        int i = moves.blockRow();
        moves.forEach((j, from, to) -> {
            if (from == to) {
                Strip strip = matrices.strip(j);
                source.copy(i, j, strip.segment(), strip.index(i, j), strip.ld());
            }
        });
    }

    /** Waits for the messages of the block row that is under way, if any, and copies what has come to the local matrices. */
    void finish() {
        messages.forEach(progress::until);
        messages.clear();
        if (underWay) {
            in.layOut(moves.received());
            moves.forEach((j, from, to) -> {
                if (from != ranks.rank()) {
                    matrices.strip(j).copyFrom(moves.blockRow(), j, in.memory, in.pass(from, moves.elements(j)));
                }
            });
        }
        underWay = false;
    }
}
