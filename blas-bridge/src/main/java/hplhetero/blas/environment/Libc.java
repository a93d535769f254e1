package hplhetero.blas.environment;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The C library's environment, which Java cannot change, and who runs this process. Where the platform lacks a call, it answers false. */
@SuppressWarnings("restricted") // this is the class that calls native code
public final class Libc {
    private static final Linker LINKER = Linker.nativeLinker();

    private Libc() {
    }

    /** Whether this process runs as that user; {@code uid_t geteuid(void)}. */
    public static boolean isUser(int uid) {
        Optional<MemorySegment> function = LINKER.defaultLookup().find("geteuid");
        if (function.isEmpty()) {
            return false;
        }
        MethodHandle call = LINKER.downcallHandle(function.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT));
        try {
            return (int) call.invokeExact() == uid;
        } catch (Throwable e) {
            throw new AssertionError("geteuid", e);
        }
    }

    /** {@code int unsetenv(const char *name)}. */
    static boolean unsetenv(String name) {
        Optional<MemorySegment> function = LINKER.defaultLookup().find("unsetenv");
        if (function.isEmpty()) {
            return false;
        }
        MethodHandle call = LINKER.downcallHandle(function.get(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            return (int) call.invokeExact(arena.allocateFrom(name)) == 0;
        } catch (Throwable e) {
            throw new AssertionError("unsetenv", e);
        }
    }

    /** {@code int setenv(const char *name, const char *value, int overwrite)}. */
    static boolean setenv(String name, String value) {
        Optional<MemorySegment> function = LINKER.defaultLookup().find("setenv");
        if (function.isEmpty()) {
            return false;
        }
        MethodHandle call = LINKER.downcallHandle(function.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            return (int) call.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 1) == 0;
        } catch (Throwable e) {
            throw new AssertionError("setenv", e);
        }
    }
}
