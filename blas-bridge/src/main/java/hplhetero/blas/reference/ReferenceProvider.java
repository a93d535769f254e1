package hplhetero.blas.reference;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;

import java.nio.file.Path;
import java.util.Optional;

/** The provider {@code reference}; it takes no library file. */
public final class ReferenceProvider implements KernelProvider {

    @Override
    public String name() {
        return "reference";
    }

    @Override
    public String summary() {
        return "plain loops in Java, slow: the oracle of the tests";
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        if (library.isPresent()) {
            throw new KernelException("BLAS provider reference takes no library, library=" + library.get()
                    + ": leave it out, or choose the provider native");
        }
        return new ReferenceKernels();
    }
}
