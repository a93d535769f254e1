package hplhetero.blas.host.nativeblas;

import hplhetero.blas.KernelException;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A BLAS in this process; it is never unloaded, as its threads and handlers may live on.
 *
 * @param file    as it was asked for
 * @param library with its symbols
 */
record BlasLibrary(Path file, NativeLibrary library) {

    /**
     * Loads a library by its path, or by its bare name where the system's loader knows it.
     *
     * @throws KernelException with the loader's own words
     */
    static BlasLibrary open(Path file) {
        String name;
        try {
            name = NativeLibrary.nameOf(file);
        } catch (NativeLibrary.Refused e) {
            throw new KernelException("BLAS library " + e.getMessage() + ", library=" + file + ": name the library's file", e);
        }
        try {
            return new BlasLibrary(file, NativeLibrary.open(name, Arena.global()));
        } catch (NativeLibrary.Refused e) {
            throw new KernelException("BLAS library cannot be loaded, library=" + file + ": " + e.getMessage(), e);
        }
    }

    Optional<MemorySegment> find(String symbol) {
        return library.find(symbol);
    }

    /** The address of a function that must be there. */
    MemorySegment require(String symbol) {
        return find(symbol).orElseThrow(() -> new KernelException("BLAS library has no " + symbol + ", library="
                + file + ": name one with the CBLAS interface and 32-bit integers, such as libopenblas.so.0, "
                + "libblis.so, libmkl_rt.so or libarmpl.so"));
    }
}
