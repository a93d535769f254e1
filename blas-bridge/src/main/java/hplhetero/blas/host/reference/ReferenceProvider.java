package hplhetero.blas.host.reference;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelProvider;
import java.nio.file.Path;
import java.util.Optional;

/** The provider {@code reference}: plain loops, which are slow and serve as the oracle of the tests. */
public final class ReferenceProvider implements KernelProvider {

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String summary() {
        return "plain loops in Java, slow: the tests compare others with them";
    }

    @Override
    public boolean contends() {
        return false;
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        return new ReferenceKernels();
    }
}
