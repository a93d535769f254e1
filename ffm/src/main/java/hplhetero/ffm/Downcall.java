package hplhetero.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A maker of handles that call C functions by {@code invokeExact}. Where speed matters the handle must be a {@code static final} field of
 * the caller, so that it is a constant for the compiler. Pointers may be given as {@code long} addresses: they travel in the same register
 * on every 64-bit platform, and cost no check of a segment's scope.
 */
@SuppressWarnings("restricted") // this class calls native code
public final class Downcall {

    /** Layout of the segment in which handles of {@link #toWithErrno} leave {@code errno}: an int at the start of the segment. */
    public static final MemoryLayout ERRNO = Linker.Option.captureStateLayout();

    private Downcall() {
    }

    /**
     * Returns the handle that calls any C function with this result and these arguments. The function's address, a {@link MemorySegment},
     * is the handle's first argument.
     */
    public static MethodHandle of(MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(result, arguments));
    }

    /**
     * Returns the handle that calls any C function with these arguments and no result. The function's address, a {@link MemorySegment}, is
     * the handle's first argument.
     */
    public static MethodHandle ofVoid(MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(arguments));
    }

    /** Returns the handle that calls the C function at {@code function} with this result and these arguments. */
    public static MethodHandle to(MemorySegment function, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(result, arguments));
    }

    /** Returns the handle that calls the C function at {@code function} with these arguments and no result. */
    public static MethodHandle toVoid(MemorySegment function, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.ofVoid(arguments));
    }

    /**
     * Returns the handle that calls a C function without a result that takes a microsecond at most and calls nothing else. The thread does
     * not leave Java for the call, so the call holds up the garbage collector.
     */
    public static MethodHandle toShortVoid(MemorySegment function, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.ofVoid(arguments), Linker.Option.critical(false));
    }

    /**
     * Returns the handle that calls a C function and keeps {@code errno}. The handle's first argument is a segment with the layout {@link
     * #ERRNO}, which holds {@code errno} after the call.
     */
    public static MethodHandle toWithErrno(MemorySegment function, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker().downcallHandle(function, FunctionDescriptor.of(result, arguments),
                Linker.Option.captureCallState("errno"));
    }
}
