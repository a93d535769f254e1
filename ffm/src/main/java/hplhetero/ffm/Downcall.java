package hplhetero.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Handles that call C functions, for {@code invokeExact}. Where speed matters the handle must be a {@code static final} field of who calls,
 * so that it is a constant for the compiler. Pointers may be given as {@code long} addresses: they travel in the same register on every
 * 64-bit platform, and cost no check of a segment's scope.
 */
@SuppressWarnings("restricted") // this is the class that calls native code
public final class Downcall {

    /** Where {@link #toWithErrno} leaves {@code errno}, an int at its begin. */
    public static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

    private Downcall() {
    }

    /** Of functions with this result and these arguments; the function's address, a {@link MemorySegment}, is the first argument. */
    public static MethodHandle of(MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, arguments));
    }

    /** The same without a result. */
    public static MethodHandle ofVoid(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(arguments));
    }

    /** Of one function. */
    public static MethodHandle to(MemorySegment function, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(result, arguments));
    }

    /** The same without a result. */
    public static MethodHandle toVoid(MemorySegment function, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.ofVoid(arguments));
    }

    /**
     * As {@link #toVoid} for a function of a microsecond at most, which calls nothing: the thread does not leave Java for it, so it
     * holds up the garbage collector.
     */
    public static MethodHandle toShortVoid(MemorySegment function, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.ofVoid(arguments), Linker.Option.critical(false));
    }

    /** As {@link #to}; a segment as {@link #ERRNO} says is the first argument, and {@code errno} stands there afterwards. */
    public static MethodHandle toWithErrno(MemorySegment function, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"));
    }
}
