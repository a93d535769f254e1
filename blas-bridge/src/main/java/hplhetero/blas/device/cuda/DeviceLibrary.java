package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.DeviceInfo;
import hplhetero.blas.KernelException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The functions of a vendor's runtime, with the C prototype above each call, by Nvidia's names. Each function signature has one constant
 * method handle, which takes the function's address. Any thread may call.
 */
@SuppressWarnings("restricted") // reads texts that the library points to
final class DeviceLibrary {
    static final int HOST_TO_DEVICE = 1;
    static final int DEVICE_TO_HOST = 2;
    static final int DEVICE_TO_DEVICE = 3;
    private static final int SUCCESS = 0;
    private static final int OUT_OF_MEMORY = 2;
    /** The status of a driver older than the library, also returned where there is no driver at all. */
    private static final int DRIVER_TOO_OLD = 35;
    private static final int NO_DEVICE = 100;
    private static final int NOT_READY = 600;
    private static final int NON_BLOCKING = 1;
    /** The flag cudaEventDisableTiming: an event that only orders work costs less. */
    private static final int NO_TIMING = 2;
    /** The flags cudaHostRegisterPortable and cudaHostRegisterMapped. */
    private static final int PORTABLE_AND_MAPPED = 3;
    // values of enum cudaDeviceAttr
    private static final int CLOCK_KILOHERTZ = 13;
    private static final int PROCESSORS = 16;
    private static final int CAPABILITY_MAJOR = 75;
    private static final int CAPABILITY_MINOR = 76;
    /**
     * Flop per cycle of a multiprocessor in double precision, indexed by compute capability (major x 10 + minor). From 8.0 on the numbers
     * include matrix units. Source: Nvidia's white papers.
     */
    private static final Map<Integer, Integer> FLOP_PER_CYCLE = Map.ofEntries(Map.entry(60, 64), Map.entry(61, 8), Map.entry(62, 8),
            Map.entry(70, 64), Map.entry(72, 64), Map.entry(75, 4), Map.entry(80, 128), Map.entry(86, 4), Map.entry(87, 4),
            Map.entry(89, 4), Map.entry(90, 256), Map.entry(100, 128), Map.entry(103, 4), Map.entry(120, 4));
    private static final MethodHandle INT_OF_LONG_2_INTS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
    /** The bytes taken for cudaDeviceProp, more than any version of the structure has. The device's name is its first 256 bytes. */
    private static final long PROPERTIES_BYTES = 16_384;
    private static final long NAME_BYTES = 256;
    /** The begin of the name of each architecture of AMD. */
    private static final byte[] ARCHITECTURE = {'g', 'f', 'x'};
    /** The bytes of a PCI address as text, such as 0000:3B:00.0, with the end of the text; Nvidia asks for at least 13. */
    private static final int BUS_ID_BYTES = 32;

    private static final MethodHandle INT_OF_INT = Downcall.of(JAVA_INT, JAVA_INT);
    private static final MethodHandle INT_OF_LONG = Downcall.of(JAVA_INT, JAVA_LONG);
    private static final MethodHandle INT_OF_LONG_INT = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final MethodHandle INT_OF_2_LONGS = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle INT_OF_2_LONGS_INT = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle LONG_OF_INT = Downcall.of(JAVA_LONG, JAVA_INT);
    private static final MethodHandle COPY = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final MethodHandle COPY_2D = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_INT, JAVA_LONG);

    private final Vendor vendor;
    private final DeviceBlas blas;
    private final String description;
    /** What loads programs of ours. */
    private final ProgramLoader programs;
    /** The device to which each thread's calls go, as the only element; -1 where the thread has not chosen one. */
    private final ThreadLocal<int[]> threadsDevice = ThreadLocal.withInitial(() -> new int[] {-1});
    private final MemorySegment getDeviceCount;
    private final MemorySegment setDevice;
    private final MemorySegment getDeviceProperties;
    private final MemorySegment getDeviceAttribute;
    /** The function that tells a device's PCI address; empty where the runtime has none. */
    private final Optional<MemorySegment> getBusId;
    private final MemorySegment driverGetVersion;
    private final MemorySegment memGetInfo;
    private final MemorySegment malloc;
    private final MemorySegment free;
    private final MemorySegment hostRegister;
    private final MemorySegment hostUnregister;
    private final MemorySegment hostGetDevicePointer;
    private final MemorySegment streamPriorityRange;
    private final MemorySegment streamCreate;
    private final MemorySegment streamDestroy;
    private final MemorySegment streamQuery;
    private final MemorySegment streamWaitEvent;
    private final MemorySegment eventCreate;
    private final MemorySegment eventDestroy;
    private final MemorySegment eventRecord;
    private final MemorySegment memcpyAsync;
    private final MemorySegment memcpy2DAsync;
    private final MemorySegment getErrorString;

    /**
     * Finds the functions of loaded libraries.
     *
     * @throws KernelException when a library is too old to have them
     */
    DeviceLibrary(VendorLibraries libraries) {
        NativeLibrary runtime = libraries.runtime();
        vendor = libraries.vendor();
        programs = libraries.programs();
        blas = new DeviceBlas(libraries);
        description = runtime.name() + ", " + libraries.blas().name();
        getDeviceCount = libraries.function(runtime, vendor.prefix + "GetDeviceCount");
        setDevice = libraries.function(runtime, vendor.prefix + "SetDevice");
        List<String> properties = vendor.functions.properties();
        getDeviceProperties = properties.stream().flatMap(name -> runtime.find(name).stream()).findFirst()
                .orElseThrow(() -> libraries.missing(runtime, properties.getFirst()));
        getDeviceAttribute = libraries.function(runtime, vendor.prefix + "DeviceGetAttribute");
        getBusId = runtime.find(vendor.prefix + "DeviceGetPCIBusId");
        driverGetVersion = libraries.function(runtime, vendor.prefix + "DriverGetVersion");
        memGetInfo = libraries.function(runtime, vendor.prefix + "MemGetInfo");
        malloc = libraries.function(runtime, vendor.prefix + "Malloc");
        free = libraries.function(runtime, vendor.prefix + "Free");
        hostRegister = libraries.function(runtime, vendor.prefix + "HostRegister");
        hostUnregister = libraries.function(runtime, vendor.prefix + "HostUnregister");
        hostGetDevicePointer = libraries.function(runtime, vendor.prefix + "HostGetDevicePointer");
        streamPriorityRange = libraries.function(runtime, vendor.prefix + "DeviceGetStreamPriorityRange");
        streamCreate = libraries.function(runtime, vendor.prefix + "StreamCreateWithPriority");
        streamDestroy = libraries.function(runtime, vendor.prefix + "StreamDestroy");
        streamQuery = libraries.function(runtime, vendor.prefix + "StreamQuery");
        streamWaitEvent = libraries.function(runtime, vendor.prefix + "StreamWaitEvent");
        eventCreate = libraries.function(runtime, vendor.prefix + "EventCreateWithFlags");
        eventDestroy = libraries.function(runtime, vendor.prefix + "EventDestroy");
        eventRecord = libraries.function(runtime, vendor.prefix + "EventRecord");
        memcpyAsync = libraries.function(runtime, vendor.prefix + "MemcpyAsync");
        memcpy2DAsync = libraries.function(runtime, vendor.prefix + "Memcpy2DAsync");
        getErrorString = libraries.function(runtime, vendor.prefix + "GetErrorString");
    }

    /** Returns the vendor whose libraries these are. */
    Vendor vendor() {
        return vendor;
    }

    /** Returns the functions of the vendor's BLAS. */
    DeviceBlas blas() {
        return blas;
    }

    /** Returns the names of the two libraries' files, for people. */
    String description() {
        return description;
    }

    /** A call of a function of a vendor's library, which returns a status. */
    interface Call {
        int invoke() throws Throwable;
    }

    /** Calls a function and returns its status. */
    static int status(Call call) {
        try {
            return call.invoke();
        } catch (Throwable e) {
            throw new AssertionError("a function of the device's library cannot throw", e);
        }
    }

    private void checkRuntime(String what, int status) {
        if (status != SUCCESS) {
            throw failure(what, status);
        }
    }

    private KernelException failure(String what, int status) {
        return new KernelException(vendor.title + " device failed, " + vendor.prefix + what + "=" + status + " (" + text(status)
                + "): see the system's log; leave the device out, or start again");
    }

    private String text(int status) {
        try {
            // const char *cudaGetErrorString(cudaError_t error)
            long text = (long) LONG_OF_INT.invokeExact(getErrorString, status);
            return text == 0 ? "" : MemorySegment.ofAddress(text).reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw new AssertionError("GetErrorString", e);
        }
    }

    /** Returns the number of devices; 0 also where there is no driver, or the driver does not fit this library. */
    int devices() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            return count(count) == SUCCESS ? count.get(JAVA_INT, 0) : 0;
        }
    }

    /**
     * Returns the number of devices; 0 only where there is no device or no driver. A host may have the library without a driver, because
     * other hosts with the same files need it.
     *
     * @throws KernelException when there is a driver and it cannot be used
     */
    int usableDevices() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            int status = count(count);
            boolean noDriver = vendor == Vendor.ROCM || programs.further().isEmpty();
            if (status == NO_DEVICE || status == DRIVER_TOO_OLD && noDriver) {
                return 0;
            }
            checkRuntime("GetDeviceCount", status);
            return count.get(JAVA_INT, 0);
        }
    }

    private int count(MemorySegment count) {
        // cudaError_t cudaGetDeviceCount(int *count)
        return status(() -> (int) INT_OF_LONG.invokeExact(getDeviceCount, count.address()));
    }

    /** Returns the name that the maker gave a device. */
    String deviceName(int device) {
        try (Arena arena = Arena.ofConfined()) {
            return properties(device, arena).getString(0);
        }
    }

    private MemorySegment properties(int device, Arena arena) {
        MemorySegment properties = arena.allocate(PROPERTIES_BYTES, 64);
        // cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
        checkRuntime("GetDeviceProperties",
                status(() -> (int) INT_OF_LONG_INT.invokeExact(getDeviceProperties, properties.address(), device)));
        return properties;
    }

    /**
     * Returns the architecture of a device of AMD, such as gfx90a:sramecc+:xnack-. Its place in the structure hipDeviceProp_t depends on
     * the version of ROCm, but behind the device's name it is the only text there that begins with gfx.
     *
     * @throws KernelException when the structure has no such text
     */
    private String architecture(int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment properties = properties(device, arena);
            for (long at = NAME_BYTES; at < PROPERTIES_BYTES - ARCHITECTURE.length; at++) {
                if (properties.asSlice(at, ARCHITECTURE.length).mismatch(MemorySegment.ofArray(ARCHITECTURE)) < 0) {
                    return properties.getString(at);
                }
            }
        }
        throw new KernelException(vendor.prefix + "GetDeviceProperties tells no architecture");
    }

    /** Returns the PCI address of a device as Linux writes it, such as 0000:3b:00.0; empty where the runtime does not tell. */
    String address(int device) {
        if (getBusId.isEmpty()) {
            return "";
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(BUS_ID_BYTES);
            // cudaError_t cudaDeviceGetPCIBusId(char *pciBusId, int len, int device)
            int status = status(() -> (int) INT_OF_LONG_2_INTS.invokeExact(getBusId.get(), text.address(), BUS_ID_BYTES, device));
            return status == SUCCESS ? text.getString(0).toLowerCase(Locale.ROOT) : "";
        }
    }

    /** Returns the description of a device, for people. Makes the device the calling thread's. */
    DeviceInfo info(int device) {
        use(device);
        String driver = vendor.title + " " + driverVersion();
        if (vendor != Vendor.CUDA) {
            return new DeviceInfo(device, deviceName(device), address(device), driver, totalBytes(), 0, "peak not known");
        }
        int generation = 10 * attribute(CAPABILITY_MAJOR, device) + attribute(CAPABILITY_MINOR, device);
        int processors = attribute(PROCESSORS, device);
        double gigahertz = attribute(CLOCK_KILOHERTZ, device) * 1e-6;
        int perCycle = FLOP_PER_CYCLE.getOrDefault(generation, 0);
        String source = perCycle == 0 ? "peak not known"
                : String.format(Locale.ROOT, "%d processors x %.2f GHz x %d flop/cycle", processors, gigahertz, perCycle);
        return new DeviceInfo(device, deviceName(device), address(device), driver, totalBytes(), processors * gigahertz * perCycle,
                source);
    }

    private int attribute(int attribute, int device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(JAVA_INT);
            // cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
            checkRuntime("DeviceGetAttribute", status(() -> (int) INT_OF_LONG_2_INTS.invokeExact(getDeviceAttribute, value.address(),
                    attribute, device)));
            return value.get(JAVA_INT, 0);
        }
    }

    /** Returns the driver's version, such as "13.0". */
    String driverVersion() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(JAVA_INT);
            // cudaError_t cudaDriverGetVersion(int *driverVersion)
            checkRuntime("DriverGetVersion", status(() -> (int) INT_OF_LONG.invokeExact(driverGetVersion, version.address())));
            int number = version.get(JAVA_INT, 0);
            return vendor == Vendor.CUDA ? number / 1_000 + "." + number % 1_000 / 10 : number / 10_000_000 + "." + number / 100_000 % 100;
        }
    }

    /** Makes {@code device} the device to which all later calls of the calling thread go. */
    void use(int device) {
        int[] own = threadsDevice.get();
        if (own[0] != device) {
            // cudaError_t cudaSetDevice(int device)
            checkRuntime("SetDevice", status(() -> (int) INT_OF_INT.invokeExact(setDevice, device)));
            own[0] = device;
        }
    }

    /** Returns the free bytes of memory on the calling thread's device. */
    long freeBytes() {
        return memory(0);
    }

    /** Returns the size of the memory of the calling thread's device, in bytes. */
    long totalBytes() {
        return memory(Long.BYTES);
    }

    private long memory(long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment both = arena.allocate(JAVA_LONG, 2);
            // cudaError_t cudaMemGetInfo(size_t *free, size_t *total)
            checkRuntime("MemGetInfo",
                    status(() -> (int) INT_OF_2_LONGS.invokeExact(memGetInfo, both.address(), both.address() + Long.BYTES)));
            return both.get(JAVA_LONG, offset);
        }
    }

    /**
     * Allocates {@code bytes} bytes, and at least 256, on the calling thread's device.
     *
     * @return the device's address of the memory, or 0 where the device has less left
     */
    long allocate(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(JAVA_LONG);
            // cudaError_t cudaMalloc(void **devPtr, size_t size)
            int status = status(() -> (int) INT_OF_2_LONGS.invokeExact(malloc, pointer.address(), Math.max(256, bytes)));
            if (status == OUT_OF_MEMORY) {
                return 0;
            }
            checkRuntime("Malloc", status);
            return pointer.get(JAVA_LONG, 0);
        }
    }

    /** Frees memory at the end of a case. Ignores the status, because what a lost device reports does not matter then. */
    void free(long pointer) {
        // cudaError_t cudaFree(void *devPtr)
        status(() -> (int) INT_OF_LONG.invokeExact(free, pointer));
    }

    /**
     * Locks memory of the host in its place, for all devices and so that they can read and write it.
     *
     * @return false where the system does not allow the lock: copies are then slower
     */
    boolean lock(long address, long bytes) {
        // cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)
        return status(() -> (int) INT_OF_2_LONGS_INT.invokeExact(hostRegister, address, bytes, PORTABLE_AND_MAPPED)) == SUCCESS;
    }

    /** Returns the name by which the calling thread's device knows memory that {@link #lock} has locked; 0 where it cannot reach it. */
    long mapped(long address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment pointer = arena.allocate(JAVA_LONG);
            // cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags)
            int status = status(() -> (int) INT_OF_2_LONGS_INT.invokeExact(hostGetDevicePointer, pointer.address(), address, 0));
            return status == SUCCESS ? pointer.get(JAVA_LONG, 0) : 0;
        }
    }

    /** Unlocks memory of the host that {@link #lock} has locked. Ignores the status. */
    void unlock(long address) {
        // cudaError_t cudaHostUnregister(void *ptr)
        status(() -> (int) INT_OF_LONG.invokeExact(hostUnregister, address));
    }

    /**
     * Creates a stream on the calling thread's device.
     *
     * @param urgent whether the stream's work goes before work that other streams have not begun
     */
    long createStream(boolean urgent) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment range = arena.allocate(JAVA_INT, 2);
            // cudaError_t cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority)
            checkRuntime("DeviceGetStreamPriorityRange", status(() -> (int) INT_OF_2_LONGS.invokeExact(streamPriorityRange, range.address(),
                    range.address() + Integer.BYTES)));
            MemorySegment stream = arena.allocate(JAVA_LONG);
            int priority = range.get(JAVA_INT, urgent ? Integer.BYTES : 0);
            // cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)
            checkRuntime("StreamCreateWithPriority", status(() -> (int) INT_OF_LONG_2_INTS.invokeExact(streamCreate, stream.address(),
                    NON_BLOCKING, priority)));
            return stream.get(JAVA_LONG, 0);
        }
    }

    /** Gives a stream back that {@link #createStream} has created. Ignores the status. */
    void destroyStream(long stream) {
        // cudaError_t cudaStreamDestroy(cudaStream_t stream)
        status(() -> (int) INT_OF_LONG.invokeExact(streamDestroy, stream));
    }

    /** Returns whether all work that was submitted to a stream is done. */
    boolean isIdle(long stream) {
        // cudaError_t cudaStreamQuery(cudaStream_t stream)
        int status = status(() -> (int) INT_OF_LONG.invokeExact(streamQuery, stream));
        if (status == NOT_READY) {
            return false;
        }
        checkRuntime("StreamQuery", status);
        return true;
    }

    /** Creates an event, a place behind work of a stream for which other streams can wait. */
    long createEvent() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(JAVA_LONG);
            // cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
            checkRuntime("EventCreateWithFlags", status(() -> (int) INT_OF_LONG_INT.invokeExact(eventCreate, event.address(), NO_TIMING)));
            return event.get(JAVA_LONG, 0);
        }
    }

    /** Gives an event back that {@link #createEvent} has created. Ignores the status. */
    void destroyEvent(long event) {
        // cudaError_t cudaEventDestroy(cudaEvent_t event)
        status(() -> (int) INT_OF_LONG.invokeExact(eventDestroy, event));
    }

    /** Puts an event behind all work that was submitted to a stream. */
    void record(long event, long stream) {
        // cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
        checkRuntime("EventRecord", status(() -> (int) INT_OF_2_LONGS.invokeExact(eventRecord, event, stream)));
    }

    /** Has work that is submitted to a stream from now on begin only behind an event, where the event was recorded last. */
    void waitFor(long stream, long event) {
        // cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
        checkRuntime("StreamWaitEvent", status(() -> (int) INT_OF_2_LONGS_INT.invokeExact(streamWaitEvent, stream, event, 0)));
    }

    /**
     * Submits a copy of {@code bytes} contiguous bytes to a stream.
     *
     * @param to     address of the target
     * @param from   address of the source
     * @param bytes  length of the copy, in bytes
     * @param kind   direction of the copy, a number of the vendor's runtime (cudaMemcpyKind)
     * @param stream stream that carries the copy out
     */
    void copy(long to, long from, long bytes, int kind, long stream) {
        // cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
        checkRuntime("MemcpyAsync", status(() -> (int) COPY.invokeExact(memcpyAsync, to, from, bytes, kind, stream)));
    }

    /**
     * Returns what loads programs of ours for a device.
     *
     * @throws KernelException when the device does not tell what a compiler has to know
     */
    ProgramLoader programs(int device) {
        return vendor == Vendor.ROCM ? programs.withArchitecture(architecture(device)) : programs;
    }

    /**
     * Submits a copy of {@code count} pieces, such as the columns of a matrix, to a stream.
     *
     * @param to        address of the first target
     * @param toPitch   bytes from one target to the next
     * @param from      address of the first source
     * @param fromPitch bytes from one source to the next
     * @param bytes     length of each piece, in bytes
     * @param count     number of pieces
     * @param kind      direction of the copy, a number of the vendor's runtime (cudaMemcpyKind)
     * @param stream    stream that carries the copy out
     */
    void copy(long to, long toPitch, long from, long fromPitch, long bytes, long count, int kind, long stream) {
        // cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
        //         enum cudaMemcpyKind kind, cudaStream_t stream)
        checkRuntime("Memcpy2DAsync", status(() -> (int) COPY_2D.invokeExact(memcpy2DAsync, to, toPitch, from, fromPitch, bytes, count,
                kind,
                stream)));
    }
}
