package hplhetero.blas.host.nativeblas;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The system's loader, asked for what Java's lookup leaves out: why a library was refused. */
@SuppressWarnings("restricted") // this is the class that calls native code
final class DynamicLoader {
    private static final int RTLD_LAZY = 1;
    private static final Linker LINKER = Linker.nativeLinker();

    private DynamicLoader() {
    }

    /** The loader's text for a library that cannot be loaded, where the system has dlopen and dlerror. */
    static Optional<String> reason(String library) {
        Optional<MemorySegment> dlopen = LINKER.defaultLookup().find("dlopen");
        Optional<MemorySegment> dlerror = LINKER.defaultLookup().find("dlerror");
        if (dlopen.isEmpty() || dlerror.isEmpty()) {
            return Optional.empty();
        }
        // void *dlopen(const char *filename, int flags); char *dlerror(void)
        MethodHandle open = LINKER.downcallHandle(dlopen.get(),
                FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        MethodHandle error = LINKER.downcallHandle(dlerror.get(), FunctionDescriptor.of(ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = (MemorySegment) open.invokeExact(arena.allocateFrom(library), RTLD_LAZY);
            MemorySegment text = (MemorySegment) error.invokeExact();
            return handle.address() != 0 || text.address() == 0 ? Optional.empty()
                    : Optional.of(text.reinterpret(Long.MAX_VALUE).getString(0));
        } catch (Throwable e) {
            throw new AssertionError("dlopen", e);
        }
    }
}
