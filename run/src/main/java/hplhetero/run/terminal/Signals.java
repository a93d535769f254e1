package hplhetero.run.terminal;

import hplhetero.input.text.InputException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Signals of the operating system at which a run is to end in good order. Java has no public class for them; the JDK's module
 * jdk.unsupported has one, which is used by name, as the compiler warns of every direct use.
 */
public final class Signals {
    /** Nanoseconds after the first signal within which further ones are taken for the same. */
    private static final long ONE_SIGNAL_NANOS = 2_000_000_000L;
    private static final long NOT_HEARD = Long.MIN_VALUE;

    private Signals() {
    }

    /**
     * Has an action done at the first of these signals, in place of the end of the process. A later one ends the process. A launcher may
     * send one signal to all processes of a rank, and the shell around the rank passes it on, so signals that come shortly after the first
     * count as that one.
     *
     * @param names  names of signals, such as TERM
     * @param action called once, on a thread of its own
     * @throws InputException where a signal does not exist, or the JVM needs it itself
     */
    public static void handle(List<String> names, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            AtomicLong first = new AtomicLong(NOT_HEARD);
            Object ours = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                long now = System.nanoTime();
                if (first.compareAndSet(NOT_HEARD, now)) {
                    action.run();
                } else if (now - first.get() > ONE_SIGNAL_NANOS) {
                    Runtime.getRuntime().exit(ExitCode.INTERRUPTED);
                }
                return null;
            });
            for (String name : names) {
                handle(name, signal, handler, ours);
            }
        } catch (ReflectiveOperationException without) {
            throw new InputException("--checkpoint: this Java cannot tell of signals (" + without + "): take a JDK with the module "
                    + "jdk.unsupported", without);
        }
    }

    private static void handle(String name, Class<?> signal, Class<?> handler, Object ours) throws ReflectiveOperationException {
        try {
            signal.getMethod("handle", signal, handler).invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
        } catch (InvocationTargetException refused) {
            throw new InputException("--signal " + name + ": cannot be used (" + refused.getCause().getMessage()
                    + "): choose another, such as USR1", refused);
        }
    }
}
