package hplhetero.blas.device.cuda;

import hplhetero.blas.KernelException;
import java.util.List;

/**
 * The vendor whose GPU libraries are called. NVIDIA's and AMD's functions take the same arguments in the same order. They differ in their
 * names and in the numbers that stand for words such as "transpose".
 */
enum Vendor {
    /** NVIDIA, with the headers {@code <cuda_runtime_api.h>} and {@code <cublas_v2.h>}. */
    CUDA("CUDA", "cuda",
            new Files("libcudart.so", List.of("13", "12", "11.0"), "libcublas.so", List.of("13", "12", "11"), "CUDA_HOME",
                    List.of("/usr/local/cuda/lib64", "/opt/cuda/lib64")),
            new Functions("cublasCreate_v2", "cublasDestroy_v2", "cublasSetStream_v2", "cublasDgemm_v2", "cublasDtrsm_v2", "cublasDgeam",
                    List.of("cudaGetDeviceProperties_v2", "cudaGetDeviceProperties")),
            new Codes(0, 1, 0, 0),
            new Programs("cuModuleLoadData", "cuModuleGetFunction", "cuLaunchKernel", "cuLaunchCooperativeKernel", ".ptx")),
    /** AMD, with the headers {@code <hip/hip_runtime_api.h>} and {@code <rocblas/rocblas.h>}. */
    ROCM("ROCm", "hip",
            new Files("libamdhip64.so", List.of("7", "6", "5"), "librocblas.so", List.of("5", "4", "3"), "ROCM_PATH",
                    List.of("/opt/rocm/lib")),
            new Functions("rocblas_create_handle", "rocblas_destroy_handle", "rocblas_set_stream", "rocblas_dgemm", "rocblas_dtrsm",
                    "rocblas_dgeam", List.of("hipGetDevicePropertiesR0600", "hipGetDeviceProperties")),
            new Codes(111, 142, 122, 131),
            new Programs("hipModuleLoadData", "hipModuleGetFunction", "hipModuleLaunchKernel",
                    "hipModuleLaunchCooperativeKernel", ".hip"));

    /** The name of the vendor's platform, for people. */
    final String title;
    /** The prefix of the name of each function of the runtime. */
    final String prefix;
    final Files files;
    final Functions functions;
    final Codes codes;
    final Programs programs;

    Vendor(String title, String prefix, Files files, Functions functions, Codes codes, Programs programs) {
        this.title = title;
        this.prefix = prefix;
        this.files = files;
        this.functions = functions;
        this.codes = codes;
        this.programs = programs;
    }

    /** Throws a {@link KernelException} unless the status of a call of the BLAS or the driver says success. */
    void checkStatus(String what, int status) {
        if (status != 0) {
            throw new KernelException(title + " device failed, " + what + "=" + status
                    + ": see the system's log; leave the device out, or start again");
        }
    }

    /**
     * The names of a vendor's two libraries and the places where they may be installed.
     *
     * @param runtime         file name of the runtime, without a version
     * @param runtimeVersions versions of the runtime, newest first; the BLAS version with the same index belongs to it
     * @param blas            file name of the BLAS, without a version
     * @param blasVersions    versions of the BLAS, as many as there are of the runtime
     * @param home            environment variable that names the folder of the installation
     * @param folders         further folders in which the libraries may lie
     */
    record Files(String runtime, List<String> runtimeVersions, String blas, List<String> blasVersions, String home, List<String> folders) {
    }

    /**
     * The names of functions that do not follow from the prefix.
     *
     * @param properties names of the function that returns a device's properties, newest version first: the structure differs between
     *                   versions but begins with the device's name in all of them
     */
    record Functions(String create, String destroy, String setStream, String dgemm, String dtrsm, String dgeam, List<String> properties) {
    }

    /**
     * The numbers that stand for words in calls of the BLAS. The numbers for "transpose", "unit" and
     * "right" are one more than their opposites.
     *
     * @param none    the operation "do not transpose"
     * @param right   the side "right"
     * @param lower   the triangle "lower"
     * @param nonUnit the diagonal "non-unit"
     */
    record Codes(int none, int right, int lower, int nonUnit) {
        int transpose() {
            return none + 1;
        }

        int left() {
            return right - 1;
        }

        int unit() {
            return nonUnit + 1;
        }
    }

    /**
     * The names by which programs of ours are loaded and launched.
     *
     * @param loadModule     name of the function that loads programs
     * @param getFunction    name of the function that finds a program among those loaded
     * @param launch         name of the function that launches blocks which do not wait for each other
     * @param launchTogether name of the function that launches blocks which may wait for each other
     * @param ending         end of the names of the files in which the programs are
     */
    record Programs(String loadModule, String getFunction, String launch, String launchTogether, String ending) {
    }
}
