/*
 * An emulator of the functions by which an MPI library tells whether it can send from the memory of GPUs, for tests:
 *
 *   cc -shared -fPIC -o libgpu_mpi.so gpu_mpi_emulator.c
 *
 * MPI_EMULATED_GPUS: the platforms, such as "cuda hip".
 */
#include <stdlib.h>
#include <string.h>

static int has(const char *platform) {
    const char *all = getenv("MPI_EMULATED_GPUS");
    return all && strstr(all, platform);
}

int MPIX_Query_cuda_support(void) {
    return has("cuda");
}

int MPIX_Query_hip_support(void) {
    return has("hip");
}
