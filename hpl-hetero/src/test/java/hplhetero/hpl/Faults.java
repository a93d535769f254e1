package hplhetero.hpl;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.host.PlainPanelUpdate;
import hplhetero.blas.host.TriangularSolve;
import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** Real kernels of which one call goes wrong. */
final class Faults {
    private Faults() {
    }

    /** @param fault sees the arguments of every call of {@code method} first */
    static DenseKernels before(DenseKernels kernels, String method, Consumer<Object[]> fault) {
        return (DenseKernels) Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        fault.accept(arguments);
                    }
                    try {
                        return called.invoke(kernels, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The same for calls that the workers of a rank make: here the trailing update calls dtrsm and dgemm. */
    static DenseKernels beforeAlsoOnWorkers(DenseKernels kernels, String method, Consumer<Object[]> fault) {
        DenseKernels faulty = before(kernels, method, fault);
        return (DenseKernels) Proxy.newProxyInstance(Faults.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, called, arguments) -> called.getName().equals("panelUpdate")
                        ? new PlainPanelUpdate(faulty, TriangularSolve.byHalves(faulty), (int) arguments[0], (int) arguments[1],
                                (int) arguments[2], (int) arguments[3], (Arena) arguments[4])
                        : Proxy.getInvocationHandler(faulty).invoke(faulty, called, arguments));
    }
}
