package hplhetero.hpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import hplhetero.blas.VectorRef;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A run with an emulated device, where the clock by which panels are timed is a number that kernels advance. */
@Needs(Component.C_COMPILER)
@Slow
final class PanelChoiceTest {
    private static final int N = 512;
    private static final int NB = 32;
    /** Nanoseconds that the device needs for any panel: so many that one round of a measurement suffices. */
    private static final long DEVICE_NANOS = 200_000_000;
    /** Nanoseconds that the host needs to look at an element when it looks for a pivot. */
    private static final long HOST_NANOS = 20_000;

    /** Nanoseconds that the device needs for a panel that ranks share, without the trades of pivots, and for each trade. */
    private static final long SHARED_NANOS = 20_000_000;
    private static final long TRADE_NANOS = 1_000_000;

    /** The clock of each rank, which its own thread alone reads and advances. */
    private final ThreadLocal<AtomicLong> nanos = ThreadLocal.withInitial(AtomicLong::new);
    /** Rows of the panels that devices have factored. */
    private final List<Integer> factored = Collections.synchronizedList(new ArrayList<>());
    /** The update behind each update that was handed out. */
    private final Map<Object, PanelUpdate> updates = Collections.synchronizedMap(new IdentityHashMap<>());

    private DenseKernels kernels() {
        DenseKernels device = Devices.kernels("cuda",
                new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0), DeviceOptions.Panels.AUTO));
        return proxy(DenseKernels.class, (method, arguments) -> {
            Object result = invoke(device, method, arguments);
            if (method.getName().equals("idamax")) {
                nanos.get().addAndGet(HOST_NANOS * ((VectorRef) arguments[0]).n());
            }
            return result instanceof PanelUpdate update ? watched(update) : result;
        });
    }

    private PanelUpdate watched(PanelUpdate update) {
        PanelUpdate watched = proxy(PanelUpdate.class, (called, with) -> {
            if (called.getName().equals("factorNext")) {
                factored.add(((MatrixRef) with[1]).rows());
                nanos.get().addAndGet(DEVICE_NANOS);
            }
            if (called.getName().equals("factorShared")) {
                factored.add(((MatrixRef) with[1]).rows());
                nanos.get().addAndGet(SHARED_NANOS);
                with[2] = timed((PivotTrade) with[2]);
            }
            if (called.getName().equals("adopt")) {
                with[1] = updates.get(with[1]);
            }
            return invoke(update, called, with);
        });
        updates.put(watched, update);
        return watched;
    }

    private PivotTrade timed(PivotTrade trade) {
        return proxy(PivotTrade.class, (called, with) -> {
            if (called.getName().equals("trade")) {
                nanos.get().addAndGet(TRADE_NANOS);
            }
            return invoke(trade, called, with);
        });
    }

    private List<CaseResult> solved(int ranks) {
        DenseKernels kernels = kernels();
        List<CaseResult> results = Collections.synchronizedList(new ArrayList<>());
        World.run(ranks, world -> {
            try (HplSolver solver = World.solver(world, kernels, 1, SolveListener.NONE)) {
                solver.timePanels(() -> nanos.get().get());
                CaseResult result = solver.solve(Cases.of(N, NB).grid(ranks, 1).make());
                if (world.rank() == 0) {
                    results.add(result);
                }
            }
        });
        assertThat(results).extracting(CaseResult::status).containsExactly(CheckStatus.PASSED);
        return results;
    }

    private interface Call {
        Object on(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) ->
                call.on(method, arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The clock shows 0.32 s for a panel of 512 rows by the host, 0.07 s for one of 128 rows, and 0.2 s for either by the device. */
    @Test
    void shouldLetTheFasterSideFactorEachPanel() {
        PanelTimes times = solved(1).getFirst().ranks().getFirst().device().orElseThrow().panels();
        assertThat(times.heights()).extracting(PanelTimes.Height::rows).containsExactly(32, 128, 512);
        assertThat(factored).endsWith(512, 480, 448, 416, 384, 352, 320, 288);
    }

    /**
     * Each rank has 256 rows. The clock shows 0.02 s for any panel by a device and 0.001 s for each of its 32 trades; for one by the host
     * 0.03 s with 64 rows, and five times as much with 256.
     */
    @Test
    void shouldCountEachTradeOfAPanelThatRanksShare() {
        PanelTimes times = solved(2).getFirst().ranks().getFirst().device().orElseThrow().panels();
        assertThat(times.heights()).extracting(PanelTimes.Height::rows).containsExactly(64, 256);
        assertThat(times.heights()).extracting(PanelTimes.Height::deviceSeconds).allSatisfy(
                seconds -> assertThat(seconds).isCloseTo(0.052, within(1e-9)));
        assertThat(times.heights().getFirst().hostSeconds()).isBetween(0.021, 0.051);
        assertThat(times.byDevice(64)).isFalse();
        assertThat(times.byDevice(256)).isTrue();
    }
}
