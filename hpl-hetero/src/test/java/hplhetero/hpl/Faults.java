package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.PanelUpdate;
import hplhetero.blas.host.PlainPanelUpdate;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** Real kernels of which one call goes wrong. */
final class Faults {
    private Faults() {
    }

    /** @param fault sees the arguments of every call of {@code method} first */
    static DenseKernels before(DenseKernels kernels, String method, Consumer<Object[]> fault) {
        return proxy(DenseKernels.class, (proxy, called, arguments) -> {
            if (called.getName().equals(method)) {
                fault.accept(arguments);
            }
            return invoke(kernels, called, arguments);
        });
    }

    /** @param around is given each product of the trailing update, to compute it, in the thread that does so */
    static DenseKernels aroundProducts(DenseKernels kernels, Consumer<Runnable> around) {
        return proxy(DenseKernels.class, (proxy, called, arguments) -> {
            Object result = invoke(kernels, called, arguments);
            return result instanceof PanelUpdate update ? aroundProducts(update, around) : result;
        });
    }

    private static PanelUpdate aroundProducts(PanelUpdate update, Consumer<Runnable> around) {
        return proxy(PanelUpdate.class, (proxy, called, arguments) -> {
            if (!called.getName().startsWith("multiply")) {
                return invoke(update, called, arguments);
            }
            around.accept(() -> {
                try {
                    invoke(update, called, arguments);
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });
            return null;
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static Object invoke(Object target, Method called, Object[] arguments) throws Throwable {
        try {
            return called.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The same for calls that the workers of a rank make: here the trailing update calls dtrsm and dgemm. */
    static DenseKernels beforeAlsoOnWorkers(DenseKernels kernels, String method, Consumer<Object[]> fault) {
        DenseKernels faulty = before(kernels, method, fault);
        return proxy(DenseKernels.class, (proxy, called, arguments) -> called.getName().equals("panelUpdate")
                        ? new PlainPanelUpdate(faulty, TriangularSolve.byHalves(faulty), (int) arguments[0], (int) arguments[1],
                                (int) arguments[2], (int) arguments[3], (Arena) arguments[4])
                        : Proxy.getInvocationHandler(faulty).invoke(faulty, called, arguments));
    }
}
