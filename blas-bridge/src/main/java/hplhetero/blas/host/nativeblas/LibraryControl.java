package hplhetero.blas.host.nativeblas;

import hplhetero.ffm.Downcall;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** What each library offers beside CBLAS: its number of threads, and who it is. */
@SuppressWarnings("restricted") // this is the class that calls native code
final class LibraryControl {
    /** Each is {@code void f(int)}; the bli function takes an int of 64 bits, which a small positive one is. */
    private static final List<String> THREAD_SETTERS = List.of("openblas_set_num_threads", "MKL_Set_Num_Threads",
            "bli_thread_set_num_threads", "armpl_set_num_threads", "omp_set_num_threads");

    private final BlasLibrary library;

    LibraryControl(BlasLibrary library) {
        this.library = library;
    }

    /** Each call on the calling thread alone; the callers have a thread on every core. */
    void useOneThread() {
        for (String setter : THREAD_SETTERS) {
            library.find(setter).ifPresent(function -> set(setter, function));
        }
    }

    /** Name and version in the library's own words, and its file. */
    String description() {
        return text("openblas_get_config").map(config -> config.strip() + core().map(core -> " core=" + core).orElse(""))
                .or(() -> text("bli_info_get_version_str").map(version -> "BLIS " + version))
                .or(this::mklVersion)
                .map(name -> name + ", " + library.file())
                .orElse("CBLAS of " + library.file());
    }

    /** OpenBLAS's name of the core whose kernels it takes. */
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

    /** {@code const char *f(void)}. */
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

    /** {@code void mkl_get_version_string(char *buffer, int length)}. */
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
