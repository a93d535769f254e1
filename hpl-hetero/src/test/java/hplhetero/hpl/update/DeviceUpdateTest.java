package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.HostPart;
import hplhetero.blas.KernelException;
import hplhetero.blas.PanelUpdate;
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
import hplhetero.testing.Daily;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
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
@Slow
class DeviceUpdateTest {
    private static final String LOST_AFTER = "GPU_EMULATED_LOST_AFTER";
    private static final String BUS_IDS = "GPU_EMULATED_BUS_IDS";

    @AfterEach
    void mend() {
        CLibrary.unsetenv(LOST_AFTER);
        CLibrary.unsetenv(BUS_IDS);
    }

    @ParameterizedTest
    @Daily(8)
    @CsvSource({"cuda, 1, 9000000000", "cuda, 3, 9000000000", "rocm, 2, 9000000000", "rocm, 3, 80000", "cuda, 2, 80000", "cuda, 2, 0",
        "opencl, 2, 9000000000", "opencl, 2, 80000", "opencl, 2, 0"})
    void shouldSolve(String provider, int workers, long mostBytes) {
        DenseKernels kernels = Devices.kernels(provider, new DeviceOptions(0, mostBytes));
        List<HplCase> cases = cases();
        List<CaseResult> results = World.solve(6, workers, kernels, cases);
        assertThat(results).hasSameSizeAs(cases).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    /** Of the columns the host takes so many: with workers that wait for the device, and with those that do nothing else. */
    @ParameterizedTest
    @Daily(8)
    @CsvSource({"cuda, 2, 9000000000, 0, 0", "cuda, 2, 9000000000, 0.4, 1", "cuda, 2, 9000000000, 0.93, 2", "cuda, 2, 9000000000, 1, 0",
        "cuda, 5, 9000000000, 0.4, 2", "cuda, 3, 80000, 0.4, 0", "cuda, 2, 0, 0.4, 1", "rocm, 2, 9000000000, 0.4, 0",
        "opencl, 2, 9000000000, 0.4, 0", "opencl, 2, 80000, 0.4, 1", "opencl, 5, 9000000000, 0.93, 2"})
    void shouldSolveWithColumnsOfTheHost(String provider, int workers, long mostBytes, double share, int turn) {
        DenseKernels kernels = Devices.kernels(provider, new DeviceOptions(0, mostBytes, OptionalDouble.of(share)));
        List<HplCase> cases = cases(turn);
        List<CaseResult> results = World.solve(6, workers, kernels, cases);
        assertThat(results).hasSameSizeAs(cases).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    /** Each layout with one depth, which is another one on the next day. */
    private static List<HplCase> cases() {
        return DailySlice.TODAY.of(IntStream.range(0, 3).boxed()
                .flatMap(depth -> Solve.layouts(157, 16).stream().map(layout -> layout.depth(depth).make())).toList(), 3);
    }

    /** Each layout with one depth, which goes on with {@code turn}. */
    private static List<HplCase> cases(int turn) {
        List<Cases> layouts = Solve.layouts(157, 16);
        return IntStream.range(0, layouts.size()).mapToObj(i -> layouts.get(i).depth((i + turn) % 3).make()).toList();
    }

    /** The host's share grows and shrinks from step to step. */
    @ParameterizedTest
    @Daily(8)
    @CsvSource({"cuda, 2, 9000000000, 0", "cuda, 4, 80000, 1", "opencl, 2, 9000000000, 2"})
    void shouldSolveWhileColumnsChangeSides(String provider, int workers, long mostBytes, int turn) {
        AtomicInteger queries = new AtomicInteger();
        double[] shares = {0.3, 0.8, 0.1, 1, 0, 0.6};
        DenseKernels kernels = sharing(Devices.kernels(provider, new DeviceOptions(0, mostBytes)), () -> shares[queries.getAndIncrement()
                % shares.length]);
        List<HplCase> cases = cases(turn);
        List<CaseResult> results = World.solve(6, workers, kernels, cases);
        assertThat(results).hasSameSizeAs(cases).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
        assertThat(queries.get()).isGreaterThan(cases.size());
    }

    /** Kernels that say anew which share the host is to take whenever they are asked. */
    private static DenseKernels sharing(DenseKernels kernels, DoubleSupplier share) {
        HostPart part = kernels.hostPart().orElseThrow();
        HostPart other = (HostPart) proxy(HostPart.class, part, "share", () -> OptionalDouble.of(share.getAsDouble()));
        return (DenseKernels) proxy(DenseKernels.class, kernels, "hostPart", () -> Optional.of(other));
    }

    private static Object proxy(Class<?> type, Object target, String name, Supplier<Object> answer) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> method.getName().equals(name) ? answer.get() : method.invoke(target, arguments));
    }

    /** Within what sums in another order may differ. */
    @ParameterizedTest
    @Daily(8)
    @ValueSource(strings = {"cuda", "rocm", "opencl"})
    void shouldAgreeWithTheHost(String provider) {
        HplCase c = Cases.of(203, 24).grid(1, 1).make();
        double[] atHost = Solve.netlibs(c, 2, World.kernels("vector")).x();
        for (double share : new double[] {0, 0.5, 1}) {
            DenseKernels kernels = Devices.kernels(provider, new DeviceOptions(0, 0, OptionalDouble.of(share)));
            assertThat(Solve.netlibs(c, 2, kernels).x()).as("share %s", share).usingComparatorWithPrecision(1e-9).containsExactly(atHost);
        }
    }

    @ParameterizedTest
    @Daily(8)
    @ValueSource(strings = {"cuda", "opencl"})
    void shouldSolveAmongRanksOfOtherKernels(String provider) {
        List<CaseResult> results = new ArrayList<>();
        World.run(4, world -> {
            DenseKernels kernels = world.rank() % 2 == 0 ? Devices.kernels(provider) : World.kernels("vector");
            try (HplSolver solver = World.solver(world, kernels, 2, SolveListener.NONE)) {
                for (HplCase one : List.of(Cases.of(523, 32).grid(1, 4).make(), Cases.of(523, 32).grid(2, 2).make(),
                        Cases.of(323, 48).grid(4, 1).make())) {
                    CaseResult result = solver.solve(one);
                    if (world.rank() == 0) {
                        results.add(result);
                    }
                }
            }
        });
        assertThat(results).hasSize(3).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
    }

    /**
     * The device factors panels with all of their rows, and a rank's rows of panels that several ranks have. A rank without rows of a panel
     * leaves it to the others.
     */
    @ParameterizedTest
    @CsvSource({"cuda, 1, 1, 0, 5", "cuda, 2, 1, 1, 9", "cuda, 3, 1, 0, 12", "cuda, 2, 2, 2, 9", "rocm, 1, 1, 2, 5", "rocm, 2, 1, 0, 9",
        "rocm, 3, 1, 1, 12", "rocm, 2, 2, 0, 9"})
    void shouldFindThePivotsThatTheHostFinds(String provider, int p, int q, int depth, int expected) {
        HplCase c = Cases.of(203, 48).grid(p, q).depth(depth).make();
        int[] host = Solve.netlibs(c, 2, factoring(provider, DeviceOptions.Panels.HOST)).pivots();
        AtomicInteger factored = new AtomicInteger();
        DenseKernels device = counting(factoring(provider, DeviceOptions.Panels.DEVICE), factored);
        assertThat(Solve.netlibs(c, 2, device).pivots()).containsExactly(host);
        assertThat(factored).hasValue(expected);
    }

    /** A device factors only panels with all of their rows where its address tells that two ranks have it. */
    @ParameterizedTest
    @ValueSource(strings = {"cuda", "rocm"})
    void shouldLetTheHostFactorPanelsThatRanksOfOneDeviceShare(String provider) {
        CLibrary.setenv(BUS_IDS, "0000:3B:00.0");
        AtomicInteger factored = new AtomicInteger();
        DenseKernels kernels = counting(factoring(provider, DeviceOptions.Panels.DEVICE), factored);
        List<CaseResult> results = World.solve(2, 2, kernels, List.of(Cases.of(203, 48).grid(2, 1).make(),
                Cases.of(203, 48).grid(1, 2).make()));
        assertThat(results).hasSize(2).extracting(CaseResult::status).containsOnly(CheckStatus.PASSED);
        assertThat(factored).as("panels of the second case").hasValue(5);
    }

    private static DenseKernels counting(DenseKernels kernels, AtomicInteger factored) {
        return (DenseKernels) Proxy.newProxyInstance(DenseKernels.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(kernels, arguments);
                    return result instanceof PanelUpdate update ? new Counting(update, factored).proxy() : result;
                });
    }

    private static DenseKernels factoring(String provider, DeviceOptions.Panels panels) {
        return Devices.kernels(provider, new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0), panels));
    }

    /** An update that counts the panels which it factors, in whole or in part. */
    private record Counting(PanelUpdate update, AtomicInteger factored) implements InvocationHandler {
        PanelUpdate proxy() {
            return (PanelUpdate) Proxy.newProxyInstance(PanelUpdate.class.getClassLoader(), new Class<?>[] {PanelUpdate.class}, this);
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("factorNext") || method.getName().equals("factorShared")) {
                factored.incrementAndGet();
            }
            if (method.getName().equals("adopt")) {
                return method.invoke(update, arguments[0], ((Counting) Proxy.getInvocationHandler(arguments[1])).update);
            }
            return method.invoke(update, arguments);
        }
    }

    /** Rows of a swap are read and written by a program of the device, and U stays there: neither is copied row by row. */
    @ParameterizedTest
    @CsvSource({"cuda, 1, 1", "cuda, 2, 1", "rocm, 1, 1", "rocm, 2, 1"})
    void shouldCopyFewTimesAStep(String provider, int p, int q) {
        DenseKernels kernels = Devices.kernels(provider, new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0)));
        HplCase c = Cases.of(480, 48).grid(p, q).make();
        long[] copies = new long[2];
        World.run(p * q, world -> {
            try (HplSolver solver = World.solver(world, kernels, 2, SolveListener.NONE)) {
                // the first solve warms up
                for (int i = 0; i < 2; i++) {
                    CaseResult result = solver.solve(c);
                    if (world.rank() == 0) {
                        assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
                        copies[i] = Devices.copies(provider);
                    }
                }
            }
        });
        assertThat((double) (copies[1] - copies[0]) / (p * q) / 10).as("copies between host and device, of a step and rank")
                .isLessThanOrEqualTo(8);
    }

    /**
     * Within a step the host waits for the panel alone, whose pivots it needs: the end of the update is left to the device. A worker that
     * takes two tasks of a step, because the other worker comes late, waits for its first one.
     */
    @Test
    void shouldWaitOnceAStep() {
        DenseKernels kernels = Devices.kernels("cuda", new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0)));
        HplCase c = Cases.of(480, 48).grid(1, 1).make();
        List<Long> waits = new ArrayList<>();
        World.run(1, world -> {
            try (HplSolver solver = World.solver(world, kernels, 3, (hplCase, columns, nanos) -> waits.add(Devices.waits()))) {
                assertThat(solver.solve(c).status()).isEqualTo(CheckStatus.PASSED);
            }
        });
        // the first step begins with a panel more, and the last one has none
        List<Long> perStep = IntStream.range(2, 9).mapToObj(step -> waits.get(step) - waits.get(step - 1)).toList();
        assertThat(perStep).as("waits of the host for the device in each step").contains(1L).allMatch(count -> count == 1 || count == 2);
    }

    @ParameterizedTest
    @Daily(8)
    @ValueSource(doubles = {0, 0.5})
    void shouldTellThatADeviceIsLost(double share) {
        // made before: without the variable a device that was lost is well again
        DenseKernels kernels = Devices.kernels("cuda", new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(share)));
        CLibrary.setenv(LOST_AFTER, "12");
        assertThatThrownBy(() -> World.solve(2, 2, kernels, List.of(Cases.of(157, 16).grid(1, 2).make())))
                .isInstanceOf(CommException.class).hasMessageContaining("CUDA device failed")
                .hasRootCauseInstanceOf(KernelException.class);
    }
}
