package hplhetero.blas.host.nativeblas;

import hplhetero.ffm.Downcall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** The functions that BLAS libraries offer beside CBLAS: setting the number of threads, and naming library and version. */
@SuppressWarnings("restricted") // this is the class that calls native code
final class LibraryControl {
    /**
     * The functions that set the number of threads, each {@code void f(int)}. All are called with a 64-bit 1: BLIS's function takes an int
     * of 64 bits, and the others read the low half.
     */
    private static final List<String> THREAD_SETTERS = List.of("openblas_set_num_threads", "MKL_Set_Num_Threads",
            "bli_thread_set_num_threads", "armpl_set_num_threads", "omp_set_num_threads");

    private final BlasLibrary library;

    LibraryControl(BlasLibrary library) {
        this.library = library;
    }

    /** Makes each call of the library run on the calling thread alone, because the callers have a thread on every core. */
    void useOneThread() {
        for (String setter : THREAD_SETTERS) {
            library.find(setter).ifPresent(function -> set(setter, function));
        }
    }

    /** Returns the name and version of the library in its own words, and its file. */
    String description() {
        return text("openblas_get_config").map(config -> config.strip() + core().map(core -> " core=" + core).orElse(""))
                .or(() -> text("bli_info_get_version_str").map(version -> "BLIS " + version))
                .or(this::mklVersion)
                .map(name -> name + ", " + library.file())
                .orElse("CBLAS of " + library.file());
    }

    /** Returns OpenBLAS's name of the core whose kernels it uses; empty for other libraries. */
    Optional<String> core() {
        return text("openblas_get_corename");
    }

    private static void set(String setter, MemorySegment function) {
        MethodHandle call = Downcall.toVoid(function, ValueLayout.JAVA_LONG);
        try {
            call.invokeExact(1L);
        } catch (Throwable e) {
            throw new AssertionError(setter, e);
        }
    }

    /** Calls {@code const char *f(void)}; empty where the library has no such function. */
    private Optional<String> text(String symbol) {
        return library.find(symbol).map(function -> {
            MethodHandle call = Downcall.to(function, ValueLayout.ADDRESS);
            try {
                return ((MemorySegment) call.invokeExact()).reinterpret(Long.MAX_VALUE).getString(0);
            } catch (Throwable e) {
                throw new AssertionError(symbol, e);
            }
        });
    }

    /** Calls {@code void mkl_get_version_string(char *buffer, int length)}; empty where the library has no such function. */
    private Optional<String> mklVersion() {
        return library.find("MKL_Get_Version_String").map(function -> {
            MethodHandle call = Downcall.toVoid(function, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment buffer = arena.allocate(200);
                call.invokeExact(buffer, 199);
                return buffer.getString(0).strip();
            } catch (Throwable e) {
                throw new AssertionError("MKL_Get_Version_String", e);
            }
        });
    }
}
