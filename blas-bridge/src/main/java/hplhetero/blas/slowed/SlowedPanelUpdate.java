package hplhetero.blas.slowed;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;

/** A trailing update whose every part takes a multiple of its CPU time. */
final class SlowedPanelUpdate implements PanelUpdate {
    private final PanelUpdate update;
    private final ThreadLocal<Brake> brakes;

    SlowedPanelUpdate(PanelUpdate update, ThreadLocal<Brake> brakes) {
        this.update = update;
        this.brakes = brakes;
    }

    @Override
    public int begin(MatrixRef l1, MatrixRef l2) {
        return update.begin(l1, l2);
    }

    @Override
    public void pack(int task) {
        Brake brake = brakes.get();
        brake.press();
        update.pack(task);
        brake.release();
    }

    @Override
    public void solve(int worker, MatrixRef ut) {
        Brake brake = brakes.get();
        brake.press();
        update.solve(worker, ut);
        brake.release();
    }

    @Override
    public void multiply(int worker, MatrixRef ut, MatrixRef at) {
        Brake brake = brakes.get();
        brake.press();
        update.multiply(worker, ut, at);
        brake.release();
    }
}
