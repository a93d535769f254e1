package hplhetero.run;

import hplhetero.blas.BlasOptions;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The library that a native provider is to take; common to the commands that load kernels. */
final class BlasOption {
    @Option(names = {"--blas-lib"}, paramLabel = "PATH",
            description = "A CBLAS library (OpenBLAS, BLIS, MKL, ...) for the native provider.")
    private Path library;

    BlasOptions options() {
        return BlasOptions.defaults().withLibrary(Optional.ofNullable(library));
    }

    boolean namesLibrary() {
        return library != null;
    }
}
