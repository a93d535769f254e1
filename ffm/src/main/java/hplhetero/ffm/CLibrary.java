package hplhetero.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The process as the C library sees it: its environment, which Java cannot change, and its user. Without such a call it is false. */
public final class CLibrary {

    private CLibrary() {
    }

    /** Whether this process runs as that user; {@code uid_t geteuid(void)}. */
    public static boolean isUser(int uid) {
        Optional<MemorySegment> function = NativeLibrary.system().find("geteuid");
        try {
            return function.isPresent() && (int) Downcall.to(function.get(), JAVA_INT).invokeExact() == uid;
        } catch (Throwable e) {
            throw new AssertionError("geteuid", e);
        }
    }

    /** {@code int unsetenv(const char *name)}. @return whether it worked */
    public static boolean unsetenv(String name) {
        Optional<MemorySegment> function = NativeLibrary.system().find("unsetenv");
        try (Arena arena = Arena.ofConfined()) {
            return function.isPresent()
                    && (int) Downcall.to(function.get(), JAVA_INT, ADDRESS).invokeExact(arena.allocateFrom(name)) == 0;
        } catch (Throwable e) {
            throw new AssertionError("unsetenv", e);
        }
    }

    /** {@code int setenv(const char *name, const char *value, int overwrite)}. @return whether it worked */
    public static boolean setenv(String name, String value) {
        Optional<MemorySegment> function = NativeLibrary.system().find("setenv");
        try (Arena arena = Arena.ofConfined()) {
            return function.isPresent() && (int) Downcall.to(function.get(), JAVA_INT, ADDRESS, ADDRESS, JAVA_INT)
                    .invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 1) == 0;
        } catch (Throwable e) {
            throw new AssertionError("setenv", e);
        }
    }
}
