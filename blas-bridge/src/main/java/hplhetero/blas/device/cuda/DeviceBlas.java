package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of a vendor's BLAS, with the C prototype above each call, by Nvidia's names. Matrices are column-major in the device's
 * memory, and leading dimensions count doubles. Any thread may call.
 */
final class DeviceBlas {
    private static final MethodHandle INT_OF_LONG = Downcall.of(JAVA_INT, JAVA_LONG);
    private static final MethodHandle INT_OF_2_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle GEMM = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG,
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle TRSM = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT,
            JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle GEAM = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);

    private final Vendor vendor;
    private final Vendor.Functions functions;
    private final Vendor.Codes codes;
    private final MemorySegment create;
    private final MemorySegment destroy;
    private final MemorySegment setStream;
    private final MemorySegment dgemm;
    private final MemorySegment dtrsm;
    private final MemorySegment dgeam;
    private final long one;
    private final long minusOne;
    private final long zero;

    DeviceBlas(VendorLibraries libraries) {
        vendor = libraries.vendor();
        functions = vendor.functions;
        codes = vendor.codes;
        create = libraries.function(libraries.blas(), functions.create());
        destroy = libraries.function(libraries.blas(), functions.destroy());
        setStream = libraries.function(libraries.blas(), functions.setStream());
        dgemm = libraries.function(libraries.blas(), functions.dgemm());
        dtrsm = libraries.function(libraries.blas(), functions.dtrsm());
        dgeam = libraries.function(libraries.blas(), functions.dgeam());
        MemorySegment factors = Arena.global().allocateFrom(JAVA_DOUBLE, 1, -1, 0);
        one = factors.address();
        minusOne = one + Double.BYTES;
        zero = minusOne + Double.BYTES;
    }

    private void call(String name, DeviceLibrary.Call function) {
        vendor.checkStatus(name, DeviceLibrary.status(function));
    }

    /** Creates a BLAS handle whose calls are submitted to a stream. */
    long create(long stream) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(JAVA_LONG);
            // cublasStatus_t cublasCreate_v2(cublasHandle_t *handle)
            call(functions.create(), () -> (int) INT_OF_LONG.invokeExact(create, handle.address()));
            long blas = handle.get(JAVA_LONG, 0);
            // cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId)
            call(functions.setStream(), () -> (int) INT_OF_2_LONGS.invokeExact(setStream, blas, stream));
            return blas;
        }
    }

    /** Gives a BLAS handle back that {@link #create} has created. Ignores the status. */
    void destroy(long blas) {
        // cublasStatus_t cublasDestroy_v2(cublasHandle_t handle)
        DeviceLibrary.status(() -> (int) INT_OF_LONG.invokeExact(destroy, blas));
    }

    /** Submits C := C - A B^T, where C is m x n, A m x k and B n x k. */
    void subtractProduct(long blas, int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        // cublasStatus_t cublasDgemm_v2(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
        //         const double *alpha, const double *A, int lda, const double *B, int ldb, const double *beta, double *C, int ldc)
        call(functions.dgemm(), () -> (int) GEMM.invokeExact(dgemm, blas, codes.none(), codes.transpose(), m, n, k, minusOne,
                a, lda, b, ldb, one, c, ldc));
    }

    /** Submits C := C - A B, where C is m x n, A m x k and B k x n. */
    void subtract(long blas, int m, int n, int k, long a, int lda, long b, int ldb, long c, int ldc) {
        // cublasDgemm_v2, as above
        call(functions.dgemm(), () -> (int) GEMM.invokeExact(dgemm, blas, codes.none(), codes.none(), m, n, k, minusOne,
                a, lda, b, ldb, one, c, ldc));
    }

    /** Submits B := A^-1 B, where A is m x m and unit lower triangular, and B is m x n. */
    void solveLeft(long blas, int m, int n, long a, int lda, long b, int ldb) {
        // cublasDtrsm_v2, as below
        call(functions.dtrsm(), () -> (int) TRSM.invokeExact(dtrsm, blas, codes.left(), codes.lower(), codes.none(),
                codes.unit(), m, n, one, a, lda, b, ldb));
    }

    /** Submits B := B A^-T, where A is n x n and unit lower triangular, and B is m x n. */
    void solve(long blas, int m, int n, long a, int lda, long b, int ldb) {
        // cublasStatus_t cublasDtrsm_v2(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,
        //         cublasDiagType_t diag, int m, int n, const double *alpha, const double *A, int lda, double *B, int ldb)
        call(functions.dtrsm(), () -> (int) TRSM.invokeExact(dtrsm, blas, codes.right(), codes.lower(),
                codes.transpose(), codes.unit(), m, n, one, a, lda, b, ldb));
    }

    /** Submits C := A^T, where C is m x n. */
    void transpose(long blas, int m, int n, long a, int lda, long c, int ldc) {
        // cublasStatus_t cublasDgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
        //         const double *alpha, const double *A, int lda, const double *beta, const double *B, int ldb, double *C, int ldc)
        call(functions.dgeam(), () -> (int) GEAM.invokeExact(dgeam, blas, codes.transpose(), codes.none(), m, n, one, a,
                lda, zero, c, ldc, c, ldc));
    }
}
