package hplhetero.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The process as the C library sees it: its user, its pages of memory, and its environment, which Java cannot change. Where the C library
 * lacks a function, the method that calls it returns false, or the usual number.
 */
public final class CLibrary {
    private static final int USUAL_PAGE_BYTES = 4096;

    private CLibrary() {
    }

    /** Returns whether this process runs as the user with this number, by {@code uid_t geteuid(void)}. */
    public static boolean isUser(int uid) {
        Optional<MemorySegment> function = NativeLibrary.system().find("geteuid");
        try {
            return function.isPresent() && (int) Downcall.to(function.get(), JAVA_INT).invokeExact() == uid;
        } catch (Throwable e) {
            throw new AssertionError("geteuid", e);
        }
    }

    /** Returns the bytes of a page of memory, by {@code int getpagesize(void)}; 4096 where the C library lacks the function. */
    public static int pageBytes() {
        Optional<MemorySegment> function = NativeLibrary.system().find("getpagesize");
        try {
            return function.isPresent() ? (int) Downcall.to(function.get(), JAVA_INT).invokeExact() : USUAL_PAGE_BYTES;
        } catch (Throwable e) {
            throw new AssertionError("getpagesize", e);
        }
    }

    /**
     * Removes a variable from the environment of the C library, by {@code int unsetenv(const char *name)}.
     *
     * @return whether the call worked
     */
    public static boolean unsetenv(String name) {
        Optional<MemorySegment> function = NativeLibrary.system().find("unsetenv");
        try (Arena arena = Arena.ofConfined()) {
            return function.isPresent()
                    && (int) Downcall.to(function.get(), JAVA_INT, ADDRESS).invokeExact(arena.allocateFrom(name)) == 0;
        } catch (Throwable e) {
            throw new AssertionError("unsetenv", e);
        }
    }

    /**
     * Sets a variable in the environment of the C library and replaces a value it has, by
     * {@code int setenv(const char *name, const char *value, int overwrite)}.
     *
     * @return whether the call worked
     */
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
