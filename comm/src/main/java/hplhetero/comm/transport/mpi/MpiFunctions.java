package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The functions of one MPI library, each with its C prototype. Handles and addresses go as {@code long}; the caller keeps the memory alive.
 * Every return code is checked here.
 *
 * <p>One scratch segment serves all calls that give something back. Owner: the thread that opened the transport.
 */
final class MpiFunctions {
    /** A value that is no request of any library. */
    static final long NO_REQUEST = 0;

    private static final int SUCCESS = 0;
    /** Byte of the scratch segment at which texts and arrays begin; results lie before. */
    private static final long ARRAYS = 64;

    private final MpiAbi abi;
    private final MemorySegment scratch = Arena.global().allocate(ARRAYS + MpiAbi.MAX_TEXT_BYTES, 64);
    /** Address of the scratch segment, at which one result is given back. */
    private final long out = scratch.address();

    private final NativeFunction initThread;
    private final NativeFunction finish;
    private final NativeFunction libraryVersion;
    private final NativeFunction processorName;
    private final NativeFunction errorString;
    private final NativeFunction errorClass;
    private final NativeFunction commSize;
    private final NativeFunction commRank;
    private final NativeFunction commDup;
    private final NativeFunction commSplit;
    private final NativeFunction commSplitType;
    private final NativeFunction commFree;
    private final NativeFunction commSetErrhandler;
    private final NativeFunction commGroup;
    private final NativeFunction groupTranslateRanks;
    private final NativeFunction groupFree;
    private final NativeFunction isend;
    private final NativeFunction irecv;
    private final NativeFunction ibarrier;
    private final NativeFunction test;
    private final NativeFunction getElements;
    private final NativeFunction typeContiguous;
    private final NativeFunction typeCreateStruct;
    private final NativeFunction typeCommit;
    private final NativeFunction typeFree;

    /**
     * Looks up the functions of a loaded library.
     *
     * @throws hplhetero.comm.CommException naming the function that the library lacks
     */
    MpiFunctions(MpiLibrary.Symbols symbols, MpiAbi abi) {
        this.abi = abi;
        initThread = symbols.function("MPI_Init_thread");
        finish = symbols.function("MPI_Finalize");
        libraryVersion = symbols.function("MPI_Get_library_version");
        processorName = symbols.function("MPI_Get_processor_name");
        errorString = symbols.function("MPI_Error_string");
        errorClass = symbols.function("MPI_Error_class");
        commSize = symbols.function("MPI_Comm_size");
        commRank = symbols.function("MPI_Comm_rank");
        commDup = symbols.function("MPI_Comm_dup");
        commSplit = symbols.function("MPI_Comm_split");
        commSplitType = symbols.function("MPI_Comm_split_type");
        commFree = symbols.function("MPI_Comm_free");
        commSetErrhandler = symbols.function("MPI_Comm_set_errhandler");
        commGroup = symbols.function("MPI_Comm_group");
        groupTranslateRanks = symbols.function("MPI_Group_translate_ranks");
        groupFree = symbols.function("MPI_Group_free");
        isend = symbols.function("MPI_Isend");
        irecv = symbols.function("MPI_Irecv");
        ibarrier = symbols.function("MPI_Ibarrier");
        test = symbols.function("MPI_Test");
        getElements = symbols.function("MPI_Get_elements_x");
        typeContiguous = symbols.function("MPI_Type_contiguous");
        typeCreateStruct = symbols.function("MPI_Type_create_struct");
        typeCommit = symbols.function("MPI_Type_commit");
        typeFree = symbols.function("MPI_Type_free");
    }

    /**
     * Starts MPI: int MPI_Init_thread(int *argc, char ***argv, int required, int *provided).
     *
     * @return the level of thread support that the library provides
     */
    int initThread(int required) throws MpiError {
        check(initThread, initThread.call(0, 0, required, out));
        return intResult();
    }

    /** Ends MPI: int MPI_Finalize(void). */
    void finish() throws MpiError {
        check(finish, finish.call());
    }

    /**
     * Returns what the library says of itself: int MPI_Get_library_version(char *version, int *resultlen). May be called before MPI_Init.
     */
    String libraryVersion() throws MpiError {
        check(libraryVersion, libraryVersion.call(out + ARRAYS, out));
        return text();
    }

    /** Returns the name of this host: int MPI_Get_processor_name(char *name, int *resultlen). */
    String processorName() throws MpiError {
        check(processorName, processorName.call(out + ARRAYS, out));
        return text();
    }

    /** Returns the number of ranks: int MPI_Comm_size(MPI_Comm comm, int *size). */
    int size(long comm) throws MpiError {
        check(commSize, commSize.call(comm, out));
        return intResult();
    }

    /** Returns this process' rank: int MPI_Comm_rank(MPI_Comm comm, int *rank). */
    int rank(long comm) throws MpiError {
        check(commRank, commRank.call(comm, out));
        return intResult();
    }

    /** Returns a duplicate of a communicator: int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm). Collective. */
    long dup(long comm) throws MpiError {
        check(commDup, commDup.call(comm, out));
        return handleResult();
    }

    /** Splits a communicator: int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm). Collective. */
    long split(long comm, int color, int key) throws MpiError {
        check(commSplit, commSplit.call(comm, color, key, out));
        return handleResult();
    }

    /**
     * Returns the communicator of the ranks on this host: int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
     * MPI_Comm *newcomm). Collective.
     */
    long splitByHost(long comm) throws MpiError {
        check(commSplitType, commSplitType.call(comm, abi.typeShared(), 0, abi.infoNull(), out));
        return handleResult();
    }

    /** Frees a communicator: int MPI_Comm_free(MPI_Comm *comm). Collective. */
    void freeComm(long comm) throws MpiError {
        abi.writeHandle(scratch, 0, comm);
        check(commFree, commFree.call(out));
    }

    /** Has a communicator return errors: int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler). */
    void returnErrors(long comm) throws MpiError {
        check(commSetErrhandler, commSetErrhandler.call(comm, abi.errorsReturn()));
    }

    /** Returns the group of a communicator's ranks: int MPI_Comm_group(MPI_Comm comm, MPI_Group *group). */
    long group(long comm) throws MpiError {
        check(commGroup, commGroup.call(comm, out));
        return handleResult();
    }

    /**
     * Finds the ranks of one group's members in another group: int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
     * MPI_Group group2, int ranks2[]).
     */
    void translateRanks(long group, int count, MemorySegment ranks, long otherGroup, MemorySegment otherRanks)
            throws MpiError {
        check(groupTranslateRanks, groupTranslateRanks.call(group, count, ranks.address(), otherGroup, otherRanks.address()));
    }

    /** Frees a group: int MPI_Group_free(MPI_Group *group). */
    void freeGroup(long group) throws MpiError {
        abi.writeHandle(scratch, 0, group);
        check(groupFree, groupFree.call(out));
    }

    /** Starts a send: int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *r). */
    void isend(long buffer, int count, long type, int destination, int tag, long comm, long request) throws MpiError {
        check(isend, isend.call(buffer, count, type, destination, tag, comm, request));
    }

    /**
     * Returns the request that stands for any send that was done when MPI_Isend returned, or {@link #NO_REQUEST} where each send has its
     * own. Two sends to nobody are open at a time. If their requests are one, this request tells nothing of either send but that it is
     * done, and MPI_Test has nothing to add, now or later.
     */
    long requestOfDoneSends() throws MpiError {
        long first = 0;
        long second = Long.BYTES;
        isend(out, 0, abi.byteType(), abi.procNull(), 0, abi.commWorld(), out + first);
        isend(out, 0, abi.byteType(), abi.procNull(), 0, abi.commWorld(), out + second);
        long request = abi.readHandle(scratch, first);
        boolean shared = request == abi.readHandle(scratch, second);
        long flag = out + ARRAYS;
        long status = flag + Long.BYTES;
        test(out + first, flag, status);
        test(out + second, flag, status);
        return shared ? request : NO_REQUEST;
    }

    /** Starts a receive: int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *r). */
    void irecv(long buffer, int count, long type, int source, int tag, long comm, long request) throws MpiError {
        check(irecv, irecv.call(buffer, count, type, source, tag, comm, request));
    }

    /** Starts a barrier: int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request). Collective. */
    void ibarrier(long comm, long request) throws MpiError {
        check(ibarrier, ibarrier.call(comm, request));
    }

    /** Asks whether a request is done: int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status). */
    void test(long request, long flag, long status) throws MpiError {
        check(test, test.call(request, flag, status));
    }

    /** Returns the bytes of a message: int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype type, MPI_Count *count). */
    long bytes(long status) throws MpiError {
        check(getElements, getElements.call(status, abi.byteType(), out));
        return scratch.get(JAVA_LONG, 0);
    }

    /**
     * Makes a type of {@code count} runs of {@code chunk} bytes each and {@code remainder} more bytes, without gaps, by these functions:
     * <pre>
     * int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
     * int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint displacements[],
     *                            const MPI_Datatype types[], MPI_Datatype *newtype)
     * int MPI_Type_commit(MPI_Datatype *datatype)
     * </pre>
     */
    long bytesType(int count, int chunk, int remainder) throws MpiError {
        check(typeContiguous, typeContiguous.call(chunk, abi.byteType(), out));
        long run = handleResult();
        long lengths = ARRAYS;
        long displacements = lengths + 2 * Integer.BYTES;
        long types = displacements + 2 * Long.BYTES;
        scratch.set(JAVA_INT, lengths, count);
        scratch.set(JAVA_INT, lengths + Integer.BYTES, remainder);
        scratch.set(JAVA_LONG, displacements, 0);
        scratch.set(JAVA_LONG, displacements + Long.BYTES, (long) count * chunk);
        abi.writeHandle(scratch, types, run);
        abi.writeHandle(scratch, types + abi.handleBytes(), abi.byteType());
        check(typeCreateStruct, typeCreateStruct.call(2, out + lengths, out + displacements, out + types, out));
        check(typeCommit, typeCommit.call(out));
        long type = handleResult();
        freeType(run);
        return type;
    }

    /** Frees a type: int MPI_Type_free(MPI_Datatype *datatype). Messages under way with it are not affected. */
    void freeType(long type) throws MpiError {
        abi.writeHandle(scratch, 0, type);
        check(typeFree, typeFree.call(out));
    }

    private int intResult() {
        return scratch.get(JAVA_INT, 0);
    }

    private long handleResult() {
        return abi.readHandle(scratch, 0);
    }

    private String text() {
        return scratch.getString(ARRAYS).strip();
    }

    private void check(NativeFunction function, int code) throws MpiError {
        if (code != SUCCESS) {
            throw error(function, code);
        }
    }

    /**
     * Asks the library about an error that one of its functions returned, by these functions:
     * <pre>
     * int MPI_Error_class(int errorcode, int *errorclass)
     * int MPI_Error_string(int errorcode, char *string, int *resultlen)
     * </pre>
     */
    private MpiError error(NativeFunction function, int code) {
        int errorClassOf = errorClass.call(code, out) == SUCCESS ? intResult() : code;
        String words = errorString.call(code, out + ARRAYS, out) == SUCCESS ? text() : "error code " + code;
        return new MpiError(function.name(), errorClassOf, words.replaceAll("\\s*\\R\\s*", "; "));
    }
}
