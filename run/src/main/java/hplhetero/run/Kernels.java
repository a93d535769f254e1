package hplhetero.run;

import hplhetero.blas.Blas;
import hplhetero.blas.BlasChoice;
import hplhetero.blas.BlasOptions;
import hplhetero.blas.Contest;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The kernels chosen, and what is known of their speed on this machine. Rates come from the contest; where
 * the user named a provider the contest is asked only when a rate is wanted.
 */
final class Kernels {
    private final BlasChoice choice;
    private final BlasOptions options;
    private Optional<Contest> contest;

    private Kernels(BlasChoice choice, BlasOptions options) {
        this.choice = choice;
        this.options = options;
        this.contest = choice.contest();
    }

    /** @throws KernelException when they cannot be used here */
    static Kernels choose(String name, BlasOptions options) {
        return new Kernels(Blas.select(name, options), options);
    }

    DenseKernels kernels() {
        return choice.kernels();
    }

    String reason() {
        return choice.reason();
    }

    /** GFLOPS of the trailing update on one core, where known without measuring. */
    OptionalDouble knownRate() {
        return contest.stream().flatMap(c -> c.entries().stream())
                .filter(e -> e.name().equals(kernels().name()) && e.usable())
                .mapToDouble(Contest.Entry::gflopsPerCore).findFirst();
    }

    /** GFLOPS of fused multiply-adds on one core, where known without measuring. */
    OptionalDouble knownPeak() {
        return contest.stream().mapToDouble(Contest::fmaPeakGflops).findFirst();
    }

    /** Makes rates known, by a contest of about a second where there is none in the cache. */
    void measure() {
        if (contest.isEmpty()) {
            try {
                contest = Optional.of(Blas.contest(options));
            } catch (KernelException noEntrant) {
                contest = Optional.empty(); // rates stay unknown and are reported as such
            }
        }
    }
}
