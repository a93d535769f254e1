package hplhetero.bench.peer;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A program that times one dgetrf of OpenBLAS. The arguments are the folder of the library and N; the program prints GFLOPS. */
final class DgetrfMain {
    private static final int WARM_UP_ORDER = 400;
    /**
     * The size of the thread's stack, in bytes. OpenBLAS keeps its threads' job tables there, half a megabyte at each level of its
     * recursion.
     */
    private static final long STACK_BYTES = 256L << 20;

    private DgetrfMain() {
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(null, () -> measure(Path.of(args[0]), Integer.parseInt(args[1])), "dgetrf", STACK_BYTES);
        thread.start();
        thread.join();
    }

    private static void measure(Path folder, int n) {
        MethodHandle dgetrf = load(folder);
        seconds(dgetrf, WARM_UP_ORDER);
        System.out.println(2.0 / 3.0 * n * n * (double) n / 1e9 / seconds(dgetrf, n));
    }

    /** Looks up {@code void dgetrf_(const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info)}. */
    @SuppressWarnings("restricted") // native code is loaded here
    private static MethodHandle load(Path folder) {
        SymbolLookup last = null;
        for (Path library : BundledOpenBlas.libraries(folder)) {
            last = SymbolLookup.libraryLookup(library, Arena.global());
        }
        return Linker.nativeLinker().downcallHandle(last.find("dgetrf_").orElseThrow(),
                FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    }

    private static double seconds(MethodHandle dgetrf, int n) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment order = arena.allocateFrom(ValueLayout.JAVA_INT, n);
            MemorySegment info = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment pivots = arena.allocate(ValueLayout.JAVA_INT, n);
            MemorySegment a = random(arena, (long) n * n);
            long start = System.nanoTime();
            invoke(dgetrf, order, a, pivots, info);
            long end = System.nanoTime();
            if (info.get(ValueLayout.JAVA_INT, 0) != 0) {
                throw new IllegalStateException("dgetrf_ gave info=" + info.get(ValueLayout.JAVA_INT, 0));
            }
            return (end - start) / 1e9;
        }
    }

    private static void invoke(MethodHandle dgetrf, MemorySegment order, MemorySegment a, MemorySegment pivots,
                               MemorySegment info) {
        try {
            dgetrf.invokeExact(order, order, a, order, pivots, info);
        } catch (Throwable impossible) {
            throw new IllegalStateException("dgetrf_ cannot throw", impossible);
        }
    }

    private static MemorySegment random(Arena arena, long count) {
        MemorySegment a = arena.allocate(ValueLayout.JAVA_DOUBLE, count);
        SplittableRandom random = new SplittableRandom(1);
        for (long i = 0; i < count; i++) {
            a.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextDouble() - 0.5);
        }
        return a;
    }
}
