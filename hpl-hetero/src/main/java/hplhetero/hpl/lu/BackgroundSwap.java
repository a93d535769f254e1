package hplhetero.hpl.lu;

import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import hplhetero.comm.ProgressLoop;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.swap.RowPermutation;
import hplhetero.hpl.swap.RowSwap;
import hplhetero.hpl.update.TrailingUpdate;
import java.util.List;

/**
 * The row swap of the columns behind the look-ahead, part by part, while workers update the parts whose rows are there. Several parts are
 * swapped at once where their rows are waited for. Where all ranks have one worker, messages between its tasks swap the rows, after the
 * next panel: its pivots would wait behind these messages. Where some rank has several workers, the rank's thread swaps the rows before the
 * next panel, since the other workers have nothing to do without them (docs/decisions/0021). Owner: the rank's thread.
 */
final class BackgroundSwap implements Operation {
    /** Nanoseconds between two polls from which the rank must have computed meanwhile, so that the time was not spent waiting. */
    private static final long LEAST_COMPUTED_NANOS = 100_000;

    private final PanelRing ring;
    private final LocalMatrix[] matrices;
    private final RowSwap[] swaps;
    private final TrailingUpdate update;
    private final List<TrailingUpdate.Columns> parts;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final EmulatedFlip flip;
    private final boolean multiThreaded;
    private final PartsUnderWay underWay = new PartsUnderWay();
    private final RowSwap.Started[] started = new RowSwap.Started[Tags.SWAPS_AT_ONCE];
    private int k;
    private RowPermutation permutation;
    /** Number of parts whose rows have been swapped; the parts before this index are there. */
    private int part;
    /** Number of parts whose swap has begun. */
    private int begun;
    private long stepBegan;
    private long lastPoll;
    /** Nanoseconds of this step in which the rank's thread did nothing but wait for rows. */
    private long waitedNanos;
    /** Nanoseconds of {@link #waitedNanos} in which no worker had rows to update. */
    private long exposedNanos;
    /** Nanoseconds since {@link #resetNanos} that this swap has spent in polls. */
    private long nanos;

    /**
     * Makes the swap of a factorization.
     *
     * @param work  what the factorization works with
     * @param parts parts of the step's columns, filled in by the caller before {@link #prepare}
     */
    BackgroundSwap(LuWorkspace work, List<TrailingUpdate.Columns> parts) {
        this.parts = parts;
        ring = work.ring;
        matrices = work.matrices;
        swaps = work.swaps;
        update = work.update;
        progress = work.progress;
        listener = work.listener;
        flip = work.flip;
        multiThreaded = work.mode.multiThreaded();
    }

    /** Gets ready to swap the rows of all parts by the pivots of panel {@code k}. */
    void prepare(int k) {
        long now = listener.now();
        underWay.adapt((double) waitedNanos / (now - stepBegan));
        stepBegan = now;
        waitedNanos = 0;
        exposedNanos = 0;
        this.k = k;
        permutation = ring.permutation(k);
        part = 0;
        begun = 0;
    }

    /** Starts to swap the rows of all parts. The swap goes on whenever it is polled, among the rank's messages in the background. */
    void start() {
        long clock = listener.now();
        if (poll() != Progress.DONE) {
            progress.alongside(this);
        }
        listener.swapped(clock);
    }

    /** Starts to swap the rows of the first part, while the pool is idle, so that all workers copy these rows. */
    void startFirst() {
        if (!parts.isEmpty()) {
            long clock = listener.swaps(k);
            startNext();
            listener.swapped(clock);
        }
    }

    /** Swaps the rows of all parts, and returns when they are there. */
    void run() {
        long clock = listener.swaps(k);
        progress.until(this);
        listener.swapped(clock);
    }

    /** Returns the nanoseconds of this step in which rows were waited for and no worker had rows to update. */
    long exposedNanos() {
        return exposedNanos;
    }

    /** Sets the sum of {@link #nanos} back to 0. */
    void resetNanos() {
        nanos = 0;
    }

    /** Returns the nanoseconds that this swap has spent in polls since {@link #resetNanos}. */
    long nanos() {
        return nanos;
    }

    @Override
    public Progress poll() {
        long clock = listener.now();
        Progress made = advance();
        long now = listener.now();
        long waited = made == Progress.IDLE && clock - lastPoll < LEAST_COMPUTED_NANOS ? now - lastPoll : 0;
        waitedNanos += waited;
        // With several workers, waiting is exposed only before the first part is there: from then on the others have rows to update.
        exposedNanos += part == 0 || !multiThreaded ? waited : 0;
        lastPoll = now;
        nanos += now - clock;
        return made;
    }

    private Progress advance() {
        boolean moved = false;
        while (part < parts.size()) {
            moved |= beginParts();
            for (int later = begun - 1; later > part; later--) {
                moved |= started[later % started.length].poll() == Progress.ADVANCED;
            }
            Progress made = started[part % started.length].poll();
            moved |= made != Progress.IDLE;
            if (made != Progress.DONE) {
                return moved ? Progress.ADVANCED : Progress.IDLE;
            }
            flip.swapped(k, parts.get(part));
            part++;
            update.ready();
        }
        return Progress.DONE;
    }

    /**
     * Begins to swap the next parts, as many as may be under way.
     *
     * @return whether a part has begun
     */
    private boolean beginParts() {
        int before = begun;
        while (mayBegin()) {
            startNext();
        }
        return begun > before;
    }

    private void startNext() {
        TrailingUpdate.Columns columns = parts.get(begun);
        int s = columns.matrix();
        // A(k:, J) <- P A(k:, J) for the columns J of this part
        started[begun++ % started.length] = swaps[s].start(matrices[s], permutation, columns.first(), columns.count(), columns.rows(),
                columns.before());
    }

    /**
     * Returns whether the next part may begin. Rows that are waited for must not share the link with those of another part before they have
     * been sent.
     */
    private boolean mayBegin() {
        return underWay.mayBegin(begun, part, parts.size()) && (begun == part || started[(begun - 1) % started.length].sent());
    }
}
