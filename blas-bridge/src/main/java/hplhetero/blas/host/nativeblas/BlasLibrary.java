package hplhetero.blas.host.nativeblas;

import hplhetero.blas.KernelException;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A BLAS library loaded into this process. It is never unloaded, because its threads and handlers may live on.
 *
 * @param file    the file or bare name by which the caller asked for the library
 * @param library the loaded library with its symbols
 */
record BlasLibrary(Path file, NativeLibrary library) {

    /**
     * Loads a library by its path, or by its bare name where the system's loader knows the name.
     *
     * @throws KernelException when the library cannot be loaded, with the loader's own words
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

    /** Returns the address of a function of the library; empty where it has no such function. */
    Optional<MemorySegment> find(String symbol) {
        return library.find(symbol);
    }

    /**
     * Returns the address of a function that the library must have.
     *
     * @throws KernelException when the library has no such function
     */
    MemorySegment require(String symbol) {
        return find(symbol).orElseThrow(() -> new KernelException("BLAS library has no " + symbol + ", library="
                + file + ": name one with the CBLAS interface and 32-bit integers, such as libopenblas.so.0, "
                + "libblis.so, libmkl_rt.so or libarmpl.so"));
    }
}
