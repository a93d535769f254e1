package hplhetero.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A shared library that is loaded in this process.
 *
 * @param name    name by which the system's loader was asked for the library
 * @param symbols symbols of the library and of the libraries it links to
 */
@SuppressWarnings("restricted") // this class loads native code
public record NativeLibrary(String name, SymbolLookup symbols) {
    // <dlfcn.h> of Linux
    private static final int RTLD_LAZY = 1;
    private static final int RTLD_NOW = 2;
    private static final int RTLD_GLOBAL = 0x100;
    /** Size of the C structure Dl_info in bytes; its first member is {@code const char *dli_fname}. */
    private static final long DL_INFO_BYTES = 32;

    /** The error that tells that a library was refused. The message is the reason, in the system loader's own words where it gives some. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason);
        }
    }

    /** Returns the C library and all else that is in every process. */
    public static NativeLibrary system() {
        return new NativeLibrary("the C library", Linker.nativeLinker().defaultLookup());
    }

    /**
     * Returns the name by which the system's loader is asked for a file that a person named. This is the file's absolute path, or a bare
     * name that the loader searches for where there is no such file.
     *
     * @throws Refused when the path is a folder, or has a parent folder and is no file
     */
    public static String nameOf(Path file) throws Refused {
        if (Files.isRegularFile(file)) {
            return file.toAbsolutePath().toString();
        }
        if (file.getParent() == null && !Files.exists(file)) {
            return file.toString();
        }
        throw new Refused(Files.isDirectory(file) ? "is a folder" : "was not found");
    }

    /**
     * Loads a library by path or soname, or takes it where it is loaded already. Its symbols stay hidden from other libraries.
     *
     * @param name  path or soname
     * @param arena arena with which the library is unloaded; the global arena where the library's threads and handlers may live on
     * @throws Refused when the loader finds no such library or refuses it
     */
    public static NativeLibrary open(String name, Arena arena) throws Refused {
        try {
            return new NativeLibrary(name, SymbolLookup.libraryLookup(name, arena));
        } catch (IllegalArgumentException e) {
            throw new Refused(whyNot(name, RTLD_LAZY).orElse(e.getMessage()));
        }
    }

    /**
     * Loads a library for the life of the process and makes its symbols visible to all others: plug-ins of a library may look for its
     * symbols among the global ones.
     *
     * @throws Refused when the loader finds no such library or refuses it
     */
    public static NativeLibrary openGlobally(String name) throws Refused {
        Optional<String> reason = whyNot(name, RTLD_NOW | RTLD_GLOBAL);
        if (reason.isPresent()) {
            throw new Refused(reason.get());
        }
        return open(name, Arena.global());
    }

    /**
     * Loads a library with dlopen, for the life of the process.
     *
     * @return the loader's text where it refuses; empty where it loads, and on a system without dlopen
     */
    private static Optional<String> whyNot(String name, int flags) {
        Optional<MemorySegment> dlopen = system().find("dlopen");
        Optional<MemorySegment> dlerror = system().find("dlerror");
        if (dlopen.isEmpty() || dlerror.isEmpty()) {
            return Optional.empty();
        }
        // void *dlopen(const char *filename, int flags); char *dlerror(void)
        MethodHandle open = Downcall.to(dlopen.get(), JAVA_LONG, ADDRESS, JAVA_INT);
        // the handle of dlerror is made before dlopen is called: making a handle looks up symbols itself, and so would clear the error
        MethodHandle error = Downcall.to(dlerror.get(), JAVA_LONG);
        try (Arena arena = Arena.ofConfined()) {
            long handle = (long) open.invokeExact(arena.allocateFrom(name), flags);
            long text = (long) error.invokeExact();
            return handle != 0 ? Optional.empty() : Optional.of(text == 0 ? "no reason given" : string(text));
        } catch (Throwable e) {
            throw new AssertionError("dlopen", e);
        }
    }

    /** Returns the address of a function or variable of this library; empty where it has no such symbol. */
    public Optional<MemorySegment> find(String symbol) {
        return symbols.find(symbol);
    }

    /** Returns the file from which a symbol was loaded; empty where the system cannot tell. */
    public static Optional<String> fileOf(MemorySegment symbol) {
        Optional<MemorySegment> dladdr = system().find("dladdr");
        if (dladdr.isEmpty()) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(DL_INFO_BYTES, Long.BYTES);
            // int dladdr(const void *addr, Dl_info *info)
            int found = (int) Downcall.to(dladdr.get(), JAVA_INT, JAVA_LONG, ADDRESS).invokeExact(symbol.address(), info);
            return found == 0 ? Optional.empty() : Optional.of(string(info.get(JAVA_LONG, 0)));
        } catch (Throwable e) {
            throw new AssertionError("dladdr", e);
        }
    }

    private static String string(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
    }
}
