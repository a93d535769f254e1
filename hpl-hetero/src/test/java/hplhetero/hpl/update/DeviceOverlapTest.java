package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.hpl.Cases;
import hplhetero.hpl.HplSolver;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.swap.SwapParts;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The update of columns of a device where their rows are swapped with another rank. */
@Needs(Component.C_COMPILER)
@Timeout(300)
@Slow
class DeviceOverlapTest {
    private static final int RANKS = 2;
    private static final int NB = 64;
    /** Nearly the smallest order with which the first step swaps rows in two parts. */
    private static final int N = 860;

    private final DenseKernels kernels = Devices.kernels("cuda", new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0)));
    /** Number of ranks that have read rows of the second half of the columns in the first step. */
    private final AtomicInteger fetched = new AtomicInteger();
    private final int heldBefore = Devices.held();

    /**
     * Products of the first half of the columns are held until both ranks have read rows of the second half from the device. The first rank
     * reads them when a product is held. So both happen at the same time, or the product waits in vain.
     */
    @Test
    void shouldSendRowsOfOneHalfWhileTheDeviceComputesTheOther() {
        HplCase c = Cases.of(N, NB).grid(RANKS, 1).depth(1).make();
        assertThat(SwapParts.of(NB, c.swapThreshold()).count(N + 1 - 2 * NB)).isEqualTo(2);
        World.run(RANKS, world -> {
            try (HplSolver solver = World.solver(world, watched(), 3, SolveListener.NONE)) {
                CaseResult result = solver.solve(c);
                if (world.rank() == 0) {
                    assertThat(result.status()).isEqualTo(CheckStatus.PASSED);
                }
            }
        });
        assertThat(fetched.get()).isGreaterThanOrEqualTo(RANKS);
        assertThat(Devices.heldInVain()).isFalse();
    }

    private DenseKernels watched() {
        return proxy(DenseKernels.class, kernels, (method, arguments) -> {
            Object result = method.invoke(kernels, arguments);
            // not the matrix of the warm-up
            boolean isMatrix = method.getName().equals("hold") && ((MatrixRef) arguments[0]).rows() == N + 1;
            return isMatrix ? watched((MatrixMemory) result, (MatrixRef) arguments[0]) : result;
        });
    }

    private MatrixMemory watched(MatrixMemory memory, MatrixRef transposed) {
        int second = 2 * NB + SwapParts.task(NB);
        return proxy(MatrixMemory.class, memory, (method, arguments) -> {
            if (method.getName().equals("adopt")) {
                Devices.hold(true);
            }
            boolean isSecond = method.getName().equals("copyOut") && (int) arguments[2] > 0
                    && (((long[]) arguments[0])[0] - transposed.address()) / 8 % transposed.ld() >= second;
            while (isSecond && fetched.get() == 0 && Devices.held() == heldBefore && !Devices.heldInVain()) {
                Thread.onSpinWait();
            }
            Object result = method.invoke(memory, arguments);
            if (isSecond && fetched.incrementAndGet() == RANKS) {
                Devices.hold(false);
            }
            return result;
        });
    }

    private interface Calls {
        Object call(Method method, Object[] arguments) throws ReflectiveOperationException;
    }

    private static <T> T proxy(Class<T> type, T target, Calls calls) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> calls.call(method, arguments)));
    }
}
