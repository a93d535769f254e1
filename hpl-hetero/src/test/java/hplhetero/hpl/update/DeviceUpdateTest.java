package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.KernelException;
import hplhetero.comm.CommException;
import hplhetero.ffm.CLibrary;
import hplhetero.hpl.Cases;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.Solve;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole cases on devices: with the matrix held there, with a part of it, and streamed through. */
@Needs({Component.C_COMPILER, Component.OPENCL})
@Timeout(300)
class DeviceUpdateTest {
    private static final String LOST_AFTER = "GPU_EMULATED_LOST_AFTER";

    @AfterEach
    void mend() {
        CLibrary.unsetenv(LOST_AFTER);
    }

    @ParameterizedTest
    @CsvSource({"cuda, 1, 9000000000", "cuda, 3, 9000000000", "rocm, 2, 9000000000", "cuda, 2, 80000", "cuda, 2, 0",
        "opencl, 2, 9000000000", "opencl, 2, 80000", "opencl, 2, 0"})
    void shouldSolve(String provider, int workers, long mostBytes) {
        DenseKernels kernels = Devices.kernels(provider, new DeviceOptions(0, mostBytes));
        List<HplCase> cases = IntStream.range(0, 3).boxed()
                .flatMap(depth -> Solve.layouts(157, 16).stream().map(layout -> layout.depth(depth).make())).toList();
        List<CaseResult> results = World.solve(6, workers, kernels, cases);
        assertThat(results).hasSameSizeAs(cases).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "opencl"})
    void shouldSolveAmongRanksOfOtherKernels(String provider) {
        List<CaseResult> results = new ArrayList<>();
        World.run(4, world -> {
            DenseKernels kernels = world.rank() % 2 == 0 ? Devices.kernels(provider) : World.kernels("vector");
            try (HplSolver solver = new HplSolver(world, kernels, 2, SolveListener.NONE)) {
                for (HplCase one : List.of(Cases.of(523, 32).grid(1, 4).make(), Cases.of(523, 32).grid(2, 2).make())) {
                    CaseResult result = solver.solve(one);
                    if (world.rank() == 0) {
                        results.add(result);
                    }
                }
            }
        });
        assertThat(results).hasSize(2).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    @Test
    void shouldTellThatADeviceIsLost() {
        CLibrary.setenv(LOST_AFTER, "12");
        assertThatThrownBy(() -> World.solve(2, 2, Devices.kernels("cuda"), List.of(Cases.of(157, 16).grid(1, 2).make())))
                .isInstanceOf(CommException.class).hasMessageContaining("CUDA device failed")
                .hasRootCauseInstanceOf(KernelException.class);
    }
}
