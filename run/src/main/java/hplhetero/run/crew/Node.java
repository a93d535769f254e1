package hplhetero.run.crew;

import hplhetero.blas.BlasOptions;
import hplhetero.blas.KernelException;
import hplhetero.run.machine.Machine;

/** What the ranks of one process share: the computer and the kernels. */
public final class Node {
    private final Machine machine = Machine.here();
    private final BlasOptions options;
    private Kernels kernels;

    /** @param options how kernels are chosen */
    public Node(BlasOptions options) {
        this.options = options;
    }

    /** The computer this process runs on. */
    public Machine machine() {
        return machine;
    }

    BlasOptions options() {
        return options;
    }

    /**
     * The kernels; chosen at the first call.
     *
     * @throws KernelException when they cannot be used here
     */
    synchronized Kernels kernels(String name) {
        if (kernels == null) {
            kernels = Kernels.choose(name, options);
        }
        return kernels;
    }
}
