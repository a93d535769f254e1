package hplhetero.blas.host.nativeblas;

import hplhetero.ffm.Downcall;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The CBLAS functions of one library with 32-bit integers, for column-major matrices.
 *
 * <p>Matrices are passed as {@code long} addresses, not as segments. A pointer and a 64-bit integer travel in the same register on every
 * 64-bit platform, and a segment of a shared arena would cost two contended atomic updates a call. The caller keeps the memory alive. The
 * method handles do not name a library, so that they are constants for the compiler; the function's address is their first argument.
 */
final class Cblas {
    // constants of <cblas.h>
    static final int NO_TRANS = 111;
    static final int TRANS = 112;
    static final int UPPER = 121;
    static final int LOWER = 122;
    static final int NON_UNIT = 131;
    static final int UNIT = 132;
    static final int LEFT = 141;
    static final int RIGHT = 142;
    private static final int COL_MAJOR = 102;
    private static final ValueLayout.OfInt I = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfDouble D = ValueLayout.JAVA_DOUBLE;
    private static final ValueLayout.OfLong P = ValueLayout.JAVA_LONG;

    private static final MethodHandle DGEMM = Downcall.ofVoid(I, I, I, I, I, I, D, P, I, P, I, D, P, I);
    private static final MethodHandle DTRSM = Downcall.ofVoid(I, I, I, I, I, I, I, D, P, I, P, I);
    private static final MethodHandle DGEMV = Downcall.ofVoid(I, I, I, I, D, P, I, P, I, D, P, I);
    private static final MethodHandle DTRSV = Downcall.ofVoid(I, I, I, I, I, P, I, P, I);
    private static final MethodHandle DGER = Downcall.ofVoid(I, I, I, D, P, I, P, I, P, I);
    private static final MethodHandle DSCAL = Downcall.ofVoid(I, D, P, I);
    // CBLAS_INDEX is int or size_t, depending on the library; the low half is the index either way
    private static final MethodHandle IDAMAX = Downcall.of(I, I, P, I);

    private final MemorySegment dgemm;
    private final MemorySegment dtrsm;
    private final MemorySegment dgemv;
    private final MemorySegment dtrsv;
    private final MemorySegment dger;
    private final MemorySegment dscal;
    private final MemorySegment idamax;

    private Cblas(BlasLibrary library) {
        dgemm = library.require("cblas_dgemm");
        dtrsm = library.require("cblas_dtrsm");
        dgemv = library.require("cblas_dgemv");
        dtrsv = library.require("cblas_dtrsv");
        dger = library.require("cblas_dger");
        dscal = library.require("cblas_dscal");
        idamax = library.require("cblas_idamax");
    }

    /**
     * Looks the functions up in a library.
     *
     * @throws hplhetero.blas.KernelException when the library lacks a function: the message names the function
     */
    static Cblas of(BlasLibrary library) {
        return new Cblas(library);
    }

    /** Calls void cblas_dgemm(layout, transA, transB, m, n, k, alpha, *a, lda, *b, ldb, beta, *c, ldc). */
    void dgemm(int transA, int transB, int m, int n, int k, double alpha, long a, int lda, long b, int ldb,
            double beta, long c, int ldc) {
        try {
            DGEMM.invokeExact(dgemm, COL_MAJOR, transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dgemm", e);
        }
    }

    /** Calls void cblas_dtrsm(layout, side, uplo, transA, diag, m, n, alpha, *a, lda, *b, ldb). */
    void dtrsm(int side, int uplo, int transA, int diag, int m, int n, double alpha, long a, int lda, long b, int ldb) {
        try {
            DTRSM.invokeExact(dtrsm, COL_MAJOR, side, uplo, transA, diag, m, n, alpha, a, lda, b, ldb);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dtrsm", e);
        }
    }

    /** Calls void cblas_dgemv(layout, transA, m, n, alpha, *a, lda, *x, incx, beta, *y, incy). */
    void dgemv(int transA, int m, int n, double alpha, long a, int lda, long x, int incx, double beta, long y, int incy) {
        try {
            DGEMV.invokeExact(dgemv, COL_MAJOR, transA, m, n, alpha, a, lda, x, incx, beta, y, incy);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dgemv", e);
        }
    }

    /** Calls void cblas_dtrsv(layout, uplo, transA, diag, n, *a, lda, *x, incx). */
    void dtrsv(int uplo, int transA, int diag, int n, long a, int lda, long x, int incx) {
        try {
            DTRSV.invokeExact(dtrsv, COL_MAJOR, uplo, transA, diag, n, a, lda, x, incx);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dtrsv", e);
        }
    }

    /** Calls void cblas_dger(layout, m, n, alpha, *x, incx, *y, incy, *a, lda). */
    void dger(int m, int n, double alpha, long x, int incx, long y, int incy, long a, int lda) {
        try {
            DGER.invokeExact(dger, COL_MAJOR, m, n, alpha, x, incx, y, incy, a, lda);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dger", e);
        }
    }

    /** Calls void cblas_dscal(n, alpha, *x, incx). */
    void dscal(int n, double alpha, long x, int incx) {
        try {
            DSCAL.invokeExact(dscal, n, alpha, x, incx);
        } catch (Throwable e) {
            throw new AssertionError("cblas_dscal", e);
        }
    }

    /** Calls CBLAS_INDEX cblas_idamax(n, *x, incx), whose result counts from 0. */
    int idamax(int n, long x, int incx) {
        try {
            return (int) IDAMAX.invokeExact(idamax, n, x, incx);
        } catch (Throwable e) {
            throw new AssertionError("cblas_idamax", e);
        }
    }
}
