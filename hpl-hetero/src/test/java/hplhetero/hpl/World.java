package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Ranks as threads, and solvers on them. */
public final class World {
    private World() {
    }

    /**
     * Runs {@code rankMain} on each of {@code ranks} threads and waits for all. There are always more ranks in the
     * world than cores, if idle ones: then waiting ranks give way, and a busy machine does not make tests slow.
     */
    public static void run(int ranks, Consumer<Communicator> rankMain) {
        int threads = ranks == 1 ? 1 : Math.max(ranks, Runtime.getRuntime().availableProcessors() + 1);
        Transport local = ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .filter(t -> t.name().equals("local")).findFirst().orElseThrow().open(TransportOptions.usual(end -> { }));
        local.run(threads, world -> {
            Communicator communicator = world.split(world.rank() < ranks ? 0 : Communicator.NO_COLOR, world.rank());
            if (communicator != null) {
                rankMain.accept(communicator);
            }
            return 0;
        });
    }

    public static DenseKernels kernels(String provider) {
        return Blas.select(provider, BlasOptions.defaults()).kernels();
    }

    /** Makes a solver that does not wait for the compiler: its warm-ups are one small solve each. */
    public static HplSolver solver(Communicator world, DenseKernels kernels, int workers, SolveListener listener) {
        HplSolver solver = new HplSolver(world, kernels, workers, listener);
        solver.limitWarmUp(0);
        return solver;
    }

    /** Solves one case after the other in one world, as a sweep does. */
    public static List<CaseResult> solve(int ranks, int workers, DenseKernels kernels, List<HplCase> cases) {
        return solve(ranks, workers, kernels, cases, SolveListener.NONE);
    }

    public static List<CaseResult> solve(int ranks, int workers, DenseKernels kernels, List<HplCase> cases, SolveListener listener) {
        List<CaseResult> results = new ArrayList<>();
        run(ranks, world -> {
            try (HplSolver solver = solver(world, kernels, workers, listener)) {
                for (HplCase one : cases) {
                    CaseResult result = solver.solve(one);
                    if (world.rank() == 0) {
                        results.add(result);
                    }
                }
            }
        });
        return results;
    }
}
