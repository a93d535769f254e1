package hplhetero.bench.peer;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Open MPI's own collectives among all ranks, in a process whose transport {@code mpi} runs over the same library. Only the thread that
 * started the transport may call. Sizes are bytes of a piece.
 */
final class OpenMpiCollectives {
    /** The library's file name in Open MPI 1.7 and later. */
    private static final String LIBRARY = "libmpi.so.40";
    private static final long IN_PLACE = 1;

    // int MPI_Barrier(MPI_Comm)
    private static final MethodHandle BARRIER = Downcall.of(JAVA_INT, JAVA_LONG);
    // int MPI_Bcast(void *buffer, int count, MPI_Datatype, int root, MPI_Comm)
    private static final MethodHandle BCAST = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);
    // int MPI_Alltoall(const void *out, int count, MPI_Datatype, void *in, int count, MPI_Datatype, MPI_Comm), as MPI_Allgather
    private static final MethodHandle EXCHANGE = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG,
            JAVA_LONG);

    private final MemorySegment barrier;
    private final MemorySegment bcast;
    private final MemorySegment alltoall;
    private final MemorySegment allgather;
    private final long world;
    private final long byteType;

    OpenMpiCollectives() {
        NativeLibrary library;
        try {
            library = NativeLibrary.open(LIBRARY, Arena.global());
        } catch (NativeLibrary.Refused e) {
            throw new IllegalStateException(LIBRARY + ": " + e.getMessage() + ": install Open MPI", e);
        }
        barrier = symbol(library, "MPI_Barrier");
        bcast = symbol(library, "MPI_Bcast");
        alltoall = symbol(library, "MPI_Alltoall");
        allgather = symbol(library, "MPI_Allgather");
        world = symbol(library, "ompi_mpi_comm_world").address();
        byteType = symbol(library, "ompi_mpi_byte").address();
    }

    private static MemorySegment symbol(NativeLibrary library, String name) {
        return library.find(name).orElseThrow(() -> new IllegalStateException(LIBRARY + " has no " + name + ": it is no Open MPI"));
    }

    void barrier() {
        try {
            check((int) BARRIER.invokeExact(barrier, world));
        } catch (Throwable e) {
            throw failed("MPI_Barrier", e);
        }
    }

    void bcast(MemorySegment buffer, int root) {
        try {
            check((int) BCAST.invokeExact(bcast, buffer.address(), (int) buffer.byteSize(), byteType, root, world));
        } catch (Throwable e) {
            throw failed("MPI_Bcast", e);
        }
    }

    void alltoall(MemorySegment outgoing, MemorySegment incoming, int bytes) {
        try {
            check((int) EXCHANGE.invokeExact(alltoall, outgoing.address(), bytes, byteType, incoming.address(), bytes, byteType, world));
        } catch (Throwable e) {
            throw failed("MPI_Alltoall", e);
        }
    }

    /** Gathers in place: each rank's own piece already lies where it belongs. */
    void allgather(MemorySegment whole, int bytes) {
        try {
            check((int) EXCHANGE.invokeExact(allgather, IN_PLACE, bytes, byteType, whole.address(), bytes, byteType, world));
        } catch (Throwable e) {
            throw failed("MPI_Allgather", e);
        }
    }

    private static void check(int code) {
        if (code != 0) {
            throw new IllegalStateException("MPI error code=" + code);
        }
    }

    private static IllegalStateException failed(String function, Throwable cause) {
        return new IllegalStateException(function + ": " + cause.getMessage(), cause);
    }
}
