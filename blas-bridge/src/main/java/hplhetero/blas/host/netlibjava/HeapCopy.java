package hplhetero.blas.host.netlibjava;

import hplhetero.blas.KernelException;
import hplhetero.blas.MatrixRef;
import hplhetero.blas.VectorRef;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A {@code double[]} that holds a copy of an operand without gaps: a matrix with ld = rows, or a vector with increment 1. The array grows
 * and is used again. Owner: one thread.
 */
final class HeapCopy {
    /** The length of the longest array that Java VMs allocate. */
    static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private double[] data = new double[0];

    /** Copies the elements of a matrix into the array and returns the array. */
    double[] load(MatrixRef a) {
        double[] copy = room((long) a.rows() * a.cols());
        for (int j = 0; j < a.cols(); j++) {
            long from = a.offset() + (long) j * a.ld();
            MemorySegment.copy(a.segment(), ValueLayout.JAVA_DOUBLE, from * Double.BYTES, copy, j * a.rows(), a.rows());
        }
        return copy;
    }

    /** Copies the elements of a vector into the array and returns the array. */
    double[] load(VectorRef x) {
        double[] copy = room(x.n());
        for (int i = 0; i < x.n(); i++) {
            copy[i] = x.get(i);
        }
        return copy;
    }

    /** Copies the elements of the array back into a matrix. */
    void store(MatrixRef a) {
        for (int j = 0; j < a.cols(); j++) {
            long to = a.offset() + (long) j * a.ld();
            MemorySegment.copy(data, j * a.rows(), a.segment(), ValueLayout.JAVA_DOUBLE, to * Double.BYTES, a.rows());
        }
    }

    /** Copies the elements of the array back into a vector. */
    void store(VectorRef x) {
        for (int i = 0; i < x.n(); i++) {
            x.set(i, data[i]);
        }
    }

    /** Returns the array, enlarged to at least {@code length} elements; its old content is lost. */
    private double[] room(long length) {
        if (length > MAX_LENGTH) {
            throw new KernelException("netlib-java takes operands of up to " + MAX_LENGTH + " elements, elements="
                    + length + ": choose another provider");
        }
        if (data.length < length) {
            data = new double[(int) length];
        }
        return data;
    }
}
