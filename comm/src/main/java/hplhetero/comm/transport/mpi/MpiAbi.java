package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * The constants of one of the three binary interfaces to MPI: what C's mpi.h would have told. In all three, counts, ranks and tags are
 * ints, and MPI_Aint and MPI_Count have 64 bits.
 *
 * @param name               name of the interface, for people
 * @param handleBytes        bytes of MPI_Comm, MPI_Request, ... in memory; as an argument any handle goes as 64 bits, because an int
 *                           travels in the low half of the same register
 * @param statusBytes        bytes of MPI_Status
 * @param statusSourceOffset byte of MPI_Status at which the int MPI_SOURCE lies
 * @param commWorld          MPI_COMM_WORLD
 * @param byteType           MPI_BYTE
 * @param errorsReturn       MPI_ERRORS_RETURN
 * @param infoNull           MPI_INFO_NULL
 * @param anySource          MPI_ANY_SOURCE
 * @param procNull           MPI_PROC_NULL
 * @param undefined          MPI_UNDEFINED
 * @param typeShared         MPI_COMM_TYPE_SHARED
 * @param threadFunneled     MPI_THREAD_FUNNELED
 * @param errTruncate        the error class MPI_ERR_TRUNCATE
 * @param truncatedBytes     whether the status of a message that was too long for its buffer tells the message's size
 */
record MpiAbi(String name, int handleBytes, int statusBytes, int statusSourceOffset, long commWorld, long byteType,
              long errorsReturn, long infoNull, int anySource, int procNull, int undefined, int typeShared, int threadFunneled,
              int errTruncate, boolean truncatedBytes) {

    /** Bytes of the longest text of MPI_Error_string, MPI_Get_processor_name and MPI_Get_library_version in any ABI. */
    static final int MAX_TEXT_BYTES = 8192;
    /** Bytes of the largest MPI_Status in any ABI. */
    static final int MAX_STATUS_BYTES = 32;

    /** A symbol that only libraries of this ABI have. */
    static final String OPEN_MPI_MARK = "ompi_mpi_comm_world";

    /** The ABI of MPICH 3.1 and later, Intel MPI, MVAPICH and Cray MPICH (mpich.org/abi): handles are ints. */
    static final MpiAbi MPICH = new MpiAbi("MPICH ABI", 4, 20, 8, 0x44000000, 0x4c00010d, 0x54000001, 0x1c000000,
            -2, -1, -32766, 1, 1, 14, false);

    /** The standard ABI of MPI 5.0, chapter 20: handles are as wide as pointers, predefined ones are small numbers. */
    static final MpiAbi STANDARD = new MpiAbi("MPI 5 standard ABI", 8, 32, 0, 0x101, 0x247, 0x143, 0x130,
            -1, -3, -32766, 221, 1024, 15, false);

    /** Returns the ABI of Open MPI and its kin, such as Fujitsu MPI: handles are the addresses of objects in the library. */
    static MpiAbi openMpi(MpiLibrary.Symbols symbols) {
        return new MpiAbi("Open MPI ABI", 8, 24, 0, address(symbols, OPEN_MPI_MARK), address(symbols, "ompi_mpi_byte"),
                address(symbols, "ompi_mpi_errors_return"), address(symbols, "ompi_mpi_info_null"),
                -1, -2, -32766, 0, 1, 15, true);
    }

    private static long address(MpiLibrary.Symbols symbols, String name) {
        return symbols.require(name).address();
    }

    /** Reads a handle of MPI at byte {@code offset} of {@code memory}. */
    long readHandle(MemorySegment memory, long offset) {
        return handleBytes == Integer.BYTES ? memory.get(JAVA_INT, offset) : memory.get(JAVA_LONG, offset);
    }

    /** Writes a handle of MPI at byte {@code offset} of {@code memory}. */
    void writeHandle(MemorySegment memory, long offset, long handle) {
        if (handleBytes == Integer.BYTES) {
            memory.set(JAVA_INT, offset, (int) handle);
        } else {
            memory.set(JAVA_LONG, offset, handle);
        }
    }
}
