package hplhetero.run.crew;

import hplhetero.blas.Blas;
import hplhetero.blas.BlasChoice;
import hplhetero.blas.BlasOptions;
import hplhetero.blas.Contest;
import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The kernels chosen, and what is known of their speed on this machine: from the contest, or measured when
 * asked for where the user named a provider. Written by the main thread; the JVM's shutdown reads.
 */
final class Kernels {
    private final BlasChoice choice;
    private final BlasOptions options;
    private volatile Optional<Contest> contest;
    private volatile OptionalDouble peak = OptionalDouble.empty();

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

    /** What a person should be told of how they were loaded. */
    List<String> notes() {
        return kernels().notes();
    }

    /** Who could not take part when they were chosen, and why. */
    List<String> dropouts() {
        return choice.contest().map(Contest::dropouts).orElse(List.of());
    }

    /** GFLOPS of the trailing update on one core, where known without measuring. */
    OptionalDouble knownRate() {
        return contest.stream().flatMap(c -> c.entries().stream())
                .filter(e -> e.name().equals(kernels().name()) && e.usable())
                .mapToDouble(Contest.Entry::gflopsPerCore).findFirst();
    }

    /** GFLOPS of fused multiply-adds on a core while all work, where known without measuring. */
    OptionalDouble knownPeak() {
        return peak;
    }

    /** Makes {@link #knownRate} known, by a contest of a second where there is none in the cache. */
    void measureRate() {
        if (contest.isEmpty()) {
            contest = Optional.of(Blas.contest(options));
        }
    }

    /** Makes {@link #knownPeak} known, by some tenths of a second of measuring where it is not in the cache. */
    void measurePeak() {
        if (peak.isEmpty()) {
            peak = OptionalDouble.of(Blas.fmaPeakGflops(options));
        }
    }
}
