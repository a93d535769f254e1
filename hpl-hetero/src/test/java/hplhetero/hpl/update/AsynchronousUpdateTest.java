package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.AsynchronousKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.UpdateTasks;
import hplhetero.comm.CommException;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole cases with kernels whose work is done some time after it was submitted: cut by columns (vector) and by rows (netlib). */
@Timeout(300)
@Slow
class AsynchronousUpdateTest {

    @ParameterizedTest
    @CsvSource({"vector, COLUMNS, 1", "vector, COLUMNS, 3", "netlib, ROWS, 1", "netlib, ROWS, 3"})
    void shouldSolveWithWorkThatIsDoneLater(String provider, UpdateTasks.Cut cut, int workers) {
        AsynchronousKernels later = new AsynchronousKernels(World.kernels(provider));
        assertThat(later.kernels().updateTasks(16).cut()).isEqualTo(cut);
        List<HplCase> cases = DailySlice.TODAY.of(IntStream.range(0, 3).boxed()
                .flatMap(depth -> Solve.layouts(157, 16).stream().map(layout -> layout.depth(depth).make())).toList(), 2);
        List<CaseResult> results = World.solve(6, workers, later.kernels(), cases);
        assertThat(results).hasSameSizeAs(cases).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
        assertThat(later.notYet()).as("polls of work not yet done").isGreaterThan(cases.size());
    }

    /** Bit for bit: the cut into tasks does not change what these kernels compute, and nothing was read too early. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldComputeWhatTheSameKernelsComputeAtOnce(int workers) {
        HplCase c = Cases.of(203, 24).grid(2, 2).make();
        Solve.Outcome atOnce = Solve.netlibs(c, workers, World.kernels("vector"));
        Solve.Outcome later = Solve.netlibs(c, workers, new AsynchronousKernels(World.kernels("vector")).kernels());
        assertThat(later.x()).isEqualTo(atOnce.x());
        assertThat(later.u()).isEqualTo(atOnce.u());
    }

    @ParameterizedTest
    @CsvSource({"1", "3"})
    void shouldHearOfWorkThatFailsAfterItWasSubmitted(int workers) {
        AsynchronousKernels lost = new AsynchronousKernels(World.kernels("vector"), 12);
        assertThatThrownBy(() -> World.solve(2, workers, lost.kernels(), List.of(Cases.of(157, 16).grid(1, 2).make())))
                .isInstanceOf(CommException.class).hasMessageContaining("the device is lost")
                .hasRootCauseInstanceOf(KernelException.class);
    }
}
