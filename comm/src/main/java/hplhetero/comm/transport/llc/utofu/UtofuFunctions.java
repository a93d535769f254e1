package hplhetero.comm.transport.llc.utofu;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import hplhetero.comm.CommException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of libtofucom of uTofu 1.0, with the C prototype above each call. Memory that the network reads or writes has an address of
 * the network's own (stadd). Registering memory gives its stadd, to which offsets may be added. Method handles are constants by signature,
 * and take the function's address. Owner: a rank's thread.
 */
@SuppressWarnings("restricted") // reads what pointers of libtofucom tell of
final class UtofuFunctions {
    private static final String LIBRARY = "libtofucom.so";
    // <utofu.h>
    static final int SUCCESS = 0;
    static final int NOT_FOUND = -1;
    static final int BUSY = -4;
    /** The status that tells that a peer does not answer. */
    static final int PEER_ERROR = -193;
    private static final long STRONG_ORDER = 1;
    private static final long TCQ_NOTICE = 1 << 14;
    private static final long LOCAL_MRQ_NOTICE = 1 << 15;
    private static final int ADD = 2;
    /** Bytes of struct utofu_mrq_notice. */
    static final long NOTICE_BYTES = 64;
    /** Byte of struct utofu_mrq_notice at which the number given with the command lies. */
    static final long NOTICE_EDATA = 16;
    /** Byte of struct utofu_mrq_notice at which the value read from the peer lies. */
    static final long NOTICE_VALUE = 24;

    private static final MethodHandle INT_OF_2_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle INT_OF_3_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle INT_OF_5_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle INT_OF_8_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle CREATE = Downcall.of(JAVA_INT, JAVA_SHORT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle ARMW = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG);
    private static final MethodHandle FREE = Downcall.ofVoid(JAVA_LONG);

    private final NativeLibrary library;
    private final MemorySegment getOnesidedTnis;
    private final MemorySegment createVcq;
    private final MemorySegment queryVcqId;
    private final MemorySegment setVcqIdPath;
    private final MemorySegment regMem;
    private final MemorySegment deregMem;
    private final MemorySegment put;
    private final MemorySegment putPiggyback8;
    private final MemorySegment get;
    private final MemorySegment armw8;
    private final MemorySegment cswap8;
    private final MemorySegment pollTcq;
    private final MemorySegment pollMrq;
    /** The word into which a call answers. */
    private final MemorySegment out = Arena.global().allocate(JAVA_LONG);
    private final MemorySegment free = NativeLibrary.system().find("free").orElseThrow();

    private UtofuFunctions(NativeLibrary library) {
        this.library = library;
        getOnesidedTnis = symbol("utofu_get_onesided_tnis");
        createVcq = symbol("utofu_create_vcq");
        queryVcqId = symbol("utofu_query_vcq_id");
        setVcqIdPath = symbol("utofu_set_vcq_id_path");
        regMem = symbol("utofu_reg_mem");
        deregMem = symbol("utofu_dereg_mem");
        put = symbol("utofu_put");
        putPiggyback8 = symbol("utofu_put_piggyback8");
        get = symbol("utofu_get");
        armw8 = symbol("utofu_armw8");
        cswap8 = symbol("utofu_cswap8");
        pollTcq = symbol("utofu_poll_tcq");
        pollMrq = symbol("utofu_poll_mrq");
    }

    /**
     * Loads libtofucom, or another file in its place.
     *
     * @param file another file of the library, or null
     * @throws CommException when the library is not there
     */
    static UtofuFunctions load(String file) {
        String name = file == null ? LIBRARY : file;
        try {
            return new UtofuFunctions(NativeLibrary.open(name, Arena.global()));
        } catch (NativeLibrary.Refused e) {
            throw new CommException(name + " cannot be loaded (" + e.getMessage() + "): it comes with machines that have Tofu; name its "
                    + "folder in LD_LIBRARY_PATH or its file in " + UtofuTranslator.LIBRARY_VARIABLE
                    + ", or choose --transport llc:tcp", e);
        }
    }

    private MemorySegment symbol(String name) {
        return library.find(name).orElseThrow(() -> new CommException(library.name() + " has no " + name + ": uTofu 1.0 is needed"));
    }

    private interface Call {
        int invoke() throws Throwable;
    }

    private static int status(Call call) {
        try {
            return call.invoke();
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static IllegalStateException unexpected(Throwable thrown) {
        return new IllegalStateException("a call of libtofucom cannot throw", thrown);
    }

    static void check(String call, int status) {
        if (status != SUCCESS) {
            throw new CommException("uTofu: " + call + " failed, status=" + status + " (utofu.h): choose --transport llc:tcp or mpi");
        }
    }

    // int utofu_get_onesided_tnis(utofu_tni_id_t **tni_ids, size_t *num_tnis)
    // int utofu_create_vcq(utofu_tni_id_t tni_id, unsigned long int flags, utofu_vcq_hdl_t *vcq_hdl)
    /** Creates a queue on one of the node's network interfaces; ranks take the interfaces in turn. */
    long createQueue(int rank) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(JAVA_LONG, 2);
            check("utofu_get_onesided_tnis",
                    status(() -> (int) INT_OF_2_LONGS.invokeExact(getOnesidedTnis, found.address(), found.address() + Long.BYTES)));
            int interfaces = (int) found.get(JAVA_LONG, Long.BYTES);
            if (interfaces == 0) {
                throw new CommException("uTofu has no network interface here, interfaces=0: choose --transport llc:tcp or mpi");
            }
            long list = found.get(JAVA_LONG, 0);
            MemorySegment all = MemorySegment.ofAddress(list).reinterpret((long) Short.BYTES * interfaces);
            short chosen = all.getAtIndex(JAVA_SHORT, rank % interfaces);
            status(() -> {
                FREE.invokeExact(free, list);
                return SUCCESS;
            });
            check("utofu_create_vcq", status(() -> (int) CREATE.invokeExact(createVcq, chosen, 0L, found.address())));
            return found.get(JAVA_LONG, 0);
        }
    }

    // int utofu_query_vcq_id(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t *vcq_id)
    long idOf(long queue) {
        check("utofu_query_vcq_id", status(() -> (int) INT_OF_2_LONGS.invokeExact(queryVcqId, queue, out.address())));
        return out.get(JAVA_LONG, 0);
    }

    // int utofu_set_vcq_id_path(utofu_vcq_id_t *vcq_id, uint8_t path_coords[])
    /** Returns the queue id {@code id} with the path that the system chooses written into it. */
    long withPath(long id) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment inOut = arena.allocateFrom(JAVA_LONG, id);
            check("utofu_set_vcq_id_path", status(() -> (int) INT_OF_2_LONGS.invokeExact(setVcqIdPath, inOut.address(), 0L)));
            return inOut.get(JAVA_LONG, 0);
        }
    }

    // int utofu_reg_mem(utofu_vcq_hdl_t vcq_hdl, void *addr, size_t size, unsigned long int flags, utofu_stadd_t *stadd)
    long register(long queue, long address, long bytes) {
        try {
            check("utofu_reg_mem", (int) INT_OF_5_LONGS.invokeExact(regMem, queue, address, bytes, 0L, out.address()));
            return out.get(JAVA_LONG, 0);
        } catch (CommException e) {
            throw e;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_dereg_mem(utofu_vcq_hdl_t vcq_hdl, utofu_stadd_t stadd, unsigned long int flags)
    void deregister(long queue, long stadd) {
        int status;
        try {
            status = (int) INT_OF_3_LONGS.invokeExact(deregMem, queue, stadd, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
        check("utofu_dereg_mem", status);
    }

    // int utofu_put(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t rmt_vcq_id, utofu_stadd_t lcl_stadd, utofu_stadd_t rmt_stadd, size_t length,
    //               uint64_t edata, unsigned long int flags, void *cbdata)
    int put(long queue, long peer, long local, long remote, long bytes, long callback) {
        try {
            return (int) INT_OF_8_LONGS.invokeExact(put, queue, peer, local, remote, bytes, 0L, STRONG_ORDER | TCQ_NOTICE, callback);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_put_piggyback8(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t rmt_vcq_id, uint64_t lcl_data, utofu_stadd_t rmt_stadd,
    //                          size_t length, uint64_t edata, unsigned long int flags, void *cbdata)
    /** Puts a word, after all puts to this peer before it. */
    int putWord(long queue, long peer, long word, long remote) {
        try {
            return (int) INT_OF_8_LONGS.invokeExact(putPiggyback8, queue, peer, word, remote, (long) Long.BYTES, 0L,
                    STRONG_ORDER | TCQ_NOTICE, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_get(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t rmt_vcq_id, utofu_stadd_t lcl_stadd, utofu_stadd_t rmt_stadd, size_t length,
    //               uint64_t edata, unsigned long int flags, void *cbdata)
    int getWord(long queue, long peer, long local, long remote, int slot) {
        try {
            return (int) INT_OF_8_LONGS.invokeExact(get, queue, peer, local, remote, (long) Long.BYTES, (long) slot,
                    STRONG_ORDER | TCQ_NOTICE | LOCAL_MRQ_NOTICE, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_armw8(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t rmt_vcq_id, enum utofu_armw_op armw_op, uint64_t op_value,
    //                 utofu_stadd_t rmt_stadd, uint64_t edata, unsigned long int flags, void *cbdata)
    int fetchAdd(long queue, long peer, long addend, long remote, int slot) {
        try {
            return (int) ARMW.invokeExact(armw8, queue, peer, ADD, addend, remote, (long) slot,
                    STRONG_ORDER | TCQ_NOTICE | LOCAL_MRQ_NOTICE, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_cswap8(utofu_vcq_hdl_t vcq_hdl, utofu_vcq_id_t rmt_vcq_id, uint64_t old_value, uint64_t new_value, utofu_stadd_t rmt_stadd,
    //                  uint64_t edata, unsigned long int flags, void *cbdata)
    int compareAndSwap(long queue, long peer, long expected, long desired, long remote, int slot) {
        try {
            return (int) INT_OF_8_LONGS.invokeExact(cswap8, queue, peer, expected, desired, remote, (long) slot,
                    STRONG_ORDER | TCQ_NOTICE | LOCAL_MRQ_NOTICE, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_poll_tcq(utofu_vcq_hdl_t vcq_hdl, unsigned long int flags, void **cbdata)
    int pollTcq(long queue, long callback) {
        try {
            return (int) INT_OF_3_LONGS.invokeExact(pollTcq, queue, 0L, callback);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // int utofu_poll_mrq(utofu_vcq_hdl_t vcq_hdl, unsigned long int flags, struct utofu_mrq_notice *notice)
    int pollMrq(long queue, long notice) {
        try {
            return (int) INT_OF_3_LONGS.invokeExact(pollMrq, queue, 0L, notice);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }
}
