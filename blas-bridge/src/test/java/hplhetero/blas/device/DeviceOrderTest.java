package hplhetero.blas.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.Devices;
import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixMemory;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two updates of the same columns, of which the first is left to the device: the second is ordered behind it, or the emulator fails. */
@Needs(Component.C_COMPILER)
class DeviceOrderTest {
    private static final int N = 96;
    private static final int JB = 16;
    private static final int LD = 96;

    private final SplittableRandom random = new SplittableRandom(5);

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "rocm"})
    void shouldFollowWhatWasLeftToTheDevice(String provider) {
        DenseKernels host = Blas.select("vector", BlasOptions.defaults()).kernels();
        DenseKernels device = Devices.kernels(provider);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment[] a = {matrix(arena), arena.allocate(8L * N * LD, 64)};
            a[1].copyFrom(a[0]);
            MatrixRef[] l = {panel(JB, arena), panel(N - JB, arena)};
            MatrixMemory held = device.hold(new MatrixRef(a[1], 0, N, N, LD), arena);
            held.adopt();
            PanelUpdate[] updates = {prepared(device, l, arena), prepared(device, l, arena)};
            update(updates[0], 1, a[1]);
            assertThat(updates[0].leave(1)).isTrue();
            updates[1].follow();
            update(updates[1], 0, a[1]);
            assertThat(updates[1].leave(0)).isTrue();
            // nobody has waited so far: this call comes behind on the device
            held.refresh(0, N, 0, N);
            PanelUpdate one = prepared(host, l, arena);
            update(one, 0, a[0]);
            update(one, 0, a[0]);
            double apart = 0;
            for (long i = 0; i < (long) N * LD; i++) {
                apart = Math.max(apart, Math.abs(a[1].getAtIndex(ValueLayout.JAVA_DOUBLE, i)
                        - a[0].getAtIndex(ValueLayout.JAVA_DOUBLE, i)));
            }
            assertThat(apart).as("largest difference").isLessThanOrEqualTo(1e-10);
        }
    }

    /** The test of the emulator: without the call of {@code follow} nothing orders the two updates. */
    @Test
    void shouldFailWithoutTheOrder() {
        DenseKernels device = Devices.kernels("cuda");
        try (Arena arena = Arena.ofShared()) {
            MemorySegment a = matrix(arena);
            MatrixRef[] l = {panel(JB, arena), panel(N - JB, arena)};
            device.hold(new MatrixRef(a, 0, N, N, LD), arena).adopt();
            PanelUpdate[] updates = {prepared(device, l, arena), prepared(device, l, arena)};
            update(updates[0], 1, a);
            assertThat(updates[0].leave(1)).isTrue();
            try {
                assertThatThrownBy(() -> update(updates[1], 0, a)).isInstanceOf(KernelException.class).hasMessageContaining("=909");
            } finally {
                Devices.mend();
            }
        }
    }

    /** Who gives memory of the host back, or writes to it, has to know that the device no longer reads it. */
    @Test
    void shouldNotLeaveWorkOnTheHostsMemory() {
        DenseKernels device = Devices.kernels("cuda", new DeviceOptions(0, 0));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment a = matrix(arena);
            PanelUpdate update = prepared(device, new MatrixRef[] {panel(JB, arena), panel(N - JB, arena)}, arena);
            update(update, 1, a);
            assertThat(update.leave(1)).isFalse();
            await(update, 1);
            assertThat(update.leave(1)).as("without work").isTrue();
        }
    }

    private MemorySegment matrix(Arena arena) {
        MemorySegment a = arena.allocate(8L * N * LD, 64);
        for (long i = 0; i < (long) N * LD; i++) {
            a.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextDouble() - 0.5);
        }
        return a;
    }

    private MatrixRef panel(int rows, Arena arena) {
        MatrixRef made = new MatrixRef(arena.allocate(8L * rows * JB + 64, 64), 0, rows, JB, rows);
        for (int j = 0; j < JB; j++) {
            for (int i = 0; i < rows; i++) {
                made.set(i, j, 0.1 * (random.nextDouble() - 0.5));
            }
        }
        return made;
    }

    private static PanelUpdate prepared(DenseKernels kernels, MatrixRef[] l, Arena arena) {
        PanelUpdate update = kernels.panelUpdate(N - JB, 2 * LD, JB, 2, arena);
        int packs = update.begin(l[0], l[1], arena.allocate(kernels.packedBytes(N - JB, JB) + PanelUpdate.READ_AHEAD, 64));
        for (int task = 0; task < packs; task++) {
            update.pack(0, task);
        }
        await(update, 0);
        return update;
    }

    /** Swaps row i with row JB + 2 i, for each i below JB, and updates all columns. */
    private static void update(PanelUpdate update, int worker, MemorySegment a) {
        for (int i = 0; i < JB; i++) {
            update.load(worker, i, worker * LD, address(a, JB + 2 * i), N);
        }
        for (int i = 0; i < JB; i++) {
            update.move(worker, address(a, i), address(a, JB + 2 * i), N);
        }
        update.solve(worker, worker * LD, N);
        for (int i = 0; i < JB; i++) {
            update.store(worker, i, worker * LD, address(a, i), N);
        }
        update.multiply(worker, worker * LD, 0, new MatrixRef(a, (long) JB * LD, N, N - JB, LD));
    }

    private static long address(MemorySegment a, int row) {
        return a.address() + 8L * row * LD;
    }

    private static void await(PanelUpdate update, int worker) {
        while (!update.submitted(worker).poll()) {
            Thread.onSpinWait();
        }
    }
}
