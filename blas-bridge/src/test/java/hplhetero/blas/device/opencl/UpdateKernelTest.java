package hplhetero.blas.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.aparapi.device.Device;
import com.aparapi.device.JavaDevice;
import com.aparapi.internal.kernel.KernelManager;
import hplhetero.blas.KernelException;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernel itself, on what OpenCL finds first. */
@Needs(Component.OPENCL)
class UpdateKernelTest {
    private static final int BEGIN = UpdateKernel.RESERVED;
    private static final int DOUBLES = 400_000;

    private final Random random = new Random(4);
    private UpdateKernel kernel;

    @BeforeEach
    void make() {
        kernel = new UpdateKernel(OpenclProvider.found().getFirst(), 1 << 16, 1 << 10, 256);
        kernel.resize(BEGIN + DOUBLES);
    }

    private void fill(int place, int doubles) {
        for (int i = 0; i < doubles; i++) {
            kernel.memory[BEGIN + place + i] = random.nextDouble() - 0.5;
        }
    }

    private double[] fetch(int place, int doubles) {
        double[] fetched = new double[doubles];
        int most = kernel.down.length - UpdateKernel.REPORT;
        for (int done = 0; done < doubles;) {
            int length = Math.min(most, doubles - done);
            kernel.pieces[0] = BEGIN + place + done;
            kernel.pieces[1] = 0;
            kernel.pieces[2] = length;
            kernel.gather(1, length, false);
            System.arraycopy(kernel.down, 0, fetched, done, length);
            done += length;
        }
        return fetched;
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "64, 64, 16", "65, 63, 17", "200, 131, 96", "3, 300, 33"})
    void shouldSubtractAProduct(int m, int n, int k) {
        fill(0, DOUBLES);
        double[] before = kernel.memory.clone();
        int b = m * k;
        int c = b + n * k;
        kernel.product(m, n, k, BEGIN, m, BEGIN + b, n, BEGIN + c, m + 2);
        double[] after = fetch(c, (m + 2) * n);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < m + 2; i++) {
                double expected = before[BEGIN + c + j * (m + 2) + i];
                for (int l = 0; i < m && l < k; l++) {
                    expected -= before[BEGIN + l * m + i] * before[BEGIN + b + l * n + j];
                }
                assertThat(after[j * (m + 2) + i]).as("(%d, %d)", i, j).isCloseTo(expected, within(1e-12));
            }
        }
    }

    /** Also where more than the largest number of blocks is inverted. */
    @ParameterizedTest
    @CsvSource({"1, 1", "70, 32", "64, 33", "100, 96", "5, 1100"})
    void shouldSolve(int m, int n) {
        kernel.resize(BEGIN + Math.max(DOUBLES, n * n + m * n));
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++) {
                // what is not below the diagonal is not read
                kernel.memory[BEGIN + j * n + i] = i > j ? (random.nextDouble() - 0.5) / 16 : Double.NaN;
            }
        }
        fill(n * n, m * n);
        double[] a = kernel.memory.clone();
        kernel.solve(m, n, BEGIN, n, BEGIN + n * n, m);
        double[] x = fetch(n * n, m * n);
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                double sum = x[j * m + i];
                for (int l = 0; l < j; l++) {
                    sum += x[l * m + i] * a[BEGIN + l * n + j];
                }
                assertThat(sum).as("(%d, %d)", i, j).isCloseTo(a[BEGIN + n * n + j * m + i], within(1e-11));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"35, 50", "16, 16", "1, 7", "7, 1", "100, 16", "157, 9", "8, 24", "3, 40", "40, 3"})
    void shouldTranspose(int m, int n) {
        int ldc = m + 5;
        int to = m * n + 7;
        fill(0, to + ldc * n);
        double[] before = kernel.memory.clone();
        kernel.transpose(m, n, BEGIN, n, BEGIN + to, ldc);
        double[] after = fetch(to, ldc * n);
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < ldc; i++) {
                assertThat(after[j * ldc + i]).as("(%d, %d)", i, j)
                        .isEqualTo(before[BEGIN + (i < m ? i * n + j : to + j * ldc + i)]);
            }
        }
    }

    @Test
    void shouldKeepWhatItHasComputedWhenTheMemoryIsMoved() {
        // so small that it is a young object, which is moved
        kernel = new UpdateKernel(OpenclProvider.found().getFirst(), 1 << 10, 1 << 10, 256);
        kernel.resize(BEGIN + 6_000);
        fill(0, 2_000);
        double[] before = kernel.memory.clone();
        kernel.transpose(40, 20, BEGIN, 20, BEGIN + 1_000, 40);
        System.gc();
        kernel.transpose(20, 40, BEGIN + 1_000, 40, BEGIN + 5_000, 20);
        System.gc();
        double[] after = fetch(5_000, 800);
        for (int i = 0; i < after.length; i++) {
            assertThat(after[i]).isEqualTo(before[BEGIN + i]);
        }
    }

    /** As when the garbage collector has moved it unnoticed: Aparapi then makes the device's memory anew. */
    @Test
    void shouldTellThatTheMemoryWasMadeAnew() {
        fill(0, 100);
        fetch(0, 100);
        kernel.memory = kernel.memory.clone();
        assertThatThrownBy(() -> fetch(0, 100)).isInstanceOf(KernelException.class).hasMessageContaining("its results were lost");
    }

    /** Aparapi would run the bytecode on threads of the host. */
    @Test
    void shouldNotRunInJava() {
        KernelManager.instance().setPreferredDevices(kernel, new LinkedHashSet<Device>(List.of(JavaDevice.THREAD_POOL)));
        assertThatThrownBy(() -> fetch(0, 100)).isInstanceOf(KernelException.class).hasMessageContaining("OpenCL device failed");
    }
}
