package hplhetero.run.crew;

import java.io.Serializable;

/**
 * What a rank works with.
 *
 * @param workers     its threads
 * @param blas        name of the kernels' provider
 * @param description of the kernels, with their version
 * @param reason      why they were taken
 * @param gflops      measured rate of the kernels on one core; NaN when not measured
 */
public record RankGear(int workers, String blas, String description, String reason, double gflops) implements Serializable {
}
