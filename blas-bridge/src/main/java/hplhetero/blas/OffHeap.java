package hplhetero.blas;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Memory for matrices: off-heap, zeroed, aligned, on huge pages where the system gives them on request. */
@SuppressWarnings("restricted") // this is the class that maps memory and moves rows by address
public final class OffHeap {
    private static final long HUGE_PAGE = 2L << 20;
    private static final long PAGE = 4096;
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private OffHeap() {
    }

    /** Copies {@code bytes} from one address to another; the ranges do not overlap. For loops that move many rows. */
    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    /**
     * Takes {@code bytes} from the arena. Large pieces are aligned to a huge page and zeroed page by page as they
     * are first touched, so that threads that fill a matrix share that work; work space is best filled once
     * before the clock starts.
     *
     * @throws OutOfMemoryError when the system refuses
     */
    public static MemorySegment allocate(Arena arena, long bytes) {
        if (!LINUX || bytes < 4 * HUGE_PAGE) {
            return arena.allocate(Math.max(64, bytes), PAGE);
        }
        return Pages.map(arena, bytes);
    }

    /** TO := FROM^T. Reads and writes whole cache lines of eight rows at a time. */
    public static void transpose(MatrixRef from, MatrixRef to) {
        if (from.rows() != to.cols() || from.cols() != to.rows()) {
            throw new IllegalArgumentException("from=" + from.rows() + "x" + from.cols() + " to=" + to.rows() + "x" + to.cols()
                    + ": one must have the other's rows as columns");
        }
        long step = 8L * from.ld();
        int j = 0;
        for (; j + 8 <= from.cols(); j += 8) {
            long source = from.address() + j * step;
            long target = to.address() + 8L * j;
            for (int i = 0; i < from.rows(); i++, source += 8, target += 8L * to.ld()) {
                for (int s = 0; s < 8; s++) {
                    ALL.set(DOUBLE, target + 8L * s, ALL.get(DOUBLE, source + s * step));
                }
            }
        }
        for (; j < from.cols(); j++) {
            for (int i = 0; i < from.rows(); i++) {
                to.set(j, i, from.get(i, j));
            }
        }
    }

    /** mmap, madvise and munmap of the C library. */
    private static final class Pages {
        private static final int PROT_READ_WRITE = 3;
        private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
        private static final int MADV_HUGEPAGE = 14;
        private static final long MAP_FAILED = -1;

        // void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)
        private static final MethodHandle MMAP = function("mmap", ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
        // int madvise(void *addr, size_t length, int advice)
        private static final MethodHandle MADVISE = function("madvise", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
        // int munmap(void *addr, size_t length)
        private static final MethodHandle MUNMAP = function("munmap", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);

        private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments));
        }

        static MemorySegment map(Arena arena, long bytes) {
            long length = bytes + HUGE_PAGE;
            long start = call(() -> (long) MMAP.invokeExact(0L, length, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L));
            if (start == MAP_FAILED) {
                throw new OutOfMemoryError("mmap refused " + bytes + " bytes");
            }
            long aligned = (start + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
            // advice only: without huge pages it is merely slower
            call(() -> (int) MADVISE.invokeExact(aligned, bytes, MADV_HUGEPAGE));
            return MemorySegment.ofAddress(aligned).reinterpret(bytes, arena,
                    segment -> call(() -> (int) MUNMAP.invokeExact(start, length)));
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
}
