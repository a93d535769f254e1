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
 * Memory of other processes of this host and user, by {@code process_vm_readv} of Linux: one copy, no file. Who may is decided by the
 * kernel (ptrace); a word of each process is read to find out. Owner: the rank's thread.
 */
final class PeerMemory {
    /** The process has died. */
    static final int NO_SUCH_PROCESS = 3;

    private static final int PR_SET_PTRACER = 0x59616d61;
    private static final long ANY = -1;

    private static final MethodHandle READ = NativeLibrary.system().find("process_vm_readv").map(function -> Downcall.toWithErrno(function,
            JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG)).orElse(null);
    /** All of this process. */
    @SuppressWarnings("restricted") // addresses of buffers that ranks of this process have given
    private static final MemorySegment OWN = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final long pid = ProcessHandle.current().pid();
    private final Arena arena = Arena.ofAuto();
    /** Of here and there: address, length; and errno. */
    private final MemorySegment vectors = arena.allocate(4 * Long.BYTES, Long.BYTES);
    private final MemorySegment errno = arena.allocate(Downcall.ERRNO);
    private final MemorySegment token = arena.allocate(JAVA_LONG);
    private final MemorySegment probe = arena.allocate(JAVA_LONG);
    private long[] pids = new long[16];

    PeerMemory() {
        token.set(JAVA_LONG, 0, new SecureRandom().nextLong());
        if (READ != null) {
            letOthersIn();
        }
    }

    /** Where the kernel has Yama, only parents may else; without it this fails, and nothing is lost. */
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

    /** For a peer's {@link #reach}; without blanks. */
    String address() {
        return pid + ":" + token.address() + ":" + token.get(JAVA_LONG, 0);
    }

    /** Sees whether that process' memory can be had. */
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

    /** Copies a peer's bytes. @return 0, or errno */
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

    /** {@code ssize_t process_vm_readv(pid_t, const struct iovec *here, ulong, const struct iovec *there, ulong, ulong)}. */
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
