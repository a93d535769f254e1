package hplhetero.comm.transport.llc.start.pmi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import hplhetero.comm.CommException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * The functions of libpmix of PMIx 3 and later, with the C prototype above each call. A status is 0, or negative for an error. The layouts,
 * with offsets in bytes and the size at the end, are those of {@code pmix_common.h} on a 64-bit system:
 * <pre>
 *   pmix_proc_t    0  char nspace[256]     256  uint32_t rank                                        260 bytes
 *   pmix_value_t   0  uint16_t type          8  bool | uint32_t | { char *bytes; size_t size } ...    32
 *   pmix_info_t    0  char key[512]        512  uint32_t flags        520  pmix_value_t value        552
 * </pre>
 */
@SuppressWarnings("restricted") // reads what pointers of libpmix tell of
final class PmixFunctions {
    static final String LIBRARY = "libpmix.so.2";
    static final long PROC_BYTES = 260;
    static final long PROC_RANK = 256;
    static final long VALUE_BYTES = 32;
    static final long VALUE_DATA = 8;
    static final long INFO_BYTES = 552;
    static final long INFO_VALUE = 520;
    private static final long NAMESPACE_BYTES = 256;
    // <pmix_common.h>
    static final short TYPE_BOOL = 1;
    static final short TYPE_UINT32 = 14;
    static final short TYPE_BYTE_OBJECT = 27;
    static final String COLLECT_DATA = "pmix.collect";
    static final String JOB_SIZE = "pmix.job.size";
    private static final byte SCOPE_GLOBAL = 3;
    /** The rank {@code PMIX_RANK_WILDCARD}, under which stands what belongs to the job and to no rank. */
    static final int ALL_RANKS = -2;

    private final MethodHandle init;
    private final MethodHandle finish;
    private final MethodHandle put;
    private final MethodHandle commit;
    private final MethodHandle fence;
    private final MethodHandle get;
    private final MethodHandle errorString;
    private final MethodHandle free;

    private PmixFunctions(NativeLibrary pmix) {
        init = Downcall.to(symbol(pmix, "PMIx_Init"), JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
        finish = Downcall.to(symbol(pmix, "PMIx_Finalize"), JAVA_INT, ADDRESS, JAVA_LONG);
        put = Downcall.to(symbol(pmix, "PMIx_Put"), JAVA_INT, JAVA_BYTE, ADDRESS, ADDRESS);
        commit = Downcall.to(symbol(pmix, "PMIx_Commit"), JAVA_INT);
        fence = Downcall.to(symbol(pmix, "PMIx_Fence"), JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG);
        get = Downcall.to(symbol(pmix, "PMIx_Get"), JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
        errorString = Downcall.to(symbol(pmix, "PMIx_Error_string"), ADDRESS, JAVA_INT);
        free = Downcall.toVoid(symbol(NativeLibrary.system(), "free"), JAVA_LONG);
    }

    /**
     * Loads libpmix, which is never unloaded, because its threads may live on.
     *
     * @throws CommException when PMIx is not there
     */
    static PmixFunctions load() {
        try {
            return new PmixFunctions(NativeLibrary.open(LIBRARY, Arena.global()));
        } catch (NativeLibrary.Refused e) {
            throw new CommException(LIBRARY + " cannot be loaded (" + e.getMessage() + "): install PMIx (Debian: libpmix2), name the "
                    + "folder that has it in LD_LIBRARY_PATH, or let hpl start the ranks with --hosts a,b --launcher llc", e);
        }
    }

    private static MemorySegment symbol(NativeLibrary library, String name) {
        return library.find(name)
                .orElseThrow(() -> new CommException(library.name() + " has no " + name + ": install PMIx 3 or later"));
    }

    // pmix_status_t PMIx_Init(pmix_proc_t *proc, pmix_info_t info[], size_t ninfo)
    /** Starts PMIx and fills in who this process is. */
    void init(MemorySegment proc) {
        try {
            check("PMIx_Init", (int) init.invokeExact(proc, MemorySegment.NULL, 0L));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // pmix_status_t PMIx_Finalize(const pmix_info_t info[], size_t ninfo)
    void finish() {
        try {
            check("PMIx_Finalize", (int) finish.invokeExact(MemorySegment.NULL, 0L));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // pmix_status_t PMIx_Put(pmix_scope_t scope, const char key[], pmix_value_t *val)
    void put(String key, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Put key=" + key, (int) put.invokeExact(SCOPE_GLOBAL, arena.allocateFrom(key), value(arena, bytes)));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // pmix_status_t PMIx_Commit(void)
    void commit() {
        try {
            check("PMIx_Commit", (int) commit.invokeExact());
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // pmix_status_t PMIx_Fence(const pmix_proc_t procs[], size_t nprocs, const pmix_info_t info[], size_t ninfo)
    /** Waits for all ranks of the job; what they have put is known on every host then. Collective. */
    void fence() {
        try (Arena arena = Arena.ofConfined()) {
            check("PMIx_Fence", (int) fence.invokeExact(MemorySegment.NULL, 0L, flag(arena, COLLECT_DATA), 1L));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // pmix_status_t PMIx_Get(const pmix_proc_t *proc, const char key[], const pmix_info_t info[], size_t ninfo, pmix_value_t **val)
    /** Returns what a rank has put, as bytes; a number as its four bytes in the machine's order. */
    byte[] get(MemorySegment proc, String key) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(JAVA_LONG);
            check("PMIx_Get key=" + key + " rank=" + proc.get(JAVA_INT, PROC_RANK),
                    (int) get.invokeExact(proc, arena.allocateFrom(key), MemorySegment.NULL, 0L, found));
            long address = found.get(JAVA_LONG, 0);
            byte[] bytes = bytes(key, MemorySegment.ofAddress(address).reinterpret(VALUE_BYTES));
            free.invokeExact(address);
            return bytes;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private byte[] bytes(String key, MemorySegment value) throws Throwable {
        short type = value.get(JAVA_SHORT, 0);
        if (type == TYPE_UINT32) {
            return value.asSlice(VALUE_DATA, Integer.BYTES).toArray(JAVA_BYTE);
        }
        if (type != TYPE_BYTE_OBJECT) {
            throw new CommException("PMIx_Get key=" + key + " gave type=" + type + ", not " + TYPE_UINT32 + " or " + TYPE_BYTE_OBJECT
                    + ": " + LIBRARY + " is no PMIx that this program knows, install PMIx 3 or later");
        }
        long content = value.get(JAVA_LONG, VALUE_DATA);
        byte[] bytes = MemorySegment.ofAddress(content).reinterpret(value.get(JAVA_LONG, VALUE_DATA + Long.BYTES)).toArray(JAVA_BYTE);
        free.invokeExact(content);
        return bytes;
    }

    /** Returns the {@code pmix_proc_t} of a rank of this process' job. */
    static MemorySegment proc(Arena arena, MemorySegment self, int rank) {
        MemorySegment proc = arena.allocate(PROC_BYTES, Integer.BYTES);
        MemorySegment.copy(self, 0, proc, 0, NAMESPACE_BYTES);
        proc.set(JAVA_INT, PROC_RANK, rank);
        return proc;
    }

    /** Returns a {@code pmix_value_t} of bytes, which lie in the arena too. */
    static MemorySegment value(Arena arena, byte[] bytes) {
        MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
        value.set(JAVA_SHORT, 0, TYPE_BYTE_OBJECT);
        value.set(JAVA_LONG, VALUE_DATA, arena.allocateFrom(JAVA_BYTE, bytes).address());
        value.set(JAVA_LONG, VALUE_DATA + Long.BYTES, bytes.length);
        return value;
    }

    /** Returns a {@code pmix_info_t} with a setting that is on. */
    static MemorySegment flag(Arena arena, String key) {
        MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
        info.asSlice(0, key.length()).copyFrom(MemorySegment.ofArray(key.getBytes(StandardCharsets.US_ASCII)));
        info.set(JAVA_SHORT, INFO_VALUE, TYPE_BOOL);
        info.set(JAVA_BYTE, INFO_VALUE + VALUE_DATA, (byte) 1);
        return info;
    }

    private void check(String call, int status) {
        if (status != 0) {
            String text;
            try {
                text = ((MemorySegment) errorString.invokeExact(status)).reinterpret(256).getString(0);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            throw new CommException(call + " failed, status=" + status + " (" + text + ")");
        }
    }

    private static RuntimeException unexpected(Throwable thrown) {
        return thrown instanceof CommException known ? known : new IllegalStateException("a call of libpmix cannot throw", thrown);
    }
}
