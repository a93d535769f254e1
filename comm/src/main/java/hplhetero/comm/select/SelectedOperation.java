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
 * An operation of one collective, where each call is done by the algorithm that its selection takes at the time. After some calls the ranks
 * must agree on times: such a call is done only when an allreduce of a few numbers has brought the agreement.
 *
 * @param <O> the type of the operations that do the calls
 */
final class SelectedOperation<O extends Operation> implements Operation {
    private static final double SECONDS_PER_NANO = 1e-9;

    /** The number by which combined figures are divided: the number of ranks for a mean, else 1. */
    private final double divisor;
    /** The allreduce that combines all ranks' figures. */
    private final Collectives.Allreduce combined;
    /** The buffer of {@link #combined}: one double for each algorithm. */
    private final MemorySegment figures;
    /** The seconds on which the ranks agreed last, indexed by algorithm. */
    private final double[] agreed;
    private final LongSupplier nanoClock;
    private final IntFunction<O> factory;
    /** The operations that were made so far, indexed by algorithm; null: not used yet. */
    private final Operation[] made;

    /** The selection of the latest call. */
    private Selection selection;
    /** The operation that does the present call; null: it is done, or none was started. */
    private O running;
    /** Whether {@link #combined} is in flight. */
    private boolean agreeing;
    /** The clock's nanoseconds at the start of the present call. */
    private long begun;

    /**
     * Makes an operation that has not been started.
     *
     * @param algorithms the number of algorithms
     * @param factory    makes the operation of the algorithm with this number; all ranks call it at the first use of each algorithm
     * @param combined   combines all ranks' figures, of which there is one for each algorithm
     * @param divisor    the number by which combined figures are divided to give what the ranks agree on
     * @param nanoClock  the clock by which calls are timed, in nanoseconds
     */
    SelectedOperation(int algorithms, IntFunction<O> factory, Collectives.Allreduce combined, double divisor, LongSupplier nanoClock) {
        this.divisor = divisor;
        this.combined = combined;
        this.nanoClock = nanoClock;
        this.factory = factory;
        made = new Operation[algorithms];
        figures = Arena.ofAuto().allocate(JAVA_DOUBLE, algorithms);
        agreed = new double[algorithms];
    }

    /**
     * Returns the operation for the coming call and starts its clock; the caller starts the operation and calls {@link #started}.
     *
     * @param coming the selection of the coming call
     */
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

    /** Notes that the operation of the present call was started. */
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
                MemorySegment.copy(selection.figures(), 0, figures, JAVA_DOUBLE, 0, agreed.length);
                combined.start(figures);
                agreeing = true;
            }
        }
        if (agreeing) {
            Progress progress = combined.poll();
            if (progress != Progress.DONE) {
                return progress;
            }
            agreeing = false;
            MemorySegment.copy(figures, JAVA_DOUBLE, 0, agreed, 0, agreed.length);
            for (int i = 0; i < agreed.length; i++) {
                agreed[i] /= divisor;
            }
            selection.agreed(agreed);
        }
        return Progress.DONE;
    }
}
