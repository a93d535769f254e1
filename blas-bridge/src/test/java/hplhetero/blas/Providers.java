package hplhetero.blas;

import hplhetero.blas.host.netlibjava.JavaOnlyNetlib;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

/** The kernels under the contract: those of every registered provider. */
final class Providers {

    private Providers() {
    }

    /** Those of devices on the tests' ones, where there is what these need. */
    static Stream<Named<DenseKernels>> all() {
        Stream<Named<DenseKernels>> registered = Blas.providers().stream()
                .filter(p -> !p.takesDevice() || Devices.component(p.name()).isThere())
                .map(p -> Named.of(p.name(), p.takesDevice() ? Devices.kernels(p.name()) : p.load(Optional.empty())));
        return Stream.concat(registered, Stream.of(Named.of("netlib without libblas", JavaOnlyNetlib.kernels())));
    }

    /** And two whose panel updates are carried out some time after they were submitted. */
    static Stream<Named<DenseKernels>> andAsynchronous() {
        return Stream.concat(all(), Stream.of("vector", "native").map(name -> Named.of(name + ", asynchronous",
                new AsynchronousKernels(Blas.select(name, BlasOptions.defaults()).kernels()).kernels())));
    }

    static Stream<Named<DenseKernels>> reproducible() {
        return all().filter(kernels -> kernels.getPayload().reproducible());
    }

    static DenseKernels oracle() {
        return Blas.select("reference", BlasOptions.defaults()).kernels();
    }
}
