package hplhetero.blas.host.nativeblas;

import hplhetero.blas.KernelException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A shared library in this process; it is never unloaded, as its threads and handlers may live on.
 *
 * @param file    as it was asked for
 * @param symbols those of the library and of what it links to
 */
@SuppressWarnings("restricted") // this is the class that loads native code
record LoadedLibrary(Path file, SymbolLookup symbols) {

    /**
     * Loads a library by its path, or by its bare name where the system's loader knows it.
     *
     * @throws KernelException with the loader's own words
     */
    static LoadedLibrary open(Path file) {
        boolean bareName = file.getParent() == null && !Files.exists(file);
        String name = bareName ? file.toString() : file.toAbsolutePath().toString();
        if (!bareName && !Files.isRegularFile(file)) {
            throw new KernelException("BLAS library " + (Files.isDirectory(file) ? "is a folder" : "not found") + ", library=" + file
                    + ": name the library's file");
        }
        try {
            return new LoadedLibrary(file, SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException e) {
            throw new KernelException("BLAS library cannot be loaded, library=" + file + ": "
                    + DynamicLoader.reason(name).orElse(e.getMessage()), e);
        }
    }

    Optional<MemorySegment> find(String symbol) {
        return symbols.find(symbol);
    }

    /** The address of a function that must be there. */
    MemorySegment require(String symbol) {
        return find(symbol).orElseThrow(() -> new KernelException("BLAS library has no " + symbol + ", library="
                + file + ": name one with the CBLAS interface and 32-bit integers, such as libopenblas.so.0, "
                + "libblis.so, libmkl_rt.so or libarmpl.so"));
    }
}
