package hplhetero.run.crew;

import java.io.Serializable;
import java.util.List;

/**
 * What a rank works with.
 *
 * @param workers     its threads
 * @param blas        name of the kernels' provider
 * @param description of the kernels, with their version
 * @param reason      why they were taken
 * @param gflops      measured rate of the kernels on one core; NaN when not measured
 * @param notes       what a person should be told of how they were loaded
 * @param dropouts    who could not take part when they were chosen, and why
 */
public record RankGear(int workers, String blas, String description, String reason, double gflops, List<String> notes, List<String> dropouts)
        implements Serializable {

    static RankGear of(int workers, Kernels kernels) {
        return new RankGear(workers, kernels.kernels().name(), kernels.kernels().description(), kernels.reason(),
                kernels.knownRate().orElse(Double.NaN), kernels.notes(), kernels.dropouts());
    }
}
