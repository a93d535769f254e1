package hplhetero.hpl.update;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;

/**
 * The products of a step that workers are computing. At the end of a step, when all tasks are taken, workers without a task take rows of
 * them, so that all workers end together however unlike the last tasks or the cores are. A product's worker takes rows of it in the same
 * way. Who takes rows takes a share of those that are left, so the last pieces are small. Used by all workers of a lane.
 */
final class OpenProducts {
    /** Number of shares into which the rows that are left are divided: a worker takes one. */
    private static final int SHARES = 4;
    /** Distance of entries that different workers write: two cache lines of references. */
    private static final int STRIDE = 32;

    /** A product A22 &lt;- A22 - L2 U of some columns. */
    private static final class Product {
        private final Step step;
        private final int column;
        private final int width;
        private final int u;
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();

        Product(Step step, int column, int width, int u) {
            this.step = step;
            this.column = column;
            this.width = width;
            this.u = u;
        }
    }

    private final ColumnWork work;
    private final int workers;
    private final int leastRows;
    /** The product that each worker is at, null where there is none, at index worker x {@link #STRIDE}; written by this worker. */
    private final AtomicReferenceArray<Product> products;
    /** Number of the step's tasks of which rows may be left to take. */
    private final AtomicInteger tasks = new AtomicInteger();

    /**
     * Makes the products of a lane.
     *
     * @param workers   number of workers of the lane
     * @param leastRows fewest rows that are worth a call of the kernels
     */
    OpenProducts(ColumnWork work, int workers, int leastRows) {
        this.work = work;
        this.workers = workers;
        this.leastRows = leastRows;
        products = new AtomicReferenceArray<>(workers * STRIDE);
    }

    /** Begins a step of so many tasks, each of which calls {@link #end} once. */
    void begin(int count) {
        tasks.set(count);
    }

    /** Notes that all rows of a task have been taken, or that the task has failed. */
    void end() {
        tasks.decrementAndGet();
    }

    /**
     * Computes the product of some columns with all rows below the panel, together with workers that {@link #help}. Returns when it is
     * done.
     *
     * @param column  first local column
     * @param width   number of columns
     * @param u       first of the columns of the work space for U, which are solved
     * @param worker  number of the calling worker
     * @param between called by the rank's thread now and then
     */
    void multiply(Step step, int column, int width, int u, int worker, BooleanSupplier between) {
        Product product = new Product(step, column, width, u);
        try {
            // Others may read U only when the solve that this worker has submitted is done.
            work.await(step.update, worker, between);
            products.set(worker * STRIDE, product);
            while (takeRows(product, worker, between)) {
                Thread.onSpinWait();
            }
        } finally {
            products.set(worker * STRIDE, null);
            end();
        }
        for (int idle = 0; product.done.get() < step.m; idle++) {
            work.idle(idle, worker, between);
        }
    }

    /** Takes rows of other workers' products, until no task of the step has rows left. */
    void help(int worker, BooleanSupplier between) {
        int idle = 0;
        while (tasks.get() > 0) {
            if (tookSome(worker, between)) {
                idle = 0;
            } else {
                work.idle(idle++, worker, between);
            }
        }
    }

    /** Takes rows of each product that has some left; returns whether one had. */
    private boolean tookSome(int worker, BooleanSupplier between) {
        boolean took = false;
        for (int w = 0; w < workers; w++) {
            Product product = products.get((worker + w) % workers * STRIDE);
            while (product != null && takeRows(product, worker, between)) {
                took = true;
            }
        }
        return took;
    }

    /** Computes some rows of a product; returns whether there were rows that nobody had taken. */
    private boolean takeRows(Product product, int worker, BooleanSupplier between) {
        int m = product.step.m;
        int from = product.taken.get();
        while (from < m) {
            int share = (m - from) / SHARES / leastRows * leastRows;
            int rows = Math.min(m - from, Math.max(leastRows, share));
            if (product.taken.compareAndSet(from, from + rows)) {
                try {
                    work.multiply(product.step, product.column, product.width, product.u, from, rows, worker, between);
                } finally {
                    product.done.addAndGet(rows);
                }
                return true;
            }
            from = product.taken.get();
        }
        return false;
    }
}
