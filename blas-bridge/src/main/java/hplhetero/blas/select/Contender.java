package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.select.UpdateBenchmark.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A provider in the selection, with the rates it has reached. Owned by one thread once the provider is warm. */
final class Contender {
    /** The fewest full updates that are measured of a provider with a chance to win. */
    private static final int FEWEST_UPDATES = 3;
    /** The share of the best rate below which a provider gets no full update. */
    private static final double LEAST_SHARE_OF_BEST = 0.15;
    /**
     * The factor that tells a provider still warming up: a small update this many times as fast as all earlier ones shows that the code was
     * not yet compiled.
     */
    private static final double STILL_WARMING_UP = 1.5;

    /** The problem of a provider whose update is wrong. Such a provider would be refused again, so it is not tried again in later runs. */
    static final String WRONG = "its trailing update is wrong: report this, and name another provider";

    private final KernelProvider provider;
    private final DenseKernels kernels;
    private final UpdateBenchmark benchmark;
    /** The rates of the full updates so far. */
    private final List<Rate> rates = new ArrayList<>();
    /** The highest rate of a small update so far, in Gflop/s. */
    private double bestSmallRate;
    private boolean warm = true;
    private Optional<String> problem = Optional.empty();

    /**
     * Creates a contender that is warm.
     *
     * @param smallRate highest rate that a small update has reached, in Gflop/s
     */
    Contender(KernelProvider provider, DenseKernels kernels, UpdateBenchmark benchmark, double smallRate) {
        this.provider = provider;
        this.kernels = kernels;
        this.benchmark = benchmark;
        bestSmallRate = smallRate;
    }

    /**
     * Returns the provider's rate in Gflop/s: that of the best full update, because disturbances of the machine make an update only slower.
     * Where no full update was worth while, returns the rate of the best small one.
     */
    double gflops() {
        return usable() ? rates.stream().mapToDouble(Rate::gflops).max().orElse(bestSmallRate) : 0;
    }

    /** Returns the share of the time of the best full update for which its threads had a core; 1 where there was no full update. */
    private double coreShare() {
        return rates.stream().max(Comparator.comparingDouble(Rate::gflops)).map(Rate::coreShare).orElse(1.0);
    }

    /** Returns whether this provider was loaded and has not computed wrongly. */
    boolean usable() {
        return problem.isEmpty();
    }

    private boolean hasAChance(double best) {
        return usable() && gflops() >= LEAST_SHARE_OF_BEST * best;
    }

    /**
     * Returns whether this provider has been measured enough to be ranked. A provider that is near the best has run a fixed number of full
     * updates; a slower one is no longer warming up.
     *
     * @param best rate of the best provider so far, in Gflop/s
     */
    boolean isPlaced(double best) {
        return hasAChance(best) ? rates.size() >= FEWEST_UPDATES : warm;
    }

    /**
     * Returns whether this provider's slowest full update was faster than the fastest update of the other provider. Where this provider has
     * run no full update, its best small one counts.
     */
    boolean beats(Contender other) {
        return rates.stream().mapToDouble(Rate::gflops).min().orElse(bestSmallRate) > other.gflops();
    }

    /**
     * Measures one more update of this provider: a full one where the provider is near the best, else a small one, which shows whether the
     * provider is still warming up. The first full update is checked, and a wrong one excludes the provider.
     *
     * @param best rate of the best provider so far, in Gflop/s
     */
    void measure(double best) {
        if (!hasAChance(best)) {
            double now = benchmark.runSmall();
            warm = now < STILL_WARMING_UP * bestSmallRate;
            bestSmallRate = Math.max(bestSmallRate, now);
        } else if (rates.isEmpty() && !benchmark.isCorrect()) {
            problem = Optional.of(WRONG);
        } else {
            rates.add(benchmark.run());
        }
    }

    /** Returns the result for this provider, as far as it was measured. */
    KernelSelection.Entry entry() {
        return new KernelSelection.Entry(provider.name(), usable() ? kernels.description() : provider.summary(), gflops(), problem,
                coreShare());
    }
}
