package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.PanelUpdate;
import hplhetero.comm.MessageMemory;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.workers.WorkerPool;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /**
     * Six panels are factored where the rank may leave them to the device, three of which it has all rows of, then three by its workers.
     * The device asks for a pivot for each column of the others.
     */
    @ParameterizedTest
    @CsvSource({"1, 2, 3", "2, 1, 0"})
    void shouldLetTheDeviceFactorWhereItIsFaster(double deviceSeconds, double hostSeconds, int expected) {
        PanelTimes times = new PanelTimes(List.of(new PanelTimes.Height(ORDER / 2, deviceSeconds, hostSeconds)));
        AtomicInteger factored = new AtomicInteger();
        AtomicInteger shared = new AtomicInteger();
        DenseKernels kernels = passing(DenseKernels.class, Devices.kernels("cuda"), "panelUpdate", update -> passing(PanelUpdate.class,
                passing(PanelUpdate.class, (PanelUpdate) update, "factorShared", nothing -> {
                    shared.incrementAndGet();
                    return nothing;
                }), "factorNext", nothing -> {
                    factored.incrementAndGet();
                    return nothing;
                }));
        World.run(1, world -> {
            try (WorkerPool pool = new WorkerPool(2, "probed", false, world.activity()); Arena arena = Arena.ofShared()) {
                LocalProbe probe = new LocalProbe(ORDER, NB, LocalProbe.matrix(ORDER, pool, arena), LocalProbe.Place.HELD,
                        Cases.of(ORDER, NB).make().panel(), kernels, pool, false, System::nanoTime, arena);
                LocalProbe.Size size = probe.size(ORDER / 2, ORDER / 2);
                for (int time = 0; time < 3; time++) {
                    assertThat(probe.wholePanel(size, times)).isPositive();
                    assertThat(probe.sharedPanel(size, times)).isPositive();
                }
                assertThat(List.of(factored.get(), shared.get())).containsExactly(expected, expected);
                for (int time = 0; time < 3; time++) {
                    assertThat(probe.panel(size)).isPositive();
                }
            }
        });
        assertThat(List.of(factored.get(), shared.get())).containsExactly(expected, expected);
    }

    /** The device holds no column of such a probe: it gets them for an update, and sends them back. */
    @Test
    void shouldCopyColumnsThatStreamToTheDeviceAndBack() {
        DenseKernels kernels = Devices.kernels("cuda", new DeviceOptions(0, Long.MAX_VALUE, OptionalDouble.of(0)));
        long[] copies = new long[LocalProbe.Place.values().length];
        World.run(1, world -> {
            for (LocalProbe.Place place : LocalProbe.Place.values()) {
                try (WorkerPool pool = new WorkerPool(2, "probed", false, world.activity()); Arena arena = Arena.ofShared()) {
                    LocalProbe probe = new LocalProbe(ORDER, NB, LocalProbe.matrix(ORDER, pool, arena), place,
                            Cases.of(ORDER, NB).make().panel(), kernels, pool, false, System::nanoTime, arena);
                    long before = Devices.copies("cuda");
                    probe.update(probe.size(ORDER, ORDER), () -> false);
                    copies[place.ordinal()] = Devices.copies("cuda") - before;
                }
            }
        });
        assertThat(copies[LocalProbe.Place.STREAMED.ordinal()]).isGreaterThan(copies[LocalProbe.Place.HELD.ordinal()]);
    }

    /** The matrix of order 400 takes 1.3 MB. */
    @ParameterizedTest
    @CsvSource({"1000000, true", "2000000, false"})
    void shouldMeasureStreamingWhereTheNextRunStreams(long bytesHeld, boolean streams) {
        DenseKernels kernels = Devices.kernels("cuda", new DeviceOptions(0, bytesHeld, OptionalDouble.of(0)));
        CalibrationRequest request = new CalibrationRequest(Cases.of(400, NB).make(), List.of(NB), 1L << 30, Peak.UNKNOWN,
                MeasuringTime.forRun(1, Effort.SHORT));
        World.run(1, world -> {
            try (WorkerPool pool = new WorkerPool(2, "calibrated", false, world.activity())) {
                DeviceCost cost = new Calibration(world, kernels, pool, request, () -> { }, told -> { }, Calibration.Clocks.WALL)
                        .run(ClusterStore.NONE).ranks().getFirst().device().orElseThrow();
                assertThat(cost.streamed().isPresent()).isEqualTo(streams);
                assertThat(cost.panel()).isPresent();
                assertThat(cost.shared()).as("a short calibration of one rank").isEmpty();
            }
        });
    }

    /**
     * In a run, hosts factor panels of several ranks where two ranks have one device. The costs of a single rank may serve other runs if
     * they are measured thoroughly.
     */
    @ParameterizedTest
    @CsvSource({"2, SHORT, '', true", "2, SHORT, 0000:3b:00.0, false", "1, THOROUGH, 0000:3b:00.0, true"})
    void shouldMeasureSharedPanelsWhereNoTwoRanksHaveOneDevice(int ranks, Effort effort, String address, boolean measures) {
        DenseKernels kernels = passing(DenseKernels.class, Devices.kernels("cuda", new DeviceOptions(0, Long.MAX_VALUE,
                OptionalDouble.of(0))), "device", device -> ((Optional<?>) device).map(DeviceInfo.class::cast).map(info -> new DeviceInfo(
                info.number(), info.name(), address, info.driver(), info.bytes(), info.peak(), info.source())));
        CalibrationRequest request = new CalibrationRequest(Cases.of(200, NB).grid(ranks, 1).make(), List.of(NB), 1L << 30,
                Peak.UNKNOWN, MeasuringTime.forRun(1, effort));
        World.run(ranks, world -> {
            try (WorkerPool pool = new WorkerPool(2, "calibrated", false, world.activity())) {
                RankProfile rank = new Calibration(world, kernels, pool, request, () -> { }, told -> { }, Calibration.Clocks.WALL)
                        .run(ClusterStore.NONE).ranks().get(world.rank());
                assertThat(rank.device().orElseThrow().shared().isPresent()).isEqualTo(measures);
                assertThat(rank.panelAmong(2).seconds(100, NB)).isPositive();
            }
        });
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
