package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One provider in the contest, with the rates it has shown. Owned by one thread once it is warm. */
final class Contender {
    /** The fewest full updates of a provider with a chance. */
    private static final int FEWEST_RUNS = 3;
    /** Who shows less than this share of the best rate is given no full update. */
    private static final double HOPELESS = 0.15;

    /** What drops out for this would do so again. */
    static final String WRONG = "its trailing update is wrong: report it, and name another provider";

    /** A glance that shows more than this times the one before was of code not yet compiled. */
    private static final double STEADY = 1.5;

    private final KernelProvider provider;
    private final DenseKernels kernels;
    private final UpdateBenchmark race;
    private final List<Double> runs = new ArrayList<>();
    private double glance;
    private boolean steady = true;
    private Optional<String> problem = Optional.empty();

    /** @param glance Gflop/s, the most that a small update showed */
    Contender(KernelProvider provider, DenseKernels kernels, UpdateBenchmark race, double glance) {
        this.provider = provider;
        this.kernels = kernels;
        this.race = race;
        this.glance = glance;
    }

    /** Its Gflop/s: the median of the full updates, or that of a small one where none was worth while. */
    double gflops() {
        double[] sorted = runs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return !usable() ? 0 : runs.isEmpty() ? glance : sorted[sorted.length / 2];
    }

    boolean usable() {
        return problem.isEmpty();
    }

    boolean hopeful(double best) {
        return usable() && gflops() >= HOPELESS * best;
    }

    /** Whether it needs no further turn to be placed: one without hope must not be on its way up. */
    boolean ranEnough(double best) {
        return hopeful(best) ? runs.size() >= FEWEST_RUNS : steady;
    }

    /** Whether its slowest update was faster than the other's fastest. */
    boolean beats(Contender other) {
        return runs.stream().mapToDouble(Double::doubleValue).min().orElse(glance)
                > other.runs.stream().mapToDouble(Double::doubleValue).max().orElse(other.gflops());
    }

    /** A full update where there is a chance, else a glance: the compiler may have been late. */
    void turn(double best) {
        if (!hopeful(best)) {
            double now = race.glance();
            steady = now < STEADY * glance;
            glance = now;
        } else if (runs.isEmpty() && !race.isRight()) {
            problem = Optional.of(WRONG);
        } else {
            runs.add(race.run());
        }
    }

    KernelSelection.Entry entry() {
        return new KernelSelection.Entry(provider.name(), usable() ? kernels.description() : provider.summary(), gflops(), problem);
    }
}
