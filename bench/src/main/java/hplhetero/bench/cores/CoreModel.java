package hplhetero.bench.cores;

/**
 * A model of one core: a kernel takes the time of its operations, or that of its memory traffic where this is longer, and some time for the
 * call.
 *
 * @param gflops      billions of operations a second of a product with a long inner dimension
 * @param halfLength  inner dimension at which a product reaches half of {@code gflops}
 * @param solveShare  rate of a triangular solve as a share of that of a product
 * @param updateGigabytes billions of bytes a second that a core reads and writes in the trailing matrix while all cores do so
 * @param panelGigabytes billions of bytes a second that a core reads and writes in its own rows of a panel, which mostly stay in its cache
 * @param callNanos   nanoseconds for a call of any kernel
 */
public record CoreModel(double gflops, double halfLength, double solveShare, double updateGigabytes, double panelGigabytes,
        double callNanos) {

    private double seconds(double operations, double rate, double bytes, double gigabytes) {
        return Math.max(operations / rate, bytes / gigabytes) * 1e-9 + callNanos * 1e-9;
    }

    /** Returns the seconds of an m x n product with inner dimension k in a panel. */
    double product(double m, double n, double k) {
        return seconds(2 * m * n * k, gflops * k / (k + halfLength), 8 * (m * k + 2 * m * n), panelGigabytes);
    }

    /** Returns the seconds of an m x n product with inner dimension k in the trailing matrix. */
    public double update(double m, double n, double k) {
        return seconds(2 * m * n * k, gflops * k / (k + halfLength), 16 * m * n, updateGigabytes);
    }

    /** Returns the seconds of a solve of n right-hand sides with a triangle of order k. */
    double solve(double k, double n) {
        return seconds(n * k * k, solveShare * gflops, 16 * k * n, panelGigabytes);
    }

    /** Returns the seconds of a kernel in a panel that reads or writes {@code elements} doubles and does two operations with each. */
    double pass(double elements) {
        return seconds(2 * elements, gflops, 8 * elements, panelGigabytes);
    }

    /** Returns the seconds that it takes to copy {@code elements} doubles of the trailing matrix. */
    double copy(double elements) {
        return seconds(0, gflops, 16 * elements, updateGigabytes);
    }
}
