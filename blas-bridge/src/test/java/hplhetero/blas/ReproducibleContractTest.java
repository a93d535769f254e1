package hplhetero.blas;

import java.lang.foreign.Arena;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds providers to {@link DenseKernels#reproducible()}: one call and the same cut into pieces, bit for bit. */
@ParameterizedClass(name = "{0}")
@MethodSource("hplhetero.blas.Providers#reproducible")
class ReproducibleContractTest {
    private static final int[] LENGTHS = {1, 2, 5, 8, 13, 24, 47, 100, 211};
    private final Random random = new Random(5);

    @Parameter
    DenseKernels kernels;

    @Test
    void shouldNotLetCutsChangeDgemm() {
        for (Transpose transA : Transpose.values()) {
            for (Transpose transB : Transpose.values()) {
                for (int k : LENGTHS) {
                    cutDgemm(transA, transB, length(), length(), k, Sizes.FACTORS[1 + k % 3]);
                }
            }
        }
    }

    @Test
    void shouldNotLetCutsChangeDtrsm() {
        for (Side side : Side.values()) {
            for (Triangle triangle : Triangle.values()) {
                for (Transpose trans : Transpose.values()) {
                    for (int order : LENGTHS) {
                        cutDtrsm(side, triangle, trans, order % 2 == 0 ? Diagonal.UNIT : Diagonal.NON_UNIT, order);
                    }
                }
            }
        }
    }

    @Test
    void shouldNotLetCutsChangeDgemv() {
        for (Transpose trans : Transpose.values()) {
            for (int n : LENGTHS) {
                cutDgemv(trans, length(), n);
            }
        }
    }

    @Test
    void shouldNotLetCutsChangeDger() {
        for (int n : LENGTHS) {
            try (Arena arena = Arena.ofConfined()) {
                int m = length();
                VectorRef x = Operand.random(arena, random, m, 1).ref().column(0, 0, m);
                MatrixRef y = Operand.random(arena, random, 2, n).ref();
                Operand whole = Operand.random(arena, random, m, n);
                Operand pieces = whole.copy(random);
                kernels.dger(-1, x, y.row(1, 0, n), whole.ref());
                for (int i = 0, h; i < m; i += h) {
                    h = piece(m - i);
                    for (int j = 0, w; j < n; j += w) {
                        w = piece(n - j);
                        kernels.dger(-1, part(x, i, h), y.row(1, j, w), pieces.ref().window(i, j, h, w));
                    }
                }
                pieces.assertSameBits(whole.ref(), "dger m=" + m + " n=" + n);
            }
        }
    }

    @Test
    void shouldNotLetTheCutIntoTasksChangeAPanelUpdate() {
        try (Arena arena = Arena.ofConfined()) {
            PanelUpdate one = kernels.panelUpdate(300, 300, 100, 1, arena);
            PanelUpdate other = kernels.panelUpdate(260, 260, 211, 1, arena);
            for (int jb : new int[] {1, 3, 8, 23, 48, 100}) {
                cutPanelUpdate(arena, one, other, length(), length(), jb);
            }
        }
    }

    /** Columns of A in tasks, and rows of L2 in two parts: as if two ranks held them. */
    private void cutPanelUpdate(Arena arena, PanelUpdate one, PanelUpdate other, int m, int w, int jb) {
        Operand l1 = Operand.triangular(arena, random, jb, Triangle.LOWER, Diagonal.UNIT);
        Operand l2 = Operand.random(arena, random, m, jb);
        Operand wholeU = Operand.random(arena, random, w, jb);
        Operand wholeA = Operand.random(arena, random, w, m);
        Operand permuted = wholeU.copy(random);
        Operand piecesA = wholeA.copy(random);
        update(arena, one, l1.ref(), l2.ref(), wholeU.ref(), wholeA.ref());
        int upper = m / 3;
        for (int part = 0; part < 2; part++) {
            int from = part == 0 ? 0 : upper;
            int height = part == 0 ? upper : m - upper;
            Operand copyOfL2 = rowsOf(l2, arena, from, height);
            Operand piecesU = permuted.copy(random);
            for (int j = 0, width; j < w; j += width) {
                width = piece(w - j);
                update(arena, other, l1.ref(), copyOfL2.ref(), piecesU.ref().window(j, 0, width, jb),
                        piecesA.ref().window(j, from, width, height));
            }
            piecesU.assertSameBits(wholeU.ref(), "U, jb=" + jb);
        }
        piecesA.assertSameBits(wholeA.ref(), "A, jb=" + jb + " w=" + w + " m=" + m);
    }

    private Operand rowsOf(Operand l2, Arena arena, int from, int height) {
        Operand part = Operand.random(arena, random, height, l2.ref().cols());
        for (int j = 0; j < l2.ref().cols(); j++) {
            for (int i = 0; i < height; i++) {
                part.ref().set(i, j, l2.ref().get(from + i, j));
            }
        }
        return part;
    }

    private void update(Arena arena, PanelUpdate update, MatrixRef l1, MatrixRef l2, MatrixRef ut, MatrixRef at) {
        int packTasks = update.begin(l1, l2, arena.allocate(kernels.packedBytes(l2.rows(), l2.cols()) + PanelUpdate.READ_AHEAD, 64));
        for (int task = 0; task < packTasks; task++) {
            update.pack(0, task);
        }
        UWindow.await(update, 0);
        UWindow.solve(update, 0, 0, ut);
        update.multiply(0, 0, 0, at);
        UWindow.await(update, 0);
    }

    private void cutDgemm(Transpose transA, Transpose transB, int m, int n, int k, double alpha) {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef a = operand(arena, transA, m, k);
            MatrixRef b = operand(arena, transB, k, n);
            Operand whole = Operand.random(arena, random, m, n);
            Operand pieces = whole.copy(random);
            kernels.dgemm(transA, transB, alpha, a, b, 1, whole.ref());
            for (int i = 0, h; i < m; i += h) {
                h = piece(m - i);
                for (int j = 0, w; j < n; j += w) {
                    w = piece(n - j);
                    MatrixRef rows = transA == Transpose.NO ? a.window(i, 0, h, k) : a.window(0, i, k, h);
                    MatrixRef cols = transB == Transpose.NO ? b.window(0, j, k, w) : b.window(j, 0, w, k);
                    kernels.dgemm(transA, transB, alpha, rows, cols, 1, pieces.ref().window(i, j, h, w));
                }
            }
            pieces.assertSameBits(whole.ref(), "dgemm " + transA + transB + " m=" + m + " n=" + n + " k=" + k);
        }
    }

    private void cutDtrsm(Side side, Triangle triangle, Transpose trans, Diagonal diagonal, int order) {
        try (Arena arena = Arena.ofConfined()) {
            int other = length();
            MatrixRef a = Operand.triangular(arena, random, order, triangle, diagonal).ref();
            Transpose standing = side == Side.LEFT ? Transpose.NO : Transpose.YES;
            Operand whole = Operand.random(arena, random, standing, order, other);
            Operand pieces = whole.copy(random);
            kernels.dtrsm(side, triangle, trans, diagonal, 1, a, whole.ref());
            for (int from = 0, width; from < other; from += width) {
                width = piece(other - from);
                kernels.dtrsm(side, triangle, trans, diagonal, 1, a, side == Side.LEFT
                        ? pieces.ref().window(0, from, order, width) : pieces.ref().window(from, 0, width, order));
            }
            pieces.assertSameBits(whole.ref(), "dtrsm " + side + triangle + trans + diagonal + " order=" + order);
        }
    }

    private void cutDgemv(Transpose trans, int m, int n) {
        try (Arena arena = Arena.ofConfined()) {
            MatrixRef a = operand(arena, trans, m, n);
            VectorRef x = Operand.random(arena, random, n, 1).ref().column(0, 0, n);
            Operand whole = Operand.random(arena, random, m, 1);
            Operand pieces = whole.copy(random);
            kernels.dgemv(trans, -1, a, x, 1, whole.ref().column(0, 0, m));
            for (int i = 0, h; i < m; i += h) {
                h = piece(m - i);
                MatrixRef rows = trans == Transpose.NO ? a.window(i, 0, h, n) : a.window(0, i, n, h);
                kernels.dgemv(trans, -1, rows, x, 1, pieces.ref().column(i, 0, h));
            }
            pieces.assertSameBits(whole.ref(), "dgemv " + trans + " m=" + m + " n=" + n);
        }
    }

    private MatrixRef operand(Arena arena, Transpose trans, int rows, int cols) {
        return Operand.random(arena, random, trans, rows, cols).ref();
    }

    private static VectorRef part(VectorRef x, int from, int n) {
        return new VectorRef(x.segment(), x.offset() + (long) from * x.increment(), n, x.increment());
    }

    private int length() {
        return 1 + random.nextInt(230);
    }

    /** The length of the next piece of what is left. */
    private int piece(int left) {
        return Math.min(left, 1 + random.nextInt(random.nextBoolean() ? 9 : 90));
    }
}
