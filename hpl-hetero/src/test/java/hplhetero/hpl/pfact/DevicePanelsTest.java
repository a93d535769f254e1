package hplhetero.hpl.pfact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.Devices;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.OffHeap;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.PivotTrade;
import hplhetero.hpl.World;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import hplhetero.testing.Slow;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One panel, shared by the ranks of a process column, of which some have a device. The devices are emulated. */
@Needs(Component.C_COMPILER)
@Slow
final class DevicePanelsTest {
    private static DenseKernels device(DenseKernels kernels, int devices, int rank) {
        return (devices >> rank & 1) == 0 ? null : kernels;
    }

    /** Devices trade pivots with each other and with hosts: one bit of {@code devices} for each rank. */
    @ParameterizedTest
    @CsvSource({"cuda, 2, 3", "cuda, 2, 1", "cuda, 2, 2", "cuda, 3, 7", "cuda, 3, 2",
        "rocm, 2, 3", "rocm, 2, 1", "rocm, 2, 2", "rocm, 3, 7", "rocm, 3, 2"})
    void shouldFactorAsATextbookDoes(String provider, int ranks, int devices) {
        DenseKernels kernels = Devices.kernels(provider);
        List<SamplePanel> panels = SamplePanel.several();
        Random random = new Random(32);
        // parts that are halved twice, the last of them narrow
        panels.add(SamplePanel.random(random, 203, 101, 1, 101));
        // so many rows that a device takes several blocks of threads, in two launches
        panels.add(SamplePanel.random(random, 2_100 * ranks + 34, 34, 0, 34));
        World.run(ranks, column -> panels.forEach(panel -> new PanelRank(column, panel, PanelFactorization.DEVICE_ORDER,
                device(kernels, devices, column.rank())).check()));
    }

    /** Devices go on after a column without a pivot: one bit of {@code devices} for each rank. */
    @ParameterizedTest
    @CsvSource({"cuda, 2, 3", "cuda, 2, 1", "cuda, 3, 6", "rocm, 2, 3", "rocm, 2, 1", "rocm, 3, 6"})
    void shouldNameTheFirstColumnWithoutAPivotAndGoOn(String provider, int ranks, int devices) {
        DenseKernels kernels = Devices.kernels(provider);
        SamplePanel panel = SamplePanel.withoutSecondPivot(19);
        World.run(ranks, column -> {
            PanelRank rank = new PanelRank(column, panel, PanelFactorization.DEVICE_ORDER, device(kernels, devices, column.rank()));
            assertThat(rank.factor()).isEqualTo(1 + 3 * 4 + 1);
            assertThat(rank.pivots()).containsExactly(panel.pivots());
        });
    }

    /** A trade that fails in column 40, the ninth of its launch, as one does whose other rank has ended the run. */
    private record FailingTrade(MatrixRef l1, MemorySegment rows) implements PivotTrade {
        static final int FAILS_AT = 40;

        @Override
        public boolean holdsTop() {
            return true;
        }

        @Override
        public long candidate() {
            return rows.address();
        }

        @Override
        public long current() {
            return rows.address() + rows.byteSize() / 2;
        }

        @Override
        public int trade(int j, int row, double magnitude, Runnable waiting) {
            if (j == FAILS_AT) {
                throw new IllegalStateException("column " + j);
            }
            return row;
        }

        @Override
        public void idle(int idle) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "rocm"})
    void shouldEndTheProgramOfADeviceWhereATradeFails(String provider) {
        int n = FailingTrade.FAILS_AT + 10;
        try (Arena arena = Arena.ofShared()) {
            DenseKernels kernels = Devices.kernels(provider);
            MatrixRef panel = new MatrixRef(OffHeap.allocate(arena, 8L * n * n), 0, n, n, n);
            Random random = new Random(33);
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++) {
                    panel.set(i, j, random.nextDouble() - 0.5);
                }
            }
            FailingTrade trade = new FailingTrade(new MatrixRef(OffHeap.allocate(arena, 8L * n * n), 0, n, n, n),
                    OffHeap.allocate(arena, 16L * n));
            kernels.pin(trade.rows, arena);
            PanelUpdate update = kernels.panelUpdate(n, PanelUpdate.COLUMN_UNIT, n, 1, arena);
            update.takeNext(0, panel);
            assertThatThrownBy(() -> update.factorShared(0, panel, trade)).isInstanceOf(IllegalStateException.class)
                    .hasMessage("column 40");
            assertThat(update.submitted(0).poll()).as("the device is idle").isTrue();
        }
    }
}
