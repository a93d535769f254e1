package hplhetero.run.crew;

import hplhetero.blas.BlasOptions;
import hplhetero.blas.BlasOptions.ContestUse;
import hplhetero.blas.KernelException;
import hplhetero.run.machine.Machine;

/** What the ranks of one process share: the computer and the kernels. */
public final class Node {
    private final Machine machine;
    private final BlasOptions options;
    private Kernels kernels;

    /**
     * @param options how kernels are chosen
     * @param bind    whether ranks are bound to cores by us rather than by a launcher's default
     */
    public Node(BlasOptions options, Bind bind) {
        this.options = options;
        if (bind == Bind.YES) {
            LauncherBinding.undo(System.getenv());
        }
        machine = Machine.here();
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
    synchronized Kernels kernels(String name, ContestUse known) {
        if (kernels == null) {
            kernels = Kernels.choose(name, options.withContest(known));
        }
        return kernels;
    }
}
