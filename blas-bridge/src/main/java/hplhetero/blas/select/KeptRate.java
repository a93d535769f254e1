package hplhetero.blas.select;

import hplhetero.blas.environment.CacheLock;
import java.util.Map;
import java.util.Properties;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;

/**
 * A rate that only disturbance changes, kept in the user's cache folder. The kept value is the highest one measured while everything the
 * rate depends on was unchanged.
 *
 * @param cache   the file that keeps the rate
 * @param key     everything the rate depends on
 * @param name    name of the rate in the file
 * @param options whether rates of earlier runs may be used, and whose turn it is to measure
 */
record KeptRate(MachineCache cache, Map<String, String> key, String name, BlasOptions options) {
    private static final String MEASURED = "timesMeasured";
    /** The number of runs that measure the rate until the highest of their values counts. */
    static final int SAMPLES = 3;

    /**
     * Returns the highest rate measured so far, in Gflop/s. Measures the rate now where there is no cached rate that the options accept.
     *
     * @param settled tells of a rate whether it is beyond doubt already before {@value #SAMPLES} runs have measured it
     * @param measure action that measures the rate now, in Gflop/s
     */
    double highest(DoublePredicate settled, DoubleSupplier measure) {
        Known known = known();
        boolean enough = switch (options.cacheUse()) {
            case ANY -> true;
            case SETTLED -> known.times >= SAMPLES || settled.test(known.gflops);
            case NONE -> false;
        };
        if (known.gflops > 0 && enough) {
            return known.gflops;
        }
        try (CacheLock turn = options.measuring()) {
            if (turn.waited()) {
                known = known();
                if (known.gflops > 0 && options.cacheUse() != BlasOptions.CacheUse.NONE) {
                    return known.gflops;
                }
            }
            return measured(known, measure);
        }
    }

    private double measured(Known known, DoubleSupplier measure) {
        double gflops = Math.max(known.gflops, measure.getAsDouble());
        Properties values = new Properties();
        values.setProperty(name, Double.toString(gflops));
        values.setProperty(MEASURED, Integer.toString(known.times + 1));
        cache.store(key, values);
        return gflops;
    }

    /**
     * The results of earlier runs.
     *
     * @param gflops highest rate, in Gflop/s; 0 where there is none
     * @param times  number of runs that have measured the rate
     */
    private record Known(double gflops, int times) {
    }

    private Known known() {
        Properties kept = cache.load(key).orElseGet(Properties::new);
        return new Known(number(kept, name), (int) number(kept, MEASURED));
    }

    /** Returns a number of the file; 0 where it is missing, or where somebody has written something else there. */
    private static double number(Properties p, String name) {
        try {
            return Double.parseDouble(p.getProperty(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
