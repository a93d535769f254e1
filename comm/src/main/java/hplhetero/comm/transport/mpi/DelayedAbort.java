package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.MemorySegment;

/**
 * The delay of a process whose MPI library calls {@code abort()}: it lives on for 6 seconds. UCX, under MPICH, aborts a rank that reads the
 * memory of one which has died (process_vm_readv). Then the connections of both ranks to rank 0 would close at about the same time. That of
 * the rank that died first may even close later, as its memory is given back before. And rank 0 may itself be the aborted one. In these
 * seconds the failure detector of the aborted rank, a thread of its own, hears or tells who has died, and ends the process in the usual
 * way.
 */
final class DelayedAbort {
    private static final int SIGABRT = 6;

    private DelayedAbort() {
    }

    /**
     * Makes {@code unsigned sleep(unsigned seconds)} of the C library the handler of SIGABRT. This function may be called in a signal's
     * handler, and its argument there is the signal's number, 6. Afterwards {@code abort()} ends the process as ever.
     */
    static void install() {
        NativeLibrary c = NativeLibrary.system();
        c.find("signal").ifPresent(signal -> c.find("sleep").ifPresent(sleep -> {
            try {
                MemorySegment unused = (MemorySegment) Downcall.to(signal, ADDRESS, JAVA_INT, ADDRESS).invokeExact(SIGABRT, sleep);
            } catch (Throwable e) {
                throw new AssertionError("signal", e);
            }
        }));
    }
}
