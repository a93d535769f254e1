package hplhetero.hpl.result;

import java.io.Serializable;
import java.util.List;

/**
 * The rates at which ranks updated the trailing matrix during some panel steps. The time in which a rank waited does not count.
 *
 * @param panel  number of panels that had been applied at the end of these steps
 * @param gflops rate of each rank in billions of operations a second, indexed by rank; NaN for a rank that had nothing to update
 */
public record RateSample(int panel, List<Double> gflops) implements Serializable {
    public RateSample {
        gflops = List.copyOf(gflops);
    }
}
