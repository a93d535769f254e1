package hplhetero.comm.transport.mpj.device;

import static java.lang.invoke.MethodType.methodType;

import hplhetero.comm.CommException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The device level of MPJ Express (xdev), loaded once. It lies below MPJ's MPI classes, which copy into Java arrays and know groups and
 * types that this program does not need. All objects of MPJ are plain Objects here; only {@link MpjDevice} and {@link MpjBuffer} hold any.
 */
public final class MpjLibrary implements AutoCloseable {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    /** A call of MPJ whose types are erased. */
    private interface Call<T> {
        T run() throws Throwable;
    }

    private final MpjClasses classes;
    private final Object byteType;
    private final Object anySource;
    private final MethodHandle newNioBuffer;
    private final MethodHandle newBuffer;
    private final MethodHandle clear;
    private final MethodHandle putSectionHeader;
    private final MethodHandle setSize;
    private final MethodHandle isend;
    private final MethodHandle irecv;
    private final MethodHandle newStatus;
    private final MethodHandle itest;
    private final MethodHandle iwait;

    /**
     * Loads MPJ Express and looks up the methods that this program calls.
     *
     * @throws CommException when these jars are not MPJ Express 0.44 or alike
     */
    public MpjLibrary(MpjHome home) {
        try {
            classes = new MpjClasses(home.jars());
            silenceLog();
            Class<?> raw = classes.loadClass("mpjbuf.RawBuffer");
            Class<?> nio = classes.loadClass("mpjbuf.NIOBuffer");
            Class<?> buffer = classes.loadClass("mpjbuf.Buffer");
            Class<?> type = classes.loadClass("mpjbuf.Type");
            Class<?> device = classes.loadClass("xdev.Device");
            Class<?> process = classes.loadClass("xdev.ProcessID");
            Class<?> request = classes.loadClass("mpjdev.Request");
            Class<?> status = classes.loadClass("mpjdev.Status");
            byteType = type.getField("BYTE").get(null);
            anySource = device.getField("ANY_SRC").get(null);
            // mpjbuf.NIOBuffer(int capacity, java.nio.ByteBuffer memory)
            newNioBuffer = constructor(nio, int.class, ByteBuffer.class);
            // mpjbuf.Buffer(mpjbuf.RawBuffer memory, int offset, int capacity)
            newBuffer = constructor(buffer, raw, int.class, int.class);
            // void clear()
            clear = method(buffer, "clear", methodType(void.class));
            // void putSectionHeader(mpjbuf.Type type)
            putSectionHeader = method(buffer, "putSectionHeader", methodType(void.class, type));
            // void setSize(int bytes)
            setSize = method(buffer, "setSize", methodType(void.class, int.class));
            // mpjdev.Request isend(mpjbuf.Buffer buffer, xdev.ProcessID destination, int tag, int context)
            isend = method(device, "isend", methodType(request, buffer, process, int.class, int.class));
            // mpjdev.Request irecv(mpjbuf.Buffer buffer, xdev.ProcessID source, int tag, int context, mpjdev.Status status)
            irecv = method(device, "irecv", methodType(request, buffer, process, int.class, int.class, status));
            newStatus = constructor(status);
            // mpjdev.Status itest(): null when not done
            itest = method(request, "itest", methodType(status));
            // mpjdev.Status iwait()
            iwait = method(request, "iwait", methodType(status));
        } catch (IOException | ReflectiveOperationException | LinkageError e) {
            throw new CommException("MPJ Express at " + home.folder() + " cannot be used: " + e
                    + ": install version 0.44 (Debian: apt-get install libmpj-java)", e);
        }
    }

    /**
     * Turns off MPJ's log. To be called before MPJ's devices are loaded, which log every step unless the logger's level says otherwise
     * (MPI.Init sets the level).
     */
    private void silenceLog() throws ReflectiveOperationException {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        // log4j looks for its configuration through the context class loader
        current.setContextClassLoader(classes);
        try {
            Class<?> level = classes.loadClass("org.apache.log4j.Level");
            Class<?> logger = classes.loadClass("org.apache.log4j.Logger");
            Object mpj = logger.getMethod("getLogger", String.class).invoke(null, "mpj");
            logger.getMethod("setLevel", level).invoke(mpj, level.getField("OFF").get(null));
        } finally {
            current.setContextClassLoader(before);
        }
    }

    private static MethodHandle constructor(Class<?> type, Class<?>... parameters) throws ReflectiveOperationException {
        return erased(LOOKUP.findConstructor(type, methodType(void.class, parameters)));
    }

    private static MethodHandle method(Class<?> type, String name, MethodType signature) throws ReflectiveOperationException {
        return erased(LOOKUP.findVirtual(type, name, signature));
    }

    private static MethodHandle erased(MethodHandle handle) {
        return handle.asType(handle.type().erase());
    }

    /**
     * Returns a new communication device of MPJ Express, which {@link #init} starts.
     *
     * @param className xdev.niodev.NIODevice (TCP) or xdev.smpdev.SMPDevice (threads of one process)
     */
    public Object newDevice(String className) {
        return call("new " + className, () -> classes.loadClass(className).getConstructor().newInstance());
    }

    /**
     * Starts a communication device of MPJ Express and returns when all ranks have come: xdev.ProcessID[] init(String[] arguments).
     *
     * @param device    the device, from {@link #newDevice}
     * @param arguments MPJ's arguments, by which the device learns its rank and the other ranks
     * @return MPJ's handles of the ranks, indexed by rank
     */
    public Object[] init(Object device, String... arguments) {
        return call("init", () -> (Object[]) device.getClass().getMethod("init", String[].class)
                .invoke(device, (Object) arguments));
    }

    /** Returns how many bytes the device wants before the data of a buffer that is sent: int getSendOverhead(). */
    int sendOverhead(Object device) {
        return call("getSendOverhead", () -> (int) device.getClass().getMethod("getSendOverhead").invoke(device));
    }

    /** Disconnects a device and returns when all ranks have called this method: void finish(). */
    void finish(Object device) {
        call("finish", () -> device.getClass().getMethod("finish").invoke(device));
    }

    /**
     * Returns a thread group of MPJ's. The shared-memory device runs all ranks in one process, and knows the rank of a thread by the
     * thread's group. Calls the constructor xdev.smpdev.SMPDevProcess(String name).
     *
     * @param name name of the group, such as {@code mpj-0} for rank 0
     */
    public ThreadGroup newProcessGroup(String name) {
        return call("new SMPDevProcess", () -> (ThreadGroup) classes.loadClass("xdev.smpdev.SMPDevProcess")
                .getConstructor(String.class).newInstance(name));
    }

    /** Returns the process that stands for any source. */
    Object anySource() {
        return anySource;
    }

    /** Returns an mpjbuf.Buffer over {@code memory}, whose data begin at {@code offset}. */
    Object newBuffer(ByteBuffer memory, int offset) {
        return call("new Buffer", () -> {
            Object raw = (Object) newNioBuffer.invokeExact(memory.capacity(), (Object) memory);
            return (Object) newBuffer.invokeExact(raw, offset, memory.capacity());
        });
    }

    Object newStatus() {
        return call("new Status", () -> (Object) newStatus.invokeExact());
    }

    /** Empties a buffer, so that it can be received into. */
    void clear(Object buffer) {
        try {
            clear.invokeExact(buffer);
        } catch (Throwable e) {
            throw failed("clear", e);
        }
    }

    /** Writes MPJ's header at the first eight of the {@code bytes} to be sent. */
    void begin(Object buffer, int bytes) {
        try {
            clear.invokeExact(buffer);
            putSectionHeader.invokeExact(buffer, byteType);
            setSize.invokeExact(buffer, bytes);
        } catch (Throwable e) {
            throw failed("putSectionHeader", e);
        }
    }

    Object isend(Object device, Object buffer, Object destination, int tag, int context) {
        try {
            return (Object) isend.invokeExact(device, buffer, destination, tag, context);
        } catch (Throwable e) {
            throw failed("isend", e);
        }
    }

    Object irecv(Object device, Object buffer, Object source, int tag, int context, Object status) {
        try {
            return (Object) irecv.invokeExact(device, buffer, source, tag, context, status);
        } catch (Throwable e) {
            throw failed("irecv", e);
        }
    }

    /** Returns whether a request is complete; its data may then be read. Must not be called again for a request that was complete. */
    boolean test(Object request) {
        try {
            if ((Object) itest.invokeExact(request) == null) {
                return false;
            }
            // the wait returns at once now; itest of the shared-memory device alone does not order memory
            Object status = (Object) iwait.invokeExact(request);
            return status != null;
        } catch (Throwable e) {
            throw failed("itest", e);
        }
    }

    private static <T> T call(String name, Call<T> call) {
        try {
            return call.run();
        } catch (Throwable e) {
            throw failed(name, e instanceof java.lang.reflect.InvocationTargetException wrapped ? wrapped.getCause() : e);
        }
    }

    private static CommException failed(String name, Throwable e) {
        if (e instanceof VirtualMachineError severe) {
            throw severe;
        }
        return new CommException("MPJ Express failed in " + name + ": " + Objects.requireNonNullElse(deepest(e).getMessage(),
                e.toString()), e);
    }

    private static Throwable deepest(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Override
    public void close() {
        try {
            classes.close();
        } catch (IOException e) {
            throw new CommException("the jars of MPJ Express could not be closed: " + e.getMessage(), e);
        }
    }
}
