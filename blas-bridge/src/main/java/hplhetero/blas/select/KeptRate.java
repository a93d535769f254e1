package hplhetero.blas.select;

import java.util.Map;
import java.util.Properties;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;

/**
 * A rate that nothing but disturbance changes, kept in the user's cache folder: the highest that has been measured where all that it
 * depends on was the same.
 *
 * @param cache where
 * @param key   what it depends on
 * @param name  its word there
 * @param use   whether what earlier runs have measured may be used
 */
record KeptRate(MachineCache cache, Map<String, String> key, String name, BlasOptions.CacheUse use) {
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
        Properties known = cache.load(key).orElseGet(Properties::new);
        double highest = number(known, name);
        int measured = (int) number(known, MEASURED);
        boolean enough = switch (use) {
            case ANY -> true;
            case SETTLED -> measured >= SAMPLES || settled.test(highest);
            case NONE -> false;
        };
        if (highest > 0 && enough) {
            return highest;
        }
        double gflops = Math.max(highest, measure.getAsDouble());
        Properties values = new Properties();
        values.setProperty(name, Double.toString(gflops));
        values.setProperty(MEASURED, Integer.toString(measured + 1));
        cache.store(key, values);
        return gflops;
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
