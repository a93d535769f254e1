package hplhetero.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * The dense kernels of HPL, each sequential: one call runs on the calling thread alone, and different
 * threads may call at the same time on different output. All matrices are column-major; zero sizes are
 * legal and do nothing. Shapes that do not match are an {@link IllegalArgumentException}.
 *
 * <p>As in the BLAS, {@code beta == 0} overwrites without reading (a NaN there does not spread), and a
 * NaN or infinity in an operand that is read spreads as IEEE 754 says. Whether A and B of a product are
 * read when {@code alpha == 0} is open, as libraries differ.
 */
public interface DenseKernels {

    /** The provider's name: {@code vector}, {@code native}, {@code netlib}, {@code reference}. */
    String name();

    /** Version and file of the library or instruction set behind it, for people. */
    String description();

    /** What a person should be told of how it was loaded, such as environment variables set aside. */
    default List<String> notes() {
        return List.of();
    }

    /**
     * Whether each element of a result depends on its own row and column of the operands alone, bit for
     * bit: not on the sizes, cut, position or leading dimension of the call that computed it, nor on which
     * task of a {@link PanelUpdate} it was in. The order of a sum over the inner dimension is then
     * fixed by its length.
     */
    boolean reproducible();

    /** Whether they are bytecode, which becomes fast only while it runs; a library is from the start. */
    default boolean bytecode() {
        return false;
    }

    /** C := alpha op(A) op(B) + beta C; op(A) is m x k, op(B) k x n, C m x n. 2 m n k flop. */
    void dgemm(Transpose transA, Transpose transB, double alpha, MatrixRef a, MatrixRef b, double beta, MatrixRef c);

    /** B := alpha op(A)^-1 B (left) or alpha B op(A)^-1 (right); A is triangular. */
    void dtrsm(Side side, Triangle triangle, Transpose transA, Diagonal diagonal, double alpha, MatrixRef a, MatrixRef b);

    /** y := alpha op(A) x + beta y. */
    void dgemv(Transpose transA, double alpha, MatrixRef a, VectorRef x, double beta, VectorRef y);

    /** x := op(A)^-1 x; A is triangular. */
    void dtrsv(Triangle triangle, Transpose transA, Diagonal diagonal, MatrixRef a, VectorRef x);

    /** A := A + alpha x y^T. */
    void dger(double alpha, VectorRef x, VectorRef y, MatrixRef a);

    /** x := alpha x. */
    void dscal(double alpha, VectorRef x);

    /** Index of the first element of largest magnitude, -1 when n = 0; which one is open when a NaN is among them. */
    int idamax(VectorRef x);

    /**
     * How a panel update is cut into tasks.
     *
     * @param nb width of the panel
     */
    default UpdateTasks updateTasks(int nb) {
        return UpdateTasks.LIBRARY;
    }

    /** The device that computes panel updates; empty where the host does. */
    default Optional<DeviceInfo> device() {
        return Optional.empty();
    }

    /** What the host's processors can take of the columns beside a device; empty where there is none, or they are to take nothing. */
    default Optional<HostPart> hostPart() {
        return Optional.empty();
    }

    /**
     * How many of a rank's workers submit its panel updates. A device needs few; the others then factor panels together with the rank's
     * thread.
     *
     * @param workers of the rank, its thread included
     */
    default int updateWorkers(int workers) {
        return workers;
    }

    /**
     * The fewest rows of L2 for which a call of {@link PanelUpdate#multiply} is worth while, a multiple of
     * {@link PanelUpdate#ROW_UNIT}. A library packs U anew in every call: the more, the better.
     */
    default int leastPartRows() {
        return 512;
    }

    /** Bytes in which a panel update of these kernels keeps an L2 of so many rows and columns packed; 0 where it packs none. */
    default long packedBytes(int rows, int jb) {
        return 0;
    }

    /**
     * A name for how L2 is packed: panel updates of two kernels can use what the other has packed if and only if it is the same. Empty
     * where none is packed.
     */
    default String packedForm() {
        return "";
    }

    /**
     * Keeps a matrix where the panel updates of these kernels work on it, which may be the memory of a device: all of it, or as many of its
     * last columns as there is room for. The host's memory stays its place by name, and for the rest.
     *
     * @param transposed the whole matrix as its transpose, as a panel update sees it: columns x rows
     * @param arena      with which its place is given back
     */
    default MatrixMemory hold(MatrixRef transposed, Arena arena) {
        return MatrixMemory.HOST;
    }

    /** Bytes of a matrix that {@link #hold} would have room for now; {@link Long#MAX_VALUE} where updates work on the host's memory. */
    default long roomToHold() {
        return Long.MAX_VALUE;
    }

    /** Tells that panels will lie in this memory: copies to a device are fast, and go on beside other work, only where it stays put. */
    default void pin(MemorySegment memory, Arena arena) {
        // the host's kernels copy nothing
    }

    /**
     * A reusable trailing update, the hot path of HPL; see {@link PanelUpdate}.
     *
     * @param maxRows the most rows of L2
     * @param maxCols columns of the work space for U
     * @param nb      the widest panel
     * @param workers the number of threads that will call it, numbered 0..workers-1
     * @param arena   from which work space is taken
     */
    PanelUpdate panelUpdate(int maxRows, int maxCols, int nb, int workers, Arena arena);
}
