package hplhetero.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * The dense kernels of HPL, each sequential: one call runs on the calling thread alone, and different threads may call at the same time on
 * different output. All matrices are column-major. Zero sizes are legal and do nothing. Shapes that do not match are an
 * {@link IllegalArgumentException}.
 *
 * <p>Like the BLAS, the kernels overwrite without reading when {@code beta == 0}, so a NaN in the output does not spread. A NaN or infinity
 * in an operand that is read spreads as IEEE 754 says. Whether a product reads A and B when {@code alpha == 0} is unspecified, because
 * libraries differ.
 */
public interface DenseKernels {

    /** Returns the provider's name, such as {@code vector}, {@code native}, {@code netlib}, {@code reference}. */
    String name();

    /** Returns a line for people: the version and file of the library, or the instruction set, that these kernels use. */
    String description();

    /**
     * Returns lines for people about the loading of these kernels, such as which environment variables were cleared; empty where there is
     * nothing to say.
     */
    default List<String> notes() {
        return List.of();
    }

    /**
     * Returns whether each element of a result depends, bit for bit, on nothing but the element's own row and column of the operands. The
     * result then does not depend on the sizes, cut, position or leading dimension of the call, nor on the task of a {@link PanelUpdate}
     * that computed the element. The order of a sum over the inner dimension is then fixed by the length of the sum.
     */
    boolean reproducible();

    /** Returns whether these kernels are bytecode, which becomes fast only while it runs. A native library is fast from its first call. */
    default boolean bytecode() {
        return false;
    }

    /** Computes C := alpha op(A) op(B) + beta C, where op(A) is m x k, op(B) k x n and C m x n. Costs 2 m n k flop. */
    void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c);

    /**
     * Solves a triangular system with many right-hand sides: B := alpha op(A)^-1 B (left) or B := alpha B op(A)^-1 (right). A is
     * triangular.
     */
    void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b);

    /** Computes the matrix-vector product y := alpha op(A) x + beta y. */
    void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y);

    /** Solves a triangular system with one right-hand side: x := op(A)^-1 x, where A is triangular. */
    void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x);

    /** Adds an outer product to a matrix: A := A + alpha x y^T. */
    void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a);

    /** Multiplies a vector by a number: x := alpha x. */
    void dscal(double alpha, VectorRef x);

    /**
     * Returns the index of the first element of largest magnitude, or -1 when n = 0. With a NaN among the elements the index is
     * unspecified.
     */
    int idamax(VectorRef x);

    /**
     * Returns how a panel update by these kernels is to be cut into tasks.
     *
     * @param nb width of the panel, in columns
     */
    default UpdateTasks updateTasks(int nb) {
        return UpdateTasks.LIBRARY;
    }

    /**
     * Returns whether panel updates of these kernels factor panels, see {@link PanelUpdate#factors()}. The first call may take a second, in
     * which a device factors a small panel.
     */
    default boolean factorsPanels() {
        return false;
    }

    /** Returns the device that computes panel updates; empty where the host computes them. */
    default Optional<DeviceInfo> device() {
        return Optional.empty();
    }

    /**
     * Returns the part of a panel update that the host's processors can take beside a device. Empty where there is no device, or where the
     * host's processors are to take no columns.
     */
    default Optional<HostPart> hostPart() {
        return Optional.empty();
    }

    /**
     * Returns whether it is open who factors panels, a device or the host's workers, so that whoever uses these kernels is to choose the
     * faster. False where no device can factor panels, and where the user has named who does.
     */
    default boolean panelsAreOpen() {
        return false;
    }

    /**
     * Returns how many of a rank's workers submit panel updates to these kernels. A device needs few submitting workers; the other workers
     * then factor panels together with the rank's thread.
     *
     * @param workers number of workers of the rank, including the rank's own thread
     */
    default int updateWorkers(int workers) {
        return workers;
    }

    /**
     * Returns the fewest rows of L2 for which a call of {@link PanelUpdate#multiply} is worth while, a multiple of
     * {@link PanelUpdate#ROW_UNIT}. A library packs U anew in every call, so calls with more rows are better.
     */
    default int leastPartRows() {
        return 512;
    }

    /**
     * Returns the bytes that packed L2 takes in a panel update of these kernels; 0 where these kernels pack no L2.
     *
     * @param rows rows of L2
     * @param jb   columns of L2
     */
    default long packedBytes(int rows, int jb) {
        return 0;
    }

    /**
     * Returns a name for the layout of packed L2. Panel updates of two kernels can use L2 packed by each other if and only if both names
     * are equal. Empty where these kernels pack no L2.
     */
    default String packedForm() {
        return "";
    }

    /**
     * Keeps a matrix where the panel updates of these kernels work on it. This may be the memory of a device, which then holds the whole
     * matrix or as many of the last columns as fit. The matrix keeps its addresses in the host's memory, and the columns that do not fit
     * stay there.
     *
     * @param transposed the whole matrix as its transpose, the form that a panel update works on: columns x rows
     * @param arena      the arena whose end gives the matrix's memory on the device back
     */
    default MatrixMemory hold(MatrixRef transposed, Arena arena) {
        return MatrixMemory.HOST;
    }

    /** Returns how many bytes of a matrix {@link #hold} could place now; {@link Long#MAX_VALUE} where updates work on the host's memory. */
    default long roomToHold() {
        return Long.MAX_VALUE;
    }

    /**
     * Announces that panels will lie in {@code memory} until {@code arena} closes. Kernels of a device lock the memory where they can.
     * Copies to a device are fast, and overlap with other work, only from locked memory. The host's kernels do nothing.
     */
    default void pin(MemorySegment memory, Arena arena) {
        // the host's kernels copy no panels
    }

    /**
     * Returns how many bytes of the memory that was pinned or held, and is still in use, the system did not let the device lock. Copies of
     * this memory are slower.
     */
    default long unlockedBytes() {
        return 0;
    }

    /**
     * Creates a reusable trailing update, the hot path of HPL; see {@link PanelUpdate}.
     *
     * @param maxRows the most rows of L2
     * @param maxCols columns of the work space for U
     * @param nb      width of the widest panel, in columns
     * @param workers the number of threads that will call the update, numbered 0..workers-1
     * @param arena   the arena from which the work space is allocated
     */
    PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena);
}
