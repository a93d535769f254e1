package hplhetero.hpl.timing;

import hplhetero.hpl.result.Course.Span;
import hplhetero.hpl.result.Phase;
import java.util.List;

/**
 * What one worker does in one panel step, without a gap: pieces, each a phase or {@link Phase#WAITING}. Times are
 * {@link System#nanoTime}. The memory is bounded and never full: where it would be, pieces are put together ({@link #coarsen}), so that the
 * sum of each phase stays what it was and no piece moves further than the window in which they are. Owner: that worker while the step
 * runs, after it the rank's thread.
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
    /** Pieces of one phase within so many nanoseconds are put together; 0: only those next to each other. */
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
            end = from;
        }
        if (to > end) {
            append(phase, to - end);
            end = to;
        }
    }

    private void append(int phase, long nanos) {
        if (!joined(phase, nanos)) {
            if (count == pieces.length) {
                coarsen();
                append(phase, nanos);
            } else {
                pieces[count++] = nanos << PHASE_BITS | phase;
            }
        }
    }

    /** Adds to the last piece, or to one of the same phase within the window: what lies between moves behind it. */
    private boolean joined(int phase, long nanos) {
        long span = nanos;
        for (int i = count - 1; i >= 0; i--) {
            span += pieces[i] >> PHASE_BITS;
            boolean within = span < window;
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

    /** Widens the window until half of the memory is free: at the latest when it is the whole step, each phase in one piece. */
    private void coarsen() {
        while (count > pieces.length / 2) {
            window = Math.max(FIRST_WINDOW_NANOS, 2 * window);
            int before = count;
            count = 0;
            for (int i = 0; i < before; i++) {
                append((int) pieces[i] & PHASE_MASK, pieces[i] >> PHASE_BITS);
            }
        }
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
