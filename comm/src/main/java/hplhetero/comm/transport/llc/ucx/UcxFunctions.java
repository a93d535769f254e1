package hplhetero.comm.transport.llc.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.comm.CommException;
import hplhetero.ffm.CLibrary;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Map;

/**
 * The functions of libucp 1.13 and later of version 1, with the C prototype above each call. Pointers are addresses. A status pointer is 0
 * for a call that is done, from -100 to -1 for an error, else a request. Loaded once a process.
 */
@SuppressWarnings("restricted") // reads what pointers of libucp tell of
final class UcxFunctions {
    private static final String LIBRARY = "libucp.so.0";
    // <ucp/api/ucp_version.h>: the version whose layouts these are; later versions only append to structures
    private static final int API_MAJOR = 1;
    private static final int API_MINOR = 13;
    // <ucp/api/ucp.h>
    private static final long PARAM_FIELD_FEATURES = 1;
    private static final long FEATURE_RMA = 2;
    private static final long FEATURE_AMO64 = 8;
    private static final long WORKER_PARAM_FIELD_THREAD_MODE = 1;
    private static final long EP_PARAM_FIELD_REMOTE_ADDRESS = 1;
    private static final long MEM_MAP_PARAM_FIELDS_ADDRESS_LENGTH = 3;
    private static final int OP_ATTR_FIELD_DATATYPE = 8;
    private static final int OP_ATTR_FIELD_REPLY_BUFFER = 0x20;
    /** The datatype of words of 8 bytes, {@code ucp_dt_make_contig(8)}. */
    private static final long WORDS = 0x40;
    static final int ATOMIC_ADD = 0;
    static final int ATOMIC_CSWAP = 2;
    /** Bytes of the structure {@code ucp_params_t}. */
    private static final long PARAMS_BYTES = 80;
    /** Bytes of the structure {@code ucp_worker_params_t}. */
    private static final long WORKER_PARAMS_BYTES = 200;
    /** Bytes of the structure {@code ucp_ep_params_t}. */
    private static final long EP_PARAMS_BYTES = 104;
    /** Bytes of the structure {@code ucp_mem_map_params_t}. */
    private static final long MEM_MAP_PARAMS_BYTES = 40;
    /** Bytes of the structure {@code ucp_request_param_t}. */
    private static final long REQUEST_PARAM_BYTES = 72;
    /** Byte of {@code ucp_request_param_t} at which the member {@code datatype} lies. */
    private static final long REQUEST_DATATYPE = 24;
    /** Byte of {@code ucp_request_param_t} at which the member {@code reply_buffer} lies. */
    private static final long REQUEST_REPLY_BUFFER = 40;
    /** The lowest status that is an error. */
    private static final long LAST_ERROR = -100;

    private static UcxFunctions loaded;

    private final MemorySegment ucpVersion;
    private final MethodHandle configRead;
    private final MethodHandle configModify;
    private final MethodHandle configRelease;
    private final MethodHandle init;
    private final MethodHandle workerCreate;
    private final MethodHandle workerGetAddress;
    private final MethodHandle workerReleaseAddress;
    private final MethodHandle workerProgress;
    private final MethodHandle workerFence;
    private final MethodHandle epCreate;
    private final MethodHandle memMap;
    private final MethodHandle memUnmap;
    private final MethodHandle rkeyPack;
    private final MethodHandle rkeyBufferRelease;
    private final MethodHandle rkeyUnpack;
    private final MethodHandle rkeyDestroy;
    private final MethodHandle put;
    private final MethodHandle get;
    private final MethodHandle atomic;
    private final MethodHandle checkStatus;
    private final MethodHandle requestFree;
    private final MethodHandle statusString;
    /** Address of the parameters of all puts and gets, which are zero and do not change. */
    private final long plain;

    private UcxFunctions(NativeLibrary ucp, NativeLibrary ucs) {
        ucpVersion = symbol(ucp, "ucp_get_version_string");
        configRead = Downcall.to(symbol(ucp, "ucp_config_read"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        configModify = Downcall.to(symbol(ucp, "ucp_config_modify"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        configRelease = Downcall.toVoid(symbol(ucp, "ucp_config_release"), JAVA_LONG);
        init = Downcall.to(symbol(ucp, "ucp_init_version"), JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        workerCreate = Downcall.to(symbol(ucp, "ucp_worker_create"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        workerGetAddress = Downcall.to(symbol(ucp, "ucp_worker_get_address"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        workerReleaseAddress = Downcall.toVoid(symbol(ucp, "ucp_worker_release_address"), JAVA_LONG, JAVA_LONG);
        workerProgress = Downcall.to(symbol(ucp, "ucp_worker_progress"), JAVA_INT, JAVA_LONG);
        workerFence = Downcall.to(symbol(ucp, "ucp_worker_fence"), JAVA_INT, JAVA_LONG);
        epCreate = Downcall.to(symbol(ucp, "ucp_ep_create"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        memMap = Downcall.to(symbol(ucp, "ucp_mem_map"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        memUnmap = Downcall.to(symbol(ucp, "ucp_mem_unmap"), JAVA_INT, JAVA_LONG, JAVA_LONG);
        rkeyPack = Downcall.to(symbol(ucp, "ucp_rkey_pack"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        rkeyBufferRelease = Downcall.toVoid(symbol(ucp, "ucp_rkey_buffer_release"), JAVA_LONG);
        rkeyUnpack = Downcall.to(symbol(ucp, "ucp_ep_rkey_unpack"), JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        rkeyDestroy = Downcall.toVoid(symbol(ucp, "ucp_rkey_destroy"), JAVA_LONG);
        put = Downcall.to(symbol(ucp, "ucp_put_nbx"), JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        get = Downcall.to(symbol(ucp, "ucp_get_nbx"), JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        atomic = Downcall.to(symbol(ucp, "ucp_atomic_op_nbx"), JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
                JAVA_LONG);
        checkStatus = Downcall.to(symbol(ucp, "ucp_request_check_status"), JAVA_INT, JAVA_LONG);
        requestFree = Downcall.toVoid(symbol(ucp, "ucp_request_free"), JAVA_LONG);
        statusString = Downcall.to(symbol(ucs, "ucs_status_string"), ADDRESS, JAVA_INT);
        plain = Arena.global().allocate(REQUEST_PARAM_BYTES, Long.BYTES).address();
    }

    /**
     * Loads UCX, or returns what was loaded before.
     *
     * @throws CommException when UCX is not there
     */
    static synchronized UcxFunctions load() {
        if (loaded == null) {
            // UCX would end the process at the signals by which the JVM finds null pointers
            CLibrary.setenv("UCX_ERROR_SIGNALS", "");
            try {
                loaded = new UcxFunctions(NativeLibrary.open(LIBRARY, Arena.global()), NativeLibrary.open("libucs.so.0", Arena.global()));
            } catch (NativeLibrary.Refused e) {
                throw new CommException(LIBRARY + " cannot be loaded (" + e.getMessage() + "): install UCX (Debian: libucx0), or choose "
                        + "--transport llc:tcp", e);
            }
        }
        return loaded;
    }

    private static MemorySegment symbol(NativeLibrary library, String name) {
        return library.find(name).orElseThrow(() -> new CommException(library.name() + " has no " + name + ": install UCX 1.13 or a "
                + "later 1.x"));
    }

    /** Returns a structure that is zero except for its field mask; it lives as long as the arena. */
    private static MemorySegment struct(Arena arena, long bytes, long fieldMask) {
        MemorySegment struct = arena.allocate(bytes, Long.BYTES);
        struct.set(JAVA_LONG, 0, fieldMask);
        return struct;
    }

    // const char *ucp_get_version_string(void)
    String version() {
        try {
            return ((MemorySegment) Downcall.to(ucpVersion, ADDRESS).invokeExact()).reinterpret(64).getString(0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Makes a context with settings of its own, which outweigh the environment.
     *
     * @param settings UCX's settings, by their names without the prefix {@code UCX_}
     */
    long init(Map<String, String> settings) {
        try (Arena arena = Arena.ofConfined()) {
            long config = config(arena, settings);
            try {
                return init(arena, config);
            } finally {
                configRelease.invokeExact(config);
            }
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_config_read(const char *env_prefix, const char *filename, ucp_config_t **); void ucp_config_release(ucp_config_t *)
    // ucs_status_t ucp_config_modify(ucp_config_t *, const char *name, const char *value)
    private long config(Arena arena, Map<String, String> settings) throws Throwable {
        MemorySegment found = arena.allocate(JAVA_LONG);
        check("ucp_config_read", (int) configRead.invokeExact(0L, 0L, found.address()));
        long config = found.get(JAVA_LONG, 0);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            check("ucp_config_modify " + setting, (int) configModify.invokeExact(config, arena.allocateFrom(setting.getKey()).address(),
                    arena.allocateFrom(setting.getValue()).address()));
        }
        return config;
    }

    // ucs_status_t ucp_init_version(unsigned major, unsigned minor, const ucp_params_t *, const ucp_config_t *, ucp_context_h *)
    private long init(Arena arena, long config) throws Throwable {
        MemorySegment params = struct(arena, PARAMS_BYTES, PARAM_FIELD_FEATURES);
        params.set(JAVA_LONG, 8, FEATURE_RMA | FEATURE_AMO64);
        MemorySegment context = arena.allocate(JAVA_LONG);
        check("ucp_init", (int) init.invokeExact(API_MAJOR, API_MINOR, params.address(), config, context.address()));
        return context.get(JAVA_LONG, 0);
    }

    // ucs_status_t ucp_worker_create(ucp_context_h, const ucp_worker_params_t *, ucp_worker_h *)
    long worker(long context) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = struct(arena, WORKER_PARAMS_BYTES, WORKER_PARAM_FIELD_THREAD_MODE);
            MemorySegment worker = arena.allocate(JAVA_LONG);
            check("ucp_worker_create", (int) workerCreate.invokeExact(context, params.address(), worker.address()));
            return worker.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_worker_get_address(ucp_worker_h, ucp_address_t **, size_t *); void ucp_worker_release_address(worker, address)
    byte[] address(long worker) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(JAVA_LONG, 2);
            check("ucp_worker_get_address", (int) workerGetAddress.invokeExact(worker, found.address(), found.address() + Long.BYTES));
            byte[] bytes = bytes(found);
            workerReleaseAddress.invokeExact(worker, found.get(JAVA_LONG, 0));
            return bytes;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns the bytes that a pointer and a length tell of, which stand in {@code found}. */
    private static byte[] bytes(MemorySegment found) {
        return MemorySegment.ofAddress(found.get(JAVA_LONG, 0)).reinterpret(found.get(JAVA_LONG, Long.BYTES))
                .toArray(JAVA_BYTE);
    }

    // unsigned ucp_worker_progress(ucp_worker_h)
    boolean progress(long worker) {
        try {
            return (int) workerProgress.invokeExact(worker) != 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_worker_fence(ucp_worker_h)
    void fence(long worker) {
        try {
            check("ucp_worker_fence", (int) workerFence.invokeExact(worker));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_ep_create(ucp_worker_h, const ucp_ep_params_t *, ucp_ep_h *)
    long endpoint(long worker, byte[] address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocateFrom(JAVA_BYTE, address);
            MemorySegment params = struct(arena, EP_PARAMS_BYTES, EP_PARAM_FIELD_REMOTE_ADDRESS);
            params.set(JAVA_LONG, 8, copy.address());
            MemorySegment endpoint = arena.allocate(JAVA_LONG);
            check("ucp_ep_create", (int) epCreate.invokeExact(worker, params.address(), endpoint.address()));
            return endpoint.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_mem_map(ucp_context_h, const ucp_mem_map_params_t *, ucp_mem_h *)
    long map(long context, MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment params = struct(arena, MEM_MAP_PARAMS_BYTES, MEM_MAP_PARAM_FIELDS_ADDRESS_LENGTH);
            params.set(JAVA_LONG, 8, memory.address());
            params.set(JAVA_LONG, 16, memory.byteSize());
            MemorySegment handle = arena.allocate(JAVA_LONG);
            check("ucp_mem_map", (int) memMap.invokeExact(context, params.address(), handle.address()));
            return handle.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_mem_unmap(ucp_context_h, ucp_mem_h)
    void unmap(long context, long memory) {
        try {
            check("ucp_mem_unmap", (int) memUnmap.invokeExact(context, memory));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_rkey_pack(ucp_context_h, ucp_mem_h, void **, size_t *); void ucp_rkey_buffer_release(void *)
    byte[] pack(long context, long memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment found = arena.allocate(JAVA_LONG, 2);
            check("ucp_rkey_pack", (int) rkeyPack.invokeExact(context, memory, found.address(), found.address() + Long.BYTES));
            byte[] bytes = bytes(found);
            rkeyBufferRelease.invokeExact(found.get(JAVA_LONG, 0));
            return bytes;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_t ucp_ep_rkey_unpack(ucp_ep_h, const void *, ucp_rkey_h *)
    long unpack(long endpoint, long packed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment key = arena.allocate(JAVA_LONG);
            check("ucp_ep_rkey_unpack", (int) rkeyUnpack.invokeExact(endpoint, packed, key.address()));
            return key.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // void ucp_rkey_destroy(ucp_rkey_h)
    void destroyKey(long key) {
        try {
            rkeyDestroy.invokeExact(key);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_ptr_t ucp_put_nbx(ucp_ep_h, const void *buffer, size_t, uint64_t remote_addr, ucp_rkey_h, const ucp_request_param_t *)
    long put(long endpoint, long source, long bytes, long target, long key) {
        try {
            return checked("ucp_put_nbx", (long) put.invokeExact(endpoint, source, bytes, target, key, plain));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_ptr_t ucp_get_nbx(ucp_ep_h, void *buffer, size_t, uint64_t remote_addr, ucp_rkey_h, const ucp_request_param_t *)
    long get(long endpoint, long target, long bytes, long source, long key) {
        try {
            return checked("ucp_get_nbx", (long) get.invokeExact(endpoint, target, bytes, source, key, plain));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    // ucs_status_ptr_t ucp_atomic_op_nbx(ucp_ep_h, ucp_atomic_op_t, const void *buffer, size_t count, uint64_t remote_addr, ucp_rkey_h,
    //                                    const ucp_request_param_t *)
    long atomic(long endpoint, int operation, long operand, long target, long key, long param) {
        try {
            return checked("ucp_atomic_op_nbx", (long) atomic.invokeExact(endpoint, operation, operand, 1L, target, key, param));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /** Returns the parameters of an atomic operation on a word whose answer goes to the address {@code reply}. */
    static MemorySegment replyTo(Arena arena, long reply) {
        MemorySegment param = arena.allocate(REQUEST_PARAM_BYTES, Long.BYTES);
        param.set(JAVA_INT, 0, OP_ATTR_FIELD_DATATYPE | OP_ATTR_FIELD_REPLY_BUFFER);
        param.set(JAVA_LONG, REQUEST_DATATYPE, WORDS);
        param.set(JAVA_LONG, REQUEST_REPLY_BUFFER, reply);
        return param;
    }

    // ucs_status_t ucp_request_check_status(void *request); void ucp_request_free(void *request)
    /** Returns whether a request is done; a request that is done is given back to UCX. */
    boolean isDone(long request) {
        try {
            int status = (int) checkStatus.invokeExact(request);
            if (status > 0) {
                return false;
            }
            check("a command", status);
            requestFree.invokeExact(request);
            return true;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private long checked(String call, long pointer) {
        if (pointer < 0 && pointer >= LAST_ERROR) {
            check(call, (int) pointer);
        }
        return pointer;
    }

    private void check(String call, int status) {
        if (status < 0) {
            String text;
            try {
                text = ((MemorySegment) statusString.invokeExact(status)).reinterpret(256).getString(0);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            throw new CommException("UCX: " + call + " failed, status=" + status + " (" + text + "): try another network with "
                    + "UCX_TLS or UCX_NET_DEVICES");
        }
    }

    private static RuntimeException unexpected(Throwable thrown) {
        return thrown instanceof CommException known ? known : new IllegalStateException("a call of libucp cannot throw", thrown);
    }
}
