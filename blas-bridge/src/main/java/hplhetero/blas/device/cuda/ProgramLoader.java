package hplhetero.blas.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.blas.KernelException;
import hplhetero.ffm.Downcall;
import hplhetero.ffm.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/**
 * What loads programs of ours for a vendor's devices. Nvidia's driver translates PTX, Nvidia's portable machine code, and launches the
 * programs. For AMD's devices hipRTC compiles HIP, a language like C++, and the runtime launches the programs. Any thread may call.
 *
 * @param vendor       the vendor of the devices
 * @param runtime      the vendor's runtime
 * @param needed       file name of the library that programs need besides the runtime: Nvidia's driver, or hipRTC
 * @param further      the library that programs need besides the runtime; empty where it was not found
 * @param architecture the architecture for which hipRTC compiles; empty for Nvidia, whose driver knows it
 */
record ProgramLoader(Vendor vendor, NativeLibrary runtime, String needed, Optional<NativeLibrary> further, String architecture) {
    private static final MethodHandle LOAD = Downcall.of(JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GET = Downcall.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);

    /** Returns a loader like this one that has hipRTC compile for an architecture. */
    ProgramLoader withArchitecture(String other) {
        return new ProgramLoader(vendor, runtime, needed, further, other);
    }

    /**
     * Loads the programs of a text for the calling thread's device.
     *
     * @param text name of the text, a file of this package without its ending
     * @return the function that gives the program of a name in the text, and throws a {@link KernelException} where there is none
     * @throws KernelException when the driver or the compiler is missing or refuses the text; the message is a short reason
     */
    Function<String, DeviceProgram> load(String text) {
        Vendor.Programs names = vendor.programs;
        NativeLibrary other = further.orElseThrow(() -> new KernelException(needed + " was not found"));
        NativeLibrary library = vendor == Vendor.ROCM ? runtime : other;
        DeviceProgram.Launches launches = new DeviceProgram.Launches(of(library, names.launch()), library.find(names.launchTogether()));
        MemorySegment loadModule = of(library, names.loadModule());
        MemorySegment getFunction = of(library, names.getFunction());
        String file = text + names.ending();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment image = arena.allocateFrom(read(file));
            if (vendor == Vendor.ROCM) {
                // never freed, since the runtime does not promise that it copies the code
                image = new HipCompiler(other).compile(file, image, architecture, Arena.global());
            }
            MemorySegment module = arena.allocate(JAVA_LONG);
            // CUresult cuModuleLoadData(CUmodule *module, const void *image)
            check(names.loadModule(), (int) LOAD.invokeExact(loadModule, module, image));
            long loaded = module.get(JAVA_LONG, 0);
            return name -> new DeviceProgram(launches, function(getFunction, loaded, name));
        } catch (KernelException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a function of the driver cannot throw", e);
        }
    }

    private long function(MemorySegment getFunction, long module, String name) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment function = arena.allocate(JAVA_LONG);
            // CUresult cuModuleGetFunction(CUfunction *hfunc, CUmodule hmod, const char *name)
            check(vendor.programs.getFunction(), (int) GET.invokeExact(getFunction, function, module, arena.allocateFrom(name)));
            return function.get(JAVA_LONG, 0);
        } catch (KernelException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a function of the driver cannot throw", e);
        }
    }

    private static MemorySegment of(NativeLibrary library, String name) {
        return library.find(name).orElseThrow(() -> new KernelException(library.name() + " has no " + name));
    }

    private static void check(String what, int status) {
        if (status != 0) {
            throw new KernelException(what + "=" + status);
        }
    }

    private static String read(String file) {
        try (InputStream in = ProgramLoader.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
