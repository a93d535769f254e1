/*
 * The product of a trailing update by cuBLAS called from C, to compare with hplhetero.bench.Gpu, which calls cuBLAS from Java: A := A - U^T
 * L2^T on the last rows and columns of a row-major matrix of order n. Reads lines "w m k", and answers each with the seconds of one
 * product, from its submission to its end.
 *
 *   nvcc -O2 -o gpu_dgemm gpu_dgemm.c -lcublas
 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(const char *what, int status) {
    if (status) {
        fprintf(stderr, "gpu_dgemm: %s=%d\n", what, status);
        exit(1);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static double *filled(size_t count) {
    size_t part = 1 << 20;
    double *device, *host = malloc(8 * part);
    for (size_t i = 0; i < part; i++) {
        host[i] = 1e-3 * (rand() / (double) RAND_MAX - 0.5);
    }
    check("cudaMalloc", cudaMalloc((void **) &device, 8 * count));
    for (size_t i = 0; i < count; i += part) {
        check("cudaMemcpy", cudaMemcpy(device + i, host, 8 * (count - i < part ? count - i : part), cudaMemcpyHostToDevice));
    }
    free(host);
    return device;
}

int main(int count, char **arguments) {
    int n = atoi(arguments[1]), most = atoi(arguments[2]), w, m, k;
    (void) count;
    double *a = filled((size_t) n * n), *u = filled((size_t) n * most), *l2 = filled((size_t) n * most);
    double one = 1, minus = -1;
    cublasHandle_t blas;
    cudaStream_t stream;
    check("cudaStreamCreate", cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    check("cublasCreate", cublasCreate(&blas));
    check("cublasSetStream", cublasSetStream(blas, stream));
    while (scanf("%d %d %d", &w, &m, &k) == 3) {
        double begin = 0;
        /* the first turn brings the device from the other process to this one */
        for (int turn = 0; turn < 2; turn++) {
            begin = seconds();
            check("cublasDgemm", cublasDgemm(blas, CUBLAS_OP_N, CUBLAS_OP_T, w, m, k, &minus, u, w, l2, m, &one,
                    a + (size_t) (n - m) * n + (n - w), n));
            while (cudaStreamQuery(stream) == cudaErrorNotReady) {
            }
        }
        check("cudaStreamSynchronize", cudaStreamSynchronize(stream));
        printf("%.9f\n", seconds() - begin);
        fflush(stdout);
    }
    return 0;
}
