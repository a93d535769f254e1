package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.Span;
import java.util.List;

/**
 * The pieces of time of one worker in one panel step, without a gap: each is a phase or {@link Phase#WAITING}. Times are
 * {@link System#nanoTime}. The memory is bounded and never full: where it would be, the step is cut into windows of equal length, and
 * pieces of one phase in one window are put together. So the sum of each phase in each window stays what it was, and no piece leaves its
 * window. Owner: the worker while the step runs, after the step the rank's thread.
 */
final class StepPieces {
    private static final int PHASE_BITS = 4;
    private static final int PHASE_MASK = (1 << PHASE_BITS) - 1;
    /** Nanoseconds: a shorter gap is the time it takes to look at the clock, and counts as part of the piece that follows. */
    private static final long SHORTEST_GAP_NANOS = 1_000;
    private static final long FIRST_WINDOW_NANOS = 2_000;

    /** The pieces in order of time: nanoseconds, shifted left by {@link #PHASE_BITS}, and the phase in the low bits. */
    private final long[] pieces;
    private int count;
    private long begin;
    private long end;
    /**
     * Length of a window in nanoseconds, within which pieces of one phase are put together; 0 where only adjacent pieces of one phase are.
     */
    private long window;

    /**
     * Takes memory for the pieces of one step.
     *
     * @param most largest number of pieces, at least twice the number of phases
     */
    StepPieces(int most) {
        if (most < 2 * Phase.values().length) {
            throw new IllegalArgumentException("most=" + most + ": must be at least twice the number of phases, "
                    + 2 * Phase.values().length);
        }
        pieces = new long[most];
    }

    /** Forgets all pieces; the step begins at {@code now}. */
    void begin(long now) {
        count = 0;
        window = 0;
        begin = now;
        end = now;
    }

    /**
     * Adds a piece from {@code from} to {@code to}, without the part before the end of the last piece. Where one phase is measured within
     * another, the inner one is added first, so this part is counted already.
     */
    void add(int phase, long from, long to) {
        if (from - end >= SHORTEST_GAP_NANOS) {
            append(Phase.WAITING.ordinal(), from - end);
        }
        if (to > end) {
            append(phase, to - end);
        }
    }

    private void append(int phase, long nanos) {
        if (!joined(phase, nanos)) {
            if (count == pieces.length) {
                coarsen();
                append(phase, nanos);
                return;
            }
            pieces[count++] = nanos << PHASE_BITS | phase;
        }
        end += nanos;
    }

    /**
     * Adds time to the last piece if that is of the same phase, or to a piece of this phase that begins in the window in which the added
     * time ends. Pieces between the two then move to later times.
     *
     * @return whether there was such a piece
     */
    private boolean joined(int phase, long nanos) {
        long behind = end + nanos - begin;
        long windowBegin = window == 0 ? Long.MAX_VALUE : behind - behind % window;
        long at = end - begin;
        for (int i = count - 1; i >= 0; i--) {
            at -= pieces[i] >> PHASE_BITS;
            boolean within = at >= windowBegin;
            if ((pieces[i] & PHASE_MASK) == phase && (within || i == count - 1)) {
                pieces[i] += nanos << PHASE_BITS;
                return true;
            }
            if (!within) {
                return false;
            }
        }
        return false;
    }

    /**
     * Widens the windows until half of the memory is free. This ends at the latest when one window is the whole step, with one piece a
     * phase.
     */
    private void coarsen() {
        while (count > pieces.length / 2) {
            window = Math.max(FIRST_WINDOW_NANOS, 2 * window);
            int before = count;
            count = 0;
            end = begin;
            for (int i = 0; i < before; i++) {
                append((int) pieces[i] & PHASE_MASK, pieces[i] >> PHASE_BITS);
            }
        }
    }

    /**
     * Returns the length of a window in nanoseconds, 0 where nothing was put together. From the step's begin to the end of any window all
     * sums are exact.
     */
    long window() {
        return window;
    }

    /** Adds the worker's spans to a list, in seconds since {@code clock}, without waiting. */
    void spans(int step, int worker, long clock, List<Span> to) {
        long at = begin;
        for (int i = 0; i < count; i++) {
            long next = at + (pieces[i] >> PHASE_BITS);
            Phase phase = Phase.values()[(int) pieces[i] & PHASE_MASK];
            if (phase != Phase.WAITING) {
                to.add(new Span(step, worker, phase, (at - clock) * 1e-9, (next - clock) * 1e-9));
            }
            at = next;
        }
    }
}
