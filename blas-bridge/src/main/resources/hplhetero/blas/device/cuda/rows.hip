// The program that copies rows on a device of AMD: text that hipRTC compiles for the device at hand. The text is HIP C++, and C too.
#ifdef __cplusplus
extern "C" {
#endif

// rows(pairs, w): row y of the grid copies w doubles from the address pairs[2 y] to the address pairs[2 y + 1].
__global__ void __launch_bounds__(256) rows(double *const *pairs, unsigned w)
{
    const double *from = pairs[2 * blockIdx.y];
    double *to = pairs[2 * blockIdx.y + 1];
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < w; i += gridDim.x * blockDim.x) {
        to[i] = from[i];
    }
}

#ifdef __cplusplus
}
#endif
