package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.KernelException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Locale;

/** The functions of hipRTC, AMD's compiler of HIP, with the C prototype of {@code <hip/hiprtc.h>} above each call. Any thread may call. */
final class HipCompiler {
    private static final MethodHandle CREATE = Downcall.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle COMPILE = Downcall.of(JAVA_INT, JAVA_LONG, JAVA_INT, ADDRESS);
    private static final MethodHandle INT_OF_LONG_ADDRESS = Downcall.of(JAVA_INT, JAVA_LONG, ADDRESS);
    private static final MethodHandle DESTROY = Downcall.of(JAVA_INT, ADDRESS);

    private final NativeLibrary library;

    HipCompiler(NativeLibrary library) {
        this.library = library;
    }

    /**
     * Compiles a text.
     *
     * @param name         name of the text in messages
     * @param text         the text, which ends with a byte 0
     * @param architecture name of the architecture, such as gfx90a:sramecc+:xnack-
     * @param arena        arena of the result
     * @return the code, which the runtime can load
     * @throws KernelException when hipRTC refuses the text, with the first line of its log that tells an error
     */
    MemorySegment compile(String name, MemorySegment text, String architecture, Arena arena) {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment handle = own.allocate(JAVA_LONG);
            // hiprtcResult hiprtcCreateProgram(hiprtcProgram *prog, const char *src, const char *name, int numHeaders,
            //         const char **headers, const char **includeNames)
            check("hiprtcCreateProgram",
                    (int) CREATE.invokeExact(of("hiprtcCreateProgram"), handle, text, own.allocateFrom(name), 0, 0L, 0L));
            long program = handle.get(JAVA_LONG, 0);
            try {
                MemorySegment option = own.allocateFrom(JAVA_LONG, own.allocateFrom("--gpu-architecture=" + architecture).address());
                // hiprtcResult hiprtcCompileProgram(hiprtcProgram prog, int numOptions, const char **options)
                int status = (int) COMPILE.invokeExact(of("hiprtcCompileProgram"), program, 1, option);
                if (status != 0) {
                    throw new KernelException("hiprtcCompileProgram=" + status + ": " + error(program));
                }
                // hiprtcResult hiprtcGetCodeSize(hiprtcProgram prog, size_t *codeSizeRet)
                // hiprtcResult hiprtcGetCode(hiprtcProgram prog, char *code)
                return result("hiprtcGetCode", program, arena);
            } finally {
                // hiprtcResult hiprtcDestroyProgram(hiprtcProgram *prog)
                check("hiprtcDestroyProgram", (int) DESTROY.invokeExact(of("hiprtcDestroyProgram"), handle));
            }
        } catch (KernelException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a function of hipRTC cannot throw", e);
        }
    }

    /** Returns the first line of the log that tells an error, or the log's first line where none does. */
    private String error(long program) throws Throwable {
        try (Arena own = Arena.ofConfined()) {
            // hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram prog, size_t *logSizeRet)
            // hiprtcResult hiprtcGetProgramLog(hiprtcProgram prog, char *log)
            MemorySegment log = result("hiprtcGetProgramLog", program, own);
            List<String> lines = log.byteSize() == 0 ? List.of() : log.getString(0).lines().filter(line -> !line.isBlank()).toList();
            return lines.stream().filter(line -> line.toLowerCase(Locale.ROOT).contains("error")).findFirst()
                    .orElse(lines.isEmpty() ? "no reason given" : lines.getFirst()).strip();
        }
    }

    /** Returns what a function of hipRTC writes, whose size the function of the same name with "Size" at its end tells. */
    private MemorySegment result(String name, long program, Arena arena) throws Throwable {
        MemorySegment size = arena.allocate(JAVA_LONG);
        check(name + "Size", (int) INT_OF_LONG_ADDRESS.invokeExact(of(name + "Size"), program, size));
        MemorySegment bytes = arena.allocate(size.get(JAVA_LONG, 0), Long.BYTES);
        if (bytes.byteSize() > 0) {
            check(name, (int) INT_OF_LONG_ADDRESS.invokeExact(of(name), program, bytes));
        }
        return bytes;
    }

    private MemorySegment of(String name) {
        return library.find(name).orElseThrow(() -> new KernelException(library.name() + " has no " + name));
    }

    private static void check(String what, int status) {
        if (status != 0) {
            throw new KernelException(what + "=" + status);
        }
    }
}
