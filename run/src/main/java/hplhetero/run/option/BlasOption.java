package hplhetero.run.option;

import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The library that a native provider is to take; common to the commands that load kernels. */
@Heading(Topic.KERNELS)
public final class BlasOption {
    @Option(names = {"--blas-lib"}, paramLabel = "PATH",
            description = "A CBLAS library (OpenBLAS, BLIS, MKL, ...) for the native provider.")
    private Path library;

    public BlasOptions options() {
        return BlasOptions.defaults().withLibrary(Optional.ofNullable(library));
    }

    /** The same for another process of this program. */
    public List<String> arguments() {
        return library == null ? List.of() : List.of("--blas-lib", library.toString());
    }

    /** The provider to take when {@code asked} for this one: a library that was named is not to be passed over. */
    String provider(String asked) {
        return asked.equals(Blas.AUTO) && library != null ? "native" : asked;
    }
}
