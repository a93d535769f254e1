package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The system's loader. Java's own lookup keeps symbols local, but plug-ins of Open MPI look for those of libmpi among
 * the global ones.
 */
@SuppressWarnings("restricted") // this is a class that calls native code
final class DynamicLoader {
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_NOW = 2;
    private static final int RTLD_GLOBAL = 0x100;

    private static final MethodHandle DLOPEN = function("dlopen", JAVA_LONG, ADDRESS, JAVA_INT);
    private static final MethodHandle DLSYM = function("dlsym", JAVA_LONG, JAVA_LONG, ADDRESS);
    private static final MethodHandle DLCLOSE = function("dlclose", JAVA_INT, JAVA_LONG);
    private static final MethodHandle DLERROR = function("dlerror", JAVA_LONG);
    private static final MethodHandle DLADDR = function("dladdr", JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle SETENV = function("setenv", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    /** Of Dl_info, whose first member is {@code const char *dli_fname}. */
    private static final long DL_INFO_BYTES = 32;

    private DynamicLoader() {
    }

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /** Loads a library by path or soname, its symbols hidden from others; 0 where it cannot be, {@link #error} says why. */
    static long openLocally(String library) {
        return open(library, RTLD_LAZY);
    }

    /** Loads a library by path or soname or takes one that is loaded, its symbols visible to all; 0 where it cannot be. */
    static long openGlobally(String library) {
        return open(library, RTLD_NOW | RTLD_GLOBAL);
    }

    /** void *dlopen(const char *filename, int flags). */
    private static long open(String library, int flags) {
        try (Arena arena = Arena.ofConfined()) {
            return (long) DLOPEN.invokeExact(arena.allocateFrom(library), flags);
        } catch (Throwable e) {
            throw new AssertionError("dlopen", e);
        }
    }

    /** int dlclose(void *handle). */
    static void close(long handle) {
        try {
            int ignored = (int) DLCLOSE.invokeExact(handle);
        } catch (Throwable e) {
            throw new AssertionError("dlclose", e);
        }
    }

    /** char *dlerror(void). */
    static String error() {
        try {
            long text = (long) DLERROR.invokeExact();
            return text == 0 ? "no reason given" : string(text);
        } catch (Throwable e) {
            throw new AssertionError("dlerror", e);
        }
    }

    /** void *dlsym(void *handle, const char *symbol). */
    static Optional<MemorySegment> symbol(long handle, String name) {
        try (Arena arena = Arena.ofConfined()) {
            long address = (long) DLSYM.invokeExact(handle, arena.allocateFrom(name));
            return address == 0 ? Optional.empty() : Optional.of(MemorySegment.ofAddress(address));
        } catch (Throwable e) {
            throw new AssertionError("dlsym", e);
        }
    }

    /** The file from which a symbol was loaded: int dladdr(const void *addr, Dl_info *info). */
    static Optional<String> fileOf(MemorySegment symbol) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(DL_INFO_BYTES, Long.BYTES);
            int found = (int) DLADDR.invokeExact(symbol.address(), info);
            return found == 0 ? Optional.empty() : Optional.of(string(info.get(JAVA_LONG, 0)));
        } catch (Throwable e) {
            throw new AssertionError("dladdr", e);
        }
    }

    /** int setenv(const char *name, const char *value, int overwrite). */
    static void setenv(String name, String value) {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) SETENV.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 1);
        } catch (Throwable e) {
            throw new AssertionError("setenv", e);
        }
    }

    private static String string(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
    }
}
