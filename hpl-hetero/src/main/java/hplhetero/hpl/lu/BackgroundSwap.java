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
 * The rows of one part of the columns after the other are swapped, several at once where they are waited for, while those that are there
 * are updated: where ranks have one worker each by messages between its tasks, after the next panel, whose pivots would wait behind them;
 * else by the rank's thread before the next panel, as the other workers have nothing to do without (docs/decisions/0021). Owner: the
 * rank's thread.
 */
final class BackgroundSwap implements Operation {
    /** Who has not looked for so long has computed meanwhile. */
    private static final long LEAST_COMPUTED_NANOS = 100_000;

    private final PanelRing ring;
    private final LocalMatrix[] matrices;
    private final RowSwap[] swaps;
    private final TrailingUpdate update;
    private final List<TrailingUpdate.Columns> parts;
    private final ProgressLoop progress;
    private final StepListener listener;
    private final boolean multiThreaded;
    private final PartsUnderWay underWay = new PartsUnderWay();
    private final RowSwap.Started[] started = new RowSwap.Started[Tags.SWAPS_AT_ONCE];
    private int k;
    private RowPermutation permutation;
    /** Parts before this one are there; ... */
    private int part;
    /** ... and so many have begun. */
    private int begun;
    private long stepBegan;
    private long lastPoll;
    /** Nanoseconds of this step in which nothing but waiting for rows was done. */
    private long waitedNanos;
    /** Those of them in which no worker had rows to update. */
    private long exposedNanos;
    /** Nanoseconds for which this was at work. */
    private long nanos;

    /** @param parts the columns of the step, filled in by the caller before {@link #prepare} */
    BackgroundSwap(LuWorkspace work, List<TrailingUpdate.Columns> parts) {
        this.parts = parts;
        ring = work.ring;
        matrices = work.matrices;
        swaps = work.swaps;
        update = work.update;
        progress = work.progress;
        listener = work.listener;
        multiThreaded = work.mode.multiThreaded();
    }

    /** The rows of all parts as panel k has them change places. */
    void prepare(int k) {
        long now = System.nanoTime();
        underWay.adapt((double) waitedNanos / (now - stepBegan));
        stepBegan = now;
        waitedNanos = 0;
        exposedNanos = 0;
        this.k = k;
        permutation = ring.permutation(k);
        part = 0;
        begun = 0;
    }

    /** In the background. */
    void start() {
        long clock = System.nanoTime();
        if (poll() != Progress.DONE) {
            progress.alongside(this);
        }
        listener.swapped(clock);
    }

    /** At once. */
    void run() {
        long clock = listener.swaps(k);
        progress.until(this);
        listener.swapped(clock);
    }

    /** Nanoseconds of this step in which rows were waited for and none could be updated. */
    long exposedNanos() {
        return exposedNanos;
    }

    void resetNanos() {
        nanos = 0;
    }

    /** Nanoseconds for which this was at work since {@link #resetNanos}. */
    long nanos() {
        return nanos;
    }

    @Override
    public Progress poll() {
        long clock = System.nanoTime();
        Progress made = advance();
        long now = System.nanoTime();
        long waited = made == Progress.IDLE && clock - lastPoll < LEAST_COMPUTED_NANOS ? now - lastPoll : 0;
        waitedNanos += waited;
        // other workers have what is there
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
            part++;
            update.ready();
        }
        return Progress.DONE;
    }

    /** @return whether a part has begun */
    private boolean beginParts() {
        int before = begun;
        while (mayBegin()) {
            TrailingUpdate.Columns columns = parts.get(begun);
            int s = columns.matrix();
            started[begun++ % started.length] = swaps[s].start(matrices[s], permutation, columns.first(), columns.count(), columns.rows(),
                    columns.before());
        }
        return begun > before;
    }

    /** Rows that are waited for are not to share the link with others before they have been sent. */
    private boolean mayBegin() {
        return underWay.mayBegin(begun, part, parts.size()) && (begun == part || started[(begun - 1) % started.length].sent());
    }
}
