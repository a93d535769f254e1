package hplhetero.run.job;

import hplhetero.blas.KernelException;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.run.machine.Binding;
import hplhetero.run.machine.ChosenKernels;
import hplhetero.run.machine.LauncherBinding;
import hplhetero.run.machine.Machine;
import java.util.concurrent.atomic.AtomicInteger;

/** What the ranks of one process share: the computer and the kernels. */
public final class RankProcess {
    private final Machine machine;
    private final BlasOptions options;
    private ChosenKernels kernels;
    private volatile int asked;
    private final AtomicInteger finished = new AtomicInteger();

    /**
     * @param options how kernels are chosen
     * @param bind    whether ranks are bound to cores by us rather than by a launcher's default
     */
    public RankProcess(BlasOptions options, Binding bind) {
        this.options = options;
        if (bind == Binding.YES) {
            LauncherBinding.undo(System.getenv());
        }
        machine = Machine.here();
    }

    /** The computer this process runs on. */
    public Machine machine() {
        return machine;
    }

    /** How many tests the run is to do; known where rank 0 is. */
    public void ask(int tests) {
        asked = tests;
    }

    /** A test has come to its end. */
    void finishedOne() {
        finished.incrementAndGet();
    }

    /** For people: "tests finished: 1 of 3". */
    public String finished() {
        return "tests finished: " + finished + (asked > 0 ? " of " + asked : "");
    }

    BlasOptions options() {
        return options;
    }

    /**
     * The kernels; chosen at the first call.
     *
     * @throws KernelException when they cannot be used here
     */
    synchronized ChosenKernels kernels(String name, CacheUse known) {
        if (kernels == null) {
            kernels = ChosenKernels.choose(name, options.withCacheUse(known));
        }
        return kernels;
    }
}
