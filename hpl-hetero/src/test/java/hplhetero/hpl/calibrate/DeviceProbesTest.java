package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.PanelUpdate;
import hplhetero.comm.MessageMemory;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Ranks with a device, which is emulated, are measured as they work in a run. */
@Needs(Component.C_COMPILER)
@Slow
final class DeviceProbesTest {
    private static final int ORDER = 160;
    private static final int NB = 16;
    /** Seconds for a byte of a message for which the probe of swaps makes three exchanges. */
    private static final double SECONDS_PER_BYTE = 8e-9;

    /** Returns an object that hands all calls on, and whose results an operator may replace. */
    private static <T> T passing(Class<T> type, T to, String method, UnaryOperator<Object> result) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, called, arguments) -> {
            try {
                Object told = called.invoke(to, arguments);
                return called.getName().equals(method) ? result.apply(told) : told;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @Test
    void shouldLetTheDeviceFactor() {
        AtomicInteger factored = new AtomicInteger();
        DenseKernels kernels = passing(DenseKernels.class, Devices.kernels("cuda"), "panelUpdate", update -> passing(PanelUpdate.class,
                (PanelUpdate) update, "factorNext", nothing -> {
                    factored.incrementAndGet();
                    return nothing;
                }));
        World.run(1, world -> {
            try (WorkerPool pool = new WorkerPool(2, "probed", false, world.activity()); Arena arena = Arena.ofShared()) {
                LocalProbe probe = new LocalProbe(ORDER, NB, LocalProbe.matrix(ORDER, pool, arena), Cases.of(ORDER, NB).make().panel(),
                        kernels, pool, false, System::nanoTime, arena);
                for (int time = 0; time < 3; time++) {
                    assertThat(probe.panel(probe.size(ORDER / 2, ORDER / 2))).isPositive();
                }
            }
        });
        assertThat(factored).hasValue(3);
    }

    /** Both ranks exchange rows of matrices that the device holds, so that rows are copied from it and to it. */
    @Test
    void shouldSwapRowsOfAMatrixThatTheDeviceHolds() {
        AtomicInteger held = new AtomicInteger();
        DenseKernels kernels = passing(DenseKernels.class, Devices.kernels("cuda",
                new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0), DeviceOptions.Panels.HOST)), "hold", memory -> {
            held.addAndGet(memory == MatrixMemory.HOST ? 0 : 1);
            return memory;
        });
        World.run(2, world -> MessageMemory.lend(arena -> {
            assertThat(new SwapProbe(world, kernels, arena).secondsPerByte(SECONDS_PER_BYTE, 0)).hasValueSatisfying(
                    seconds -> assertThat(seconds).isPositive());
            return null;
        }));
        assertThat(held).hasValue(2);
    }
}
