package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import java.util.List;
import java.util.Optional;

/**
 * The chosen provider, loaded.
 *
 * @param kernels   the kernels, ready for use by any thread
 * @param reason    why this provider was chosen, in one line
 * @param selection the selection among the host's providers, where the user named none
 * @param dropouts  the providers that could not take part and why, one line each
 */
public record BlasChoice(DenseKernels kernels, String reason, Optional<KernelSelection> selection, List<String> dropouts) {

    public BlasChoice {
        dropouts = List.copyOf(dropouts);
    }
}
