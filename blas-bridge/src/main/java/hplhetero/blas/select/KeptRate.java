package hplhetero.blas.select;

import hplhetero.blas.environment.CacheLock;
import java.util.Map;
import java.util.Properties;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;

/**
 * A rate that nothing but disturbance changes, kept in the user's cache folder: the highest that has been measured where all that it
 * depends on was the same.
 *
 * @param cache   where
 * @param key     what it depends on
 * @param name    its word there
 * @param options whether what earlier runs have measured may be used, and whose turn it is to measure
 */
record KeptRate(MachineCache cache, Map<String, String> key, String name, BlasOptions options) {
    private static final String MEASURED = "timesMeasured";
    /** How many runs measure it until the highest of them counts. */
    static final int SAMPLES = 3;

    /**
     * Its highest so far, in Gflop/s.
     *
     * @param settled whether one is beyond doubt before it has been measured {@value #SAMPLES} times
     * @param measure takes it now
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
     * What earlier runs have found.
     *
     * @param gflops the highest, 0 where there is none
     * @param times  how many runs have measured it
     */
    private record Known(double gflops, int times) {
    }

    private Known known() {
        Properties kept = cache.load(key).orElseGet(Properties::new);
        return new Known(number(kept, name), (int) number(kept, MEASURED));
    }

    /** 0 where there is none, or what somebody has written there is no number. */
    private static double number(Properties p, String name) {
        try {
            return Double.parseDouble(p.getProperty(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
