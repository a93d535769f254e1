package hplhetero.comm.transport.llc.shm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The memory of other processes of this host and user, read by {@code process_vm_readv} of Linux: one copy, no file. The kernel decides who
 * may read (ptrace); reading one word of each process finds out. Owner: the rank's thread.
 */
final class PeerMemory {
    /** The errno that tells that the process has died. */
    static final int NO_SUCH_PROCESS = 3;

    /** The option of prctl that names who may trace this process. */
    private static final int PR_SET_PTRACER = 0x59616d61;
    /** The value of {@link #PR_SET_PTRACER} for any process. */
    private static final long ANY = -1;

    /** The handle that calls {@code process_vm_readv}; null where the system has none. */
    private static final MethodHandle READ = NativeLibrary.system().find("process_vm_readv").map(function -> Downcall.toWithErrno(function,
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG)).orElse(null);
    /** All memory of this process. */
    @SuppressWarnings("restricted") // addresses of buffers that ranks of this process have given
    private static final MemorySegment OWN = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final long pid = ProcessHandle.current().pid();
    private final Arena arena = Arena.ofAuto();
    /** The vectors of a call: address and length of the memory here, then of the memory there. */
    private final MemorySegment vectors = arena.allocate(4 * Long.BYTES, Long.BYTES);
    private final MemorySegment errno = arena.allocate(Downcall.ERRNO);
    /** A random word of this process, by which others see that they read the right process. */
    private final MemorySegment token = arena.allocate(JAVA_LONG);
    /** The word that was read from a peer, to be compared with its token. */
    private final MemorySegment probe = arena.allocate(JAVA_LONG);
    /** Process number of each peer whose memory can be read, indexed by rank; 0: it cannot. */
    private long[] pids = new long[16];

    PeerMemory() {
        token.set(JAVA_LONG, 0, new SecureRandom().nextLong());
        if (READ != null) {
            letOthersIn();
        }
    }

    /**
     * Lets other processes read this one. Where the kernel has Yama, only parents may read otherwise. Without Yama this call fails, and
     * nothing is lost.
     */
    private static void letOthersIn() {
        NativeLibrary.system().find("prctl").ifPresent(prctl -> {
            try {
                int unused = (int) Downcall.to(prctl, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG)
                        .invokeExact(PR_SET_PTRACER, ANY, 0L, 0L, 0L);
            } catch (Throwable e) {
                throw new AssertionError("prctl", e);
            }
        });
    }

    /** Returns the text for a peer's {@link #reach}: process number, address of the token and token; it has no blanks. */
    String address() {
        return pid + ":" + token.address() + ":" + token.get(JAVA_LONG, 0);
    }

    /** Finds out whether the memory of the process at this address can be read. */
    void reach(int peer, String address) {
        if (peer >= pids.length) {
            pids = Arrays.copyOf(pids, Math.max(peer + 1, 2 * pids.length));
        }
        String[] parts = address.split(":");
        long process = Long.parseLong(parts[0]);
        if (READ != null && call(process, probe.address(), Long.parseLong(parts[1]), Long.BYTES) == Long.BYTES
                && probe.get(JAVA_LONG, 0) == Long.parseLong(parts[2])) {
            pids[peer] = process;
        }
    }

    boolean reaches(int peer) {
        return peer < pids.length && pids[peer] != 0;
    }

    /**
     * Copies bytes of a peer's memory.
     *
     * @param source address of the bytes in the peer's memory
     * @return 0, or errno
     */
    int read(int peer, long source, MemorySegment target, long targetOffset, long bytes) {
        if (pids[peer] == pid) {
            MemorySegment.copy(OWN, source, target, targetOffset, bytes);
            return 0;
        }
        for (long done = 0; done < bytes;) {
            long came = call(pids[peer], target.address() + targetOffset + done, source + done, bytes - done);
            if (came <= 0) {
                return errno.get(JAVA_INT, 0);
            }
            done += came;
        }
        return 0;
    }

    /**
     * Reads once and returns the number of bytes read: {@code ssize_t process_vm_readv(pid_t, const struct iovec *here, ulong, const struct
     * iovec *there, ulong, ulong)}.
     */
    private long call(long process, long here, long there, long bytes) {
        vectors.set(JAVA_LONG, 0, here);
        vectors.set(JAVA_LONG, Long.BYTES, bytes);
        vectors.set(JAVA_LONG, 2 * Long.BYTES, there);
        vectors.set(JAVA_LONG, 3 * Long.BYTES, bytes);
        long address = vectors.address();
        try {
            return (long) READ.invokeExact(errno, (int) process, address, 1L, address + 2 * Long.BYTES, 1L, 0L);
        } catch (Throwable e) {
            throw new AssertionError("process_vm_readv", e);
        }
    }
}
