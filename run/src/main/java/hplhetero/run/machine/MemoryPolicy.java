package hplhetero.run.machine;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.SortedSet;

/**
 * The memory nodes on which Linux places a thread's pages (set_mempolicy). Elsewhere, and where the system refuses, as in many containers,
 * a page lies on the node of the thread that touches it first.
 */
public final class MemoryPolicy {
    private static final int MPOL_INTERLEAVE = 3;
    private static final long SET_MEMPOLICY_X86_64 = 238;
    private static final long SET_MEMPOLICY_ARM64 = 237;

    private MemoryPolicy() {
    }

    /**
     * Places the pages that the calling thread, and the threads it will start, touch first from now on, on these memory nodes in turn. A
     * matrix whose columns any worker may update is then equally near to all workers.
     *
     * @param nodes numbers of the memory nodes (NUMA nodes) as Linux counts them, from 0
     * @return whether it worked; false also where there are no nodes, on other systems than Linux, and where the system refuses
     */
    @SuppressWarnings("restricted") // calls native code
    public static boolean interleave(SortedSet<Integer> nodes) {
        MethodHandle call = NativeLibrary.system().find("syscall").map(function -> Downcall.to(function, JAVA_LONG, JAVA_LONG, JAVA_INT,
                ADDRESS, JAVA_LONG)).orElse(null);
        long number = switch (System.getProperty("os.arch")) {
            case "amd64" -> SET_MEMPOLICY_X86_64;
            case "aarch64" -> SET_MEMPOLICY_ARM64;
            default -> -1;
        };
        if (call == null || number < 0 || nodes.isEmpty() || !System.getProperty("os.name").equals("Linux")) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(nodes.last() / Long.SIZE * 8L + 8, 8);
            for (int node : nodes) {
                long word = node / Long.SIZE * 8L;
                mask.set(JAVA_LONG, word, mask.get(JAVA_LONG, word) | 1L << node);
            }
            // the kernel reads one bit less than it is told
            return (long) call.invokeExact(number, MPOL_INTERLEAVE, mask, mask.byteSize() * 8 + 1) == 0;
        } catch (Throwable impossible) {
            throw new IllegalStateException("set_mempolicy", impossible);
        }
    }
}
