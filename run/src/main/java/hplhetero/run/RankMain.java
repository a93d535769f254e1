package hplhetero.run;

import hplhetero.blas.DenseKernels;
import hplhetero.comm.Communicator;
import hplhetero.hpl.CaseResult;
import hplhetero.hpl.HplCase;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * What every rank does: one solver for the whole sweep, case after case.
 *
 * @param kernels  gives each rank its kernels
 * @param workers  its threads
 * @param cases    the tests, the same on every rank
 * @param listener hears of progress on rank 0
 * @param finished takes each result, on rank 0
 */
record RankMain(IntFunction<DenseKernels> kernels, int workers, List<HplCase> cases, SolveListener listener,
                Consumer<CaseResult> finished) implements ToIntFunction<Communicator> {

    @Override
    public int applyAsInt(Communicator world) {
        try (HplSolver solver = new HplSolver(world, kernels.apply(world.rank()), workers, listener)) {
            for (HplCase one : cases) {
                CaseResult result = solver.solve(one);
                if (world.rank() == 0) {
                    finished.accept(result);
                }
            }
        }
        return ExitCode.OK;
    }
}
