package hplhetero.blas.host.reference;

import hplhetero.blas.MatrixRef;
import hplhetero.blas.Transpose;
import hplhetero.blas.VectorRef;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A matrix whose element (i, j) lies {@code offset + i * down + j * right} doubles into its segment. In this form a transpose is an
 * exchange of two strides, and one loop serves all variants of a kernel.
 */
record Strided(MemorySegment segment, long offset, int rows, int cols, long down, long right) {

    /** Returns op(A), which is A or its transpose, as a view on A's memory. */
    static Strided of(Transpose trans, MatrixRef a) {
        Strided plain = new Strided(a.segment(), a.offset(), a.rows(), a.cols(), 1, a.ld());
        return trans == Transpose.NO ? plain : plain.transposed();
    }

    /** Returns a vector as a matrix of one column. */
    static Strided of(VectorRef x) {
        return new Strided(x.segment(), x.offset(), x.n(), 1, x.increment(), 1);
    }

    /** Returns the transpose, as a view on this matrix's memory. */
    Strided transposed() {
        return new Strided(segment, offset, cols, rows, right, down);
    }

    /** Returns the element in row i and column j, both counted from 0. */
    double get(int i, int j) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, offset + i * down + j * right);
    }

    /** Sets the element in row i and column j, both counted from 0. */
    void set(int i, int j, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, offset + i * down + j * right, value);
    }
}
