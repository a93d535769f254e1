package hplhetero.blas.device.cuda;

import java.util.List;

/** Whose libraries: the functions take the same arguments in the same order, but for the numbers of some words. */
enum Vendor {
    /** {@code <cuda_runtime_api.h>}, {@code <cublas_v2.h>}. */
    CUDA("CUDA", "cuda", "libcudart.so", "libcublas.so", List.of("13", "12", "11.0"), List.of("13", "12", "11"), "CUDA_HOME",
            List.of("/usr/local/cuda/lib64", "/opt/cuda/lib64"),
            "cublasCreate_v2", "cublasDestroy_v2", "cublasSetStream_v2", "cublasDgemm_v2", "cublasDtrsm_v2", "cublasDgeam", 0, 1, 0, 0,
            List.of("cudaGetDeviceProperties_v2", "cudaGetDeviceProperties")),
    /** {@code <hip/hip_runtime_api.h>}, {@code <rocblas/rocblas.h>}. */
    ROCM("ROCm", "hip", "libamdhip64.so", "librocblas.so", List.of("7", "6", "5"), List.of("5", "4", "3"), "ROCM_PATH",
            List.of("/opt/rocm/lib"),
            "rocblas_create_handle", "rocblas_destroy_handle", "rocblas_set_stream", "rocblas_dgemm", "rocblas_dtrsm", "rocblas_dgeam",
            111, 142, 122, 131,
            List.of("hipGetDevicePropertiesR0600", "hipGetDeviceProperties"));

    /** For people. */
    final String title;
    /** Before each function of the runtime. */
    final String prefix;
    final String runtime;
    final String blas;
    /** Of the runtime and of the BLAS, in pairs, newest first. */
    final List<String> runtimeVersions;
    final List<String> blasVersions;
    /** Variable that names the folder they are installed in. */
    final String home;
    final List<String> folders;
    final String create;
    final String destroy;
    final String setStream;
    final String dgemm;
    final String dtrsm;
    final String dgeam;
    /** Operation "none"; "transpose" is the next number. */
    final int none;
    final int right;
    final int lower;
    /** Diagonal "non-unit"; "unit" is the next number. */
    final int nonUnit;
    /** The structure differs from version to version; its first member is the name. */
    final List<String> properties;

    Vendor(String title, String prefix, String runtime, String blas, List<String> runtimeVersions, List<String> blasVersions, String home,
            List<String> folders, String create, String destroy, String setStream, String dgemm, String dtrsm, String dgeam, int none,
            int right, int lower, int nonUnit, List<String> properties) {
        this.title = title;
        this.prefix = prefix;
        this.runtime = runtime;
        this.blas = blas;
        this.runtimeVersions = runtimeVersions;
        this.blasVersions = blasVersions;
        this.home = home;
        this.folders = folders;
        this.create = create;
        this.destroy = destroy;
        this.setStream = setStream;
        this.dgemm = dgemm;
        this.dtrsm = dtrsm;
        this.dgeam = dgeam;
        this.none = none;
        this.right = right;
        this.lower = lower;
        this.nonUnit = nonUnit;
        this.properties = properties;
    }
}
