package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import java.util.List;
import java.util.Optional;

/**
 * The provider chosen, loaded.
 *
 * @param kernels   ready for use by any thread
 * @param reason    why this one, in one line
 * @param selection among the host's, where no provider was named
 * @param dropouts  who could not take part and why, each in one line
 */
public record BlasChoice(DenseKernels kernels, String reason, Optional<KernelSelection> selection, List<String> dropouts) {

    public BlasChoice {
        dropouts = List.copyOf(dropouts);
    }
}
