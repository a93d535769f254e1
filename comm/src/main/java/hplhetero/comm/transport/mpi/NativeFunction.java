package hplhetero.comm.transport.mpi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import hplhetero.ffm.Downcall;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Collections;

/**
 * A function of C that takes pointers and integers and returns an int. All arguments go as {@code long}: an int that is extended to 64 bits
 * is what the calling conventions of 64-bit platforms want in a register. The method handles do not name the function, so they are
 * constants for the compiler; the function's address is their first argument.
 */
record NativeFunction(String name, MemorySegment address) {
    private static final MethodHandle CALL_0 = handle(0);
    private static final MethodHandle CALL_1 = handle(1);
    private static final MethodHandle CALL_2 = handle(2);
    private static final MethodHandle CALL_3 = handle(3);
    private static final MethodHandle CALL_4 = handle(4);
    private static final MethodHandle CALL_5 = handle(5);
    private static final MethodHandle CALL_7 = handle(7);

    private static MethodHandle handle(int arguments) {
        return Downcall.of(ValueLayout.JAVA_INT, Collections.nCopies(arguments, JAVA_LONG).toArray(ValueLayout.OfLong[]::new));
    }

    int call() {
        try {
            return (int) CALL_0.invokeExact(address);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    int call(long a) {
        try {
            return (int) CALL_1.invokeExact(address, a);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    int call(long a, long b) {
        try {
            return (int) CALL_2.invokeExact(address, a, b);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    int call(long a, long b, long c) {
        try {
            return (int) CALL_3.invokeExact(address, a, b, c);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    int call(long a, long b, long c, long d) {
        try {
            return (int) CALL_4.invokeExact(address, a, b, c, d);
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    int call(long a, long b, long c, long d, long e) {
        try {
            return (int) CALL_5.invokeExact(address, a, b, c, d, e);
        } catch (Throwable thrown) {
            throw new AssertionError(name, thrown);
        }
    }

    int call(long a, long b, long c, long d, long e, long f, long g) {
        try {
            return (int) CALL_7.invokeExact(address, a, b, c, d, e, f, g);
        } catch (Throwable thrown) {
            throw new AssertionError(name, thrown);
        }
    }
}
