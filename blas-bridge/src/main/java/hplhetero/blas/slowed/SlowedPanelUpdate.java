package hplhetero.blas.slowed;

import hplhetero.blas.Completion;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import java.lang.foreign.MemorySegment;

/** A trailing update in which packing, solving and multiplying take a multiple of their CPU time. */
final class SlowedPanelUpdate implements PanelUpdate {
    private final PanelUpdate update;
    private final ThreadLocal<ThreadThrottle> throttles;

    SlowedPanelUpdate(PanelUpdate update, ThreadLocal<ThreadThrottle> throttles) {
        this.update = update;
        this.throttles = throttles;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2, MemorySegment packed) {
        return update.begin(l1, l2, packed);
    }

    @Override
    public int beginPacked(MatrixRef l1, int m, MemorySegment packed) {
        return update.beginPacked(l1, m, packed);
    }

    @Override
    public Completion submitted(int worker) {
        return update.submitted(worker);
    }

    @Override
    public void pack(int worker, int task) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        update.pack(worker, task);
        throttle.callEnds();
    }

    /** {@inheritDoc} Copying rows is not slowed: the copy waits for memory, and netlib's row swaps are no part of a BLAS. */
    @Override
    public void load(int worker, int row, int column, long address, int w) {
        update.load(worker, row, column, address, w);
    }

    @Override
    public void move(int worker, long from, long to, int w) {
        update.move(worker, from, to, w);
    }

    @Override
    public void solve(int worker, int column, int w) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        update.solve(worker, column, w);
        throttle.callEnds();
    }

    @Override
    public void store(int worker, int row, int column, long address, int w) {
        update.store(worker, row, column, address, w);
    }

    @Override
    public void multiply(int worker, int column, int from, MatrixHandle at) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        update.multiply(worker, column, from, at);
        throttle.callEnds();
    }

    @Override
    public void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
        ThreadThrottle throttle = throttles.get();
        throttle.callStarts();
        update.multiplyInto(worker, column, from, at, to);
        throttle.callEnds();
    }
}
