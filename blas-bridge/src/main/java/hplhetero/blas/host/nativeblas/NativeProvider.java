package hplhetero.blas.host.nativeblas;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.environment.CacheFolder;
import hplhetero.blas.environment.EnvironmentGuard;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The provider {@code native}: the library that a user named (OpenBLAS, BLIS, MKL's libmkl_rt, ArmPL, SSL2, or any other with 32-bit
 * CBLAS), or else the bundled OpenBLAS.
 */
public final class NativeProvider implements KernelProvider {

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String summary() {
        return "a C library with the CBLAS interface: the bundled OpenBLAS, or the one you name";
    }

    @Override
    public boolean takesLibrary() {
        return true;
    }

    @Override
    public DenseKernels load(Optional<Path> library) {
        List<String> notes = new ArrayList<>(EnvironmentGuard.clear());
        BundledOpenBlas.Loaded opened = library.map(file -> new BundledOpenBlas.Loaded(BlasLibrary.open(file), Optional.empty()))
                .orElseGet(() -> BundledOpenBlas.ofThisMachine().load(CacheFolder.ofUser()));
        opened.note().ifPresent(notes::add);
        BlasLibrary loaded = opened.library();
        Cblas cblas = Cblas.of(loaded);
        LibraryControl control = new LibraryControl(loaded);
        control.useOneThread();
        // inner functions only of the bundled OpenBLAS, because those of another version may differ without notice
        Optional<OpenBlasKernel> kernel = library.isEmpty() ? control.core().flatMap(core -> OpenBlasKernel.of(loaded, core)) : Optional
                .empty();
        return new NativeKernels(cblas, kernel, control.description(), List.copyOf(notes));
    }
}
