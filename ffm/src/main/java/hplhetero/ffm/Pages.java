package hplhetero.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Memory straight from Linux, by mmap, madvise, mprotect and munmap of the C library. */
@SuppressWarnings("restricted") // this class maps memory
public final class Pages {
    /**
     * Whether this system is Linux, to which these calls and constants belong. Call no method but {@link #executable} where it is false.
     */
    public static final boolean SUPPORTED = System.getProperty("os.name").equals("Linux");
    /** Size of a page, in bytes. */
    public static final long BYTES = 4096;
    /** Size of a huge page, in bytes. */
    public static final long HUGE_BYTES = 2L << 20;

    private static final int PROT_READ_WRITE = 3;
    private static final int PROT_READ_EXECUTE = 5;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
    private static final int MADV_HUGEPAGE = 14;
    private static final long MAP_FAILED = -1;

    private Pages() {
    }

    /**
     * Returns zeroed memory, aligned to a huge page, and on huge pages if the system provides them. The memory is unmapped when the arena
     * is closed.
     *
     * @param arena arena that decides how long the memory lives
     * @param bytes length of the memory, in bytes
     * @throws OutOfMemoryError when the system refuses
     */
    public static MemorySegment map(Arena arena, long bytes) {
        long length = bytes + HUGE_BYTES;
        long start = mmap(length);
        if (start == MAP_FAILED) {
            throw new OutOfMemoryError("mmap refused " + bytes + " bytes");
        }
        long aligned = (start + HUGE_BYTES - 1) / HUGE_BYTES * HUGE_BYTES;
        // only advice: without huge pages the memory is merely slower
        call(() -> (int) Calls.MADVISE.invokeExact(aligned, bytes, MADV_HUGEPAGE));
        return MemorySegment.ofAddress(aligned).reinterpret(bytes, arena, segment -> unmap(start, length));
    }

    /**
     * Returns a page that holds machine code and stays for the life of the process. The page is never writable and executable at once. The
     * change to executable also makes processors with separate caches for instructions see the code.
     *
     * @param code machine code, at most {@link #BYTES} bytes
     * @return start of the page; empty where the system is not Linux or permits no such page
     * @throws IllegalArgumentException when the code is longer than a page
     */
    public static Optional<MemorySegment> executable(byte[] code) {
        if (code.length > BYTES) {
            throw new IllegalArgumentException("code=" + code.length + " bytes: must be at most " + BYTES);
        }
        long start = SUPPORTED ? mmap(BYTES) : MAP_FAILED;
        if (start == MAP_FAILED) {
            return Optional.empty();
        }
        MemorySegment page = MemorySegment.ofAddress(start).reinterpret(BYTES);
        MemorySegment.copy(code, 0, page, ValueLayout.JAVA_BYTE, 0, code.length);
        if (call(() -> (int) Calls.MPROTECT.invokeExact(start, BYTES, PROT_READ_EXECUTE)) != 0) {
            unmap(start, BYTES);
            return Optional.empty();
        }
        return Optional.of(page);
    }

    private static long mmap(long length) {
        return call(() -> (long) Calls.MMAP.invokeExact(0L, length, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L));
    }

    private static void unmap(long start, long length) {
        call(() -> (int) Calls.MUNMAP.invokeExact(start, length));
    }

    /** The handles of the C functions, looked up on first use, since other systems have no such functions. */
    private static final class Calls {
        // void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
        static final MethodHandle MMAP = function("mmap", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
        // int madvise(void *addr, size_t length, int advice)
        static final MethodHandle MADVISE = function("madvise", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT);
        // int mprotect(void *addr, size_t length, int prot)
        static final MethodHandle MPROTECT = function("mprotect", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT);
        // int munmap(void *addr, size_t length)
        static final MethodHandle MUNMAP = function("munmap", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

        private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
            return Downcall.to(NativeLibrary.system().find(name).orElseThrow(), result, arguments);
        }
    }

    private interface NativeCall<T> {
        T invoke() throws Throwable;
    }

    private static <T> T call(NativeCall<T> call) {
        try {
            return call.invoke();
        } catch (Throwable e) {
            throw new AssertionError("a function of the C library cannot throw", e);
        }
    }
}
