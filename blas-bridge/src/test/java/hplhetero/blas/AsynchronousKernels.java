package hplhetero.blas;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Kernels of the host whose panel updates other threads carry out, some time after they were submitted: what a device does, without one.
 * Each worker's submissions keep their order, those of different workers have none.
 */
public final class AsynchronousKernels {
    private static final long DELAY_NANOS = 50_000;

    private final DenseKernels kernels;
    private final Executor threads = Executors.newFixedThreadPool(3, Thread.ofPlatform().name("device").daemon().factory());
    private final AtomicLong notYet = new AtomicLong();
    private final AtomicLong productsLeft;

    public AsynchronousKernels(DenseKernels kernels) {
        this(kernels, Long.MAX_VALUE);
    }

    /** @param lastProduct after which the device is lost: all work fails that is submitted then */
    public AsynchronousKernels(DenseKernels kernels, long lastProduct) {
        this.kernels = kernels;
        productsLeft = new AtomicLong(lastProduct);
    }

    /** How many polls have found work not yet done. */
    public long notYet() {
        return notYet.get();
    }

    public DenseKernels kernels() {
        return (DenseKernels) Proxy.newProxyInstance(AsynchronousKernels.class.getClassLoader(), new Class<?>[] {DenseKernels.class},
                (proxy, method, arguments) -> {
                    Object result = invoke(kernels, method, arguments);
                    return result instanceof PanelUpdate update ? new Queues(update, (int) arguments[3]).update() : result;
                });
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A panel update with a queue for each worker. */
    private final class Queues {
        private final PanelUpdate update;
        /** Of each worker, the last it has submitted: each begins when the one before has ended. */
        private final CompletableFuture<?>[] last;

        Queues(PanelUpdate update, int workers) {
            this.update = update;
            last = new CompletableFuture<?>[workers];
            Arrays.fill(last, CompletableFuture.completedFuture(null));
        }

        PanelUpdate update() {
            return (PanelUpdate) Proxy.newProxyInstance(AsynchronousKernels.class.getClassLoader(), new Class<?>[] {PanelUpdate.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "begin", "beginPacked", "factors", "leave", "follow", "toString" -> invoke(update, method, arguments);
                        case "submitted" -> submitted((int) arguments[0]);
                        default -> submit((int) arguments[0], method, arguments);
                    });
        }

        private Object submit(int worker, Method method, Object[] arguments) {
            last[worker] = last[worker].thenRunAsync(() -> {
                if (!method.getName().equals("load") && !method.getName().equals("move")) {
                    LockSupport.parkNanos(DELAY_NANOS);
                }
                try {
                    if (method.getName().startsWith("multiply") ? productsLeft.getAndDecrement() <= 0 : productsLeft.get() < 0) {
                        throw new KernelException("the device is lost");
                    }
                    invoke(update, method, arguments);
                } catch (Throwable e) {
                    throw new CompletionException(e);
                }
            }, threads);
            return null;
        }

        private Completion submitted(int worker) {
            CompletableFuture<?> work = last[worker];
            return () -> {
                if (!work.isDone()) {
                    notYet.incrementAndGet();
                    return false;
                }
                if (work.isCompletedExceptionally()) {
                    last[worker] = CompletableFuture.completedFuture(null);
                    throw (RuntimeException) work.exceptionNow();
                }
                return true;
            };
        }
    }
}
