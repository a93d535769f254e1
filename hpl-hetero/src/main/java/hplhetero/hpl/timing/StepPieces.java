package hplhetero.hpl.timing;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.Span;
import java.util.List;

/**
 * What one worker does in one panel step, without a gap: pieces, each a phase or {@link Phase#WAITING}. Times are
 * {@link System#nanoTime}. The memory is bounded and never full: where it would be, the step is cut into windows of equal length, and
 * pieces of one phase in one window are put together. So the sum of each phase stays what it was in each of them, and no piece leaves its
 * window. Owner: that worker while the step runs, after it the rank's thread.
 */
final class StepPieces {
    private static final int PHASE_BITS = 4;
    private static final int PHASE_MASK = (1 << PHASE_BITS) - 1;
    /** Gaps of less are the time it takes to look at the clock, and part of what follows. */
    private static final long SHORTEST_GAP_NANOS = 1_000;
    private static final long FIRST_WINDOW_NANOS = 2_000;

    /** Nanoseconds and, in the last bits, the phase; in order. */
    private final long[] pieces;
    private int count;
    private long begin;
    private long end;
    /** Nanoseconds within which pieces of one phase are put together; 0: only those next to each other. */
    private long window;

    /** @param most pieces, at least twice as many as there are phases */
    StepPieces(int most) {
        if (most < 2 * Phase.values().length) {
            throw new IllegalArgumentException("most=" + most + ": must be at least twice the number of phases, "
                    + 2 * Phase.values().length);
        }
        pieces = new long[most];
    }

    /** Forgets everything; the step begins now. */
    void begin(long now) {
        count = 0;
        window = 0;
        begin = now;
        end = now;
    }

    /** As far as it is not told yet: what is within something else is told first. */
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

    /** Adds to the last piece, or to one of the same phase that begins in the window in which this one ends: what lies between moves. */
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

    /** Widens the windows until half of the memory is free: at the latest when one is the whole step, each phase in one piece. */
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

    /** Nanoseconds of a window, 0 where nothing was put together: from the step's begin to the end of any window all sums are exact. */
    long window() {
        return window;
    }

    /** Adds its spans to a list, all but waiting; seconds since {@code clock}. */
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
