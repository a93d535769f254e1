package hplhetero.run.machine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;

/** Binds threads to cores on Linux (sched_setaffinity). Elsewhere it does nothing and returns false. */
public final class Affinity {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int LEAST_MASK_BYTES = 128;
    /** Thread id that stands for the calling thread. */
    private static final int SELF = 0;

    private Affinity() {
    }

    /**
     * Binds the calling thread, and the threads it will start, to some cores: to all hardware threads of each core that is named.
     *
     * @param cpus Linux's numbers of hardware threads, from 0, at least one of each core to bind to
     * @return whether it worked; false where the system is not Linux, {@code cpus} is empty, or the system refused
     */
    public static boolean bindThread(Collection<Integer> cpus) {
        return Files.isDirectory(THREADS) && set(SELF, Cores.here().withSiblings(cpus));
    }

    /**
     * Binds all threads of this process, and the threads they will start, to some cores: to all hardware threads of each core that is
     * named.
     *
     * @param cpus Linux's numbers of hardware threads, from 0, at least one of each core to bind to
     * @return whether it worked; false where the system is not Linux, {@code cpus} is empty, or the system refused
     */
    public static boolean bindProcess(Collection<Integer> cpus) {
        Set<Integer> all = Cores.here().withSiblings(cpus);
        boolean bound = bindThread(cpus);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                // fails where the thread has ended meanwhile, which does not matter
                set(Integer.parseInt(thread.getFileName().toString()), all);
            }
        } catch (IOException notLinux) {
            return false;
        }
        return bound;
    }

    /** Calls int sched_setaffinity(pid_t pid, size_t cpusetsize, const cpu_set_t *mask) and returns whether it succeeded. */
    @SuppressWarnings("restricted") // calls native code
    private static boolean set(int thread, Set<Integer> cpus) {
        MethodHandle call = NativeLibrary.system().find("sched_setaffinity")
                .map(function -> Downcall.to(function, JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS)).orElse(null);
        if (call == null || cpus.isEmpty()) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            int last = cpus.stream().max(Integer::compare).orElseThrow();
            MemorySegment mask = arena.allocate(Math.max(LEAST_MASK_BYTES, last / 64 * 8 + 8), 8);
            for (int cpu : cpus) {
                mask.set(JAVA_BYTE, cpu / 8, (byte) (mask.get(JAVA_BYTE, cpu / 8) | 1 << cpu % 8));
            }
            return (int) call.invokeExact(thread, mask.byteSize(), mask) == 0;
        } catch (Throwable impossible) {
            throw new IllegalStateException("sched_setaffinity", impossible);
        }
    }
}
