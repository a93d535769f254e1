package hplhetero.blas.host;

import hplhetero.blas.Completion;
import hplhetero.blas.MatrixHandle;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;

/** A trailing update by the host's processors in the host's memory. Submitted work is done when the call returns. */
public interface HostPanelUpdate extends PanelUpdate {

    @Override
    default Completion submitted(int worker) {
        return Completion.DONE;
    }

    @Override
    default void move(int worker, long from, long to, int w) {
        OffHeap.copy(from, to, 8L * w);
    }

    @Override
    default void multiplyInto(int worker, int column, int from, MatrixHandle at, MatrixRef to) {
        multiply(worker, column, from, at);
        OffHeap.transpose(MatrixRef.onHost(at), to);
    }
}
