package hplhetero.blas.host.nativeblas;

import hplhetero.blas.PanelUpdate;
import hplhetero.ffm.Downcall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The parts of OpenBLAS's own dgemm: the kernel for packed operands, and the functions that pack operands. With these parts an operand is
 * packed once for many products, which CBLAS does not offer.
 *
 * <p>OpenBLAS exports these functions but does not publish them as an interface. So they are taken only from the bundled version, and a
 * small product tests them before they are used. Source: {@code driver/level3/level3.c} and {@code common_param.h} of OpenBLAS,
 * GEMM_ITCOPY, GEMM_OTCOPY, GEMM_KERNEL.
 */
final class OpenBlasKernel {
    private static final ValueLayout.OfLong P = ValueLayout.JAVA_LONG;
    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;
    // BLASLONG is as wide as an address; the function's address is the first argument, like in Cblas
    private static final MethodHandle COPY = Downcall.of(I, P, P, P, P, P);
    private static final MethodHandle KERNEL = Downcall.of(I, P, P, P, ValueLayout.JAVA_DOUBLE, P, P, P, P);

    private final MemorySegment itcopy;
    private final MemorySegment otcopy;
    private final MemorySegment kernel;
    private final String core;
    private final int maxDepth;

    private OpenBlasKernel(MemorySegment itcopy, MemorySegment otcopy, MemorySegment kernel, String core, int maxDepth) {
        this.itcopy = itcopy;
        this.otcopy = otcopy;
        this.kernel = kernel;
        this.core = core;
        this.maxDepth = maxDepth;
    }

    /**
     * Returns the most columns of L2 that the kernel of a core may take at once. Some kernels copy a strip of an operand to their stack,
     * with room for as many columns as their dgemm uses at a time (DGEMM_DEFAULT_Q in {@code param.h}). They overwrite the caller's frames
     * when there are more.
     *
     * @param core OpenBLAS's name of the core
     * @return empty for a core whose kernel nobody has examined, because nobody knows what such a kernel may overwrite
     */
    static OptionalInt maxDepth(String core) {
        return switch (core.toUpperCase(Locale.ROOT)) {
            case "NEHALEM", "SANDYBRIDGE", "SKYLAKEX", "COOPERLAKE", "SAPPHIRERAPIDS", "ARMV8" -> OptionalInt.of(Integer.MAX_VALUE);
            case "HASWELL", "ZEN" -> OptionalInt.of(256);
            default -> OptionalInt.empty();
        };
    }

    /** Returns the most columns of L2 that one {@link #subtract} takes: a multiple of 8, or {@link Integer#MAX_VALUE} for no limit. */
    int maxDepth() {
        return maxDepth;
    }

    /** Returns a name for the layout of packed operands, which differs from core to core. */
    String form() {
        return "OpenBLAS " + core;
    }

    /**
     * Returns the kernel for this machine's core.
     *
     * @param core the library's name of the core, with which the functions' names end where the library has kernels for several cores
     * @return empty where the library has no such kernel, where the kernel fails its test, and for a core that nobody has examined
     */
    static Optional<OpenBlasKernel> of(BlasLibrary library, String core) {
        String suffix = "_" + core.toUpperCase(Locale.ROOT);
        Optional<MemorySegment> otcopy = find(library, "dgemm_otcopy", suffix);
        // one copy function serves for both operands where the kernel's tiles are square
        Optional<MemorySegment> itcopy = find(library, "dgemm_itcopy", suffix).or(() -> otcopy);
        Optional<MemorySegment> kernel = find(library, "dgemm_kernel", suffix);
        OptionalInt maxDepth = maxDepth(core);
        return otcopy.isEmpty() || kernel.isEmpty() || maxDepth.isEmpty() ? Optional.empty()
                : Optional.of(new OpenBlasKernel(itcopy.get(), otcopy.get(), kernel.get(), core, maxDepth.getAsInt()))
                .filter(OpenBlasKernel::isCorrect);
    }

    private static Optional<MemorySegment> find(BlasLibrary library, String name, String suffix) {
        return library.find(name + suffix).or(() -> library.find(name));
    }

    /**
     * Packs the left operand of a product, for {@link #subtract}.
     *
     * @param m      rows of the operand
     * @param k      columns of the operand
     * @param a      address of the column-major operand
     * @param ld     leading dimension of the operand, in doubles
     * @param packed address of the packed operand, m k doubles; a row i that is a multiple of {@link PanelUpdate#COLUMN_UNIT} begins i k
     *               doubles behind it
     */
    void packLeft(long m, long k, long a, long ld, long packed) {
        copy(itcopy, m, k, a, ld, packed);
    }

    /**
     * Packs the transpose of a matrix as the right operand of a product, for {@link #subtract}.
     *
     * @param n      rows of the matrix
     * @param k      columns of the matrix
     * @param b      address of the column-major matrix
     * @param ld     leading dimension of the matrix, in doubles
     * @param packed address of the packed operand, n k doubles; a row i of the matrix that is a multiple of {@link PanelUpdate#ROW_UNIT}
     *               begins i k doubles behind it
     */
    void packRight(long n, long k, long b, long ld, long packed) {
        copy(otcopy, n, k, b, ld, packed);
    }

    private static void copy(MemorySegment function, long rows, long k, long from, long ld, long packed) {
        try {
            int ignored = (int) COPY.invokeExact(function, k, rows, from, ld, packed);
        } catch (Throwable e) {
            throw new AssertionError("dgemm_copy", e);
        }
    }

    /**
     * Computes C := C - left right from packed operands, where C is m x n and column-major, and k is at most {@link #maxDepth}. Costs 2 m n
     * k flop.
     */
    void subtract(long m, long n, long k, long left, long right, long c, long ld) {
        try {
            int ignored = (int) KERNEL.invokeExact(kernel, m, n, k, -1.0, left, right, c, ld);
        } catch (Throwable e) {
            throw new AssertionError("dgemm_kernel", e);
        }
    }

    /** Returns whether a small product, with edges and from the middle of packed operands, agrees with sums in plain Java. */
    private boolean isCorrect() {
        int m = 101;
        int n = 53;
        int k = 37;
        int firstRow = 48;
        int firstColumn = 8;
        double[] a = numbers(m * k, 7);
        double[] b = numbers(n * k, 11);
        double[] c = numbers(m * n, 13);
        double[] got;
        try (Arena arena = Arena.ofConfined()) {
            long left = arena.allocate(8L * m * k + PanelUpdate.READ_AHEAD, 64).address();
            long right = arena.allocate(8L * n * k + PanelUpdate.READ_AHEAD, 64).address();
            MemorySegment result = allocate(arena, c);
            packLeft(m, k, allocate(arena, a).address(), m, left);
            packRight(n, k, allocate(arena, b).address(), n, right);
            subtract(m - firstRow, n - firstColumn, k, left + 8L * firstRow * k, right + 8L * firstColumn * k,
                    result.address() + 8L * (firstRow + (long) firstColumn * m), m);
            got = result.asSlice(0, 8L * c.length).toArray(ValueLayout.JAVA_DOUBLE);
        }
        double most = 0;
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < m; i++) {
                double sum = 0;
                for (int p = 0; i >= firstRow && j >= firstColumn && p < k; p++) {
                    sum += a[i + p * m] * b[j + p * n];
                }
                most = Math.max(most, Math.abs(c[i + j * m] - sum - got[i + j * m]));
            }
        }
        return most < 1e-12;
    }

    private static double[] numbers(int n, int step) {
        double[] numbers = new double[n];
        Arrays.setAll(numbers, i -> (i * step % 101 - 50) / 64.0);
        return numbers;
    }

    private static MemorySegment allocate(Arena arena, double[] numbers) {
        return arena.allocateFrom(ValueLayout.JAVA_DOUBLE, numbers);
    }
}
