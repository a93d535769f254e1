package hplhetero.comm.select;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import hplhetero.comm.Collectives;
import hplhetero.comm.Operation;
import hplhetero.comm.Progress;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * A collective done by the algorithm that its selection is at. The call after which the ranks must agree is done only when they have: it
 * sums a few numbers over them.
 *
 * @param <O> what does it
 */
final class SelectedOperation<O extends Operation> implements Operation {
    private static final double SECONDS_PER_NANO = 1e-9;

    private final int ranks;
    private final Collectives.Allreduce sum;
    private final MemorySegment sums;
    private final double[] agreed;
    private final LongSupplier nanoClock;
    private final IntFunction<O> factory;
    private final Operation[] made;

    private Selection selection;
    private O running;
    private boolean agreeing;
    private long begun;

    /**
     * @param factory makes what does it by the algorithm of that number; called at the first use of each, by all ranks
     */
    SelectedOperation(int algorithms, IntFunction<O> factory, Collectives.Allreduce sum, int ranks, LongSupplier nanoClock) {
        this.ranks = ranks;
        this.sum = sum;
        this.nanoClock = nanoClock;
        this.factory = factory;
        made = new Operation[algorithms];
        sums = Arena.ofAuto().allocate(JAVA_DOUBLE, algorithms);
        agreed = new double[algorithms];
    }

    /** What does the coming call; {@link #started} comes next. */
    @SuppressWarnings("unchecked")
    O next(Selection coming) {
        if (running != null || agreeing) {
            throw new IllegalStateException("is still in flight: poll it until DONE before starting it again");
        }
        selection = coming;
        int algorithm = coming.current();
        if (made[algorithm] == null) {
            made[algorithm] = factory.apply(algorithm);
        }
        begun = nanoClock.getAsLong();
        return (O) made[algorithm];
    }

    void started(O operation) {
        running = operation;
    }

    @Override
    public Progress poll() {
        if (running != null) {
            Progress progress = running.poll();
            if (progress != Progress.DONE) {
                return progress;
            }
            running = null;
            if (selection.seen((nanoClock.getAsLong() - begun) * SECONDS_PER_NANO)) {
                MemorySegment.copy(selection.figures(), 0, sums, JAVA_DOUBLE, 0, agreed.length);
                sum.start(sums);
                agreeing = true;
            }
        }
        if (agreeing) {
            Progress progress = sum.poll();
            if (progress != Progress.DONE) {
                return progress;
            }
            agreeing = false;
            MemorySegment.copy(sums, JAVA_DOUBLE, 0, agreed, 0, agreed.length);
            selection.agreed(agreed, ranks);
        }
        return Progress.DONE;
    }
}
