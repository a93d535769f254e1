package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import java.util.Optional;

/**
 * The provider chosen, loaded.
 *
 * @param kernels ready for use by any thread
 * @param reason  why this one, in one line
 * @param contest the contest it won, when it was chosen by one
 */
public record BlasChoice(DenseKernels kernels, String reason, Optional<KernelSelection> contest) {
}
