package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import java.util.Optional;

/**
 * The provider chosen, loaded.
 *
 * @param kernels   ready for use by any thread
 * @param reason    why this one, in one line
 * @param selection of which it is the fastest, where no provider was named
 */
public record BlasChoice(DenseKernels kernels, String reason, Optional<KernelSelection> selection) {
}
