package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.select.UpdateBenchmark.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One provider in the selection, with the rates it has reached. Owned by one thread once it is warm. */
final class Contender {
    /** The fewest full updates of a provider with a chance. */
    private static final int FEWEST_UPDATES = 3;
    /** Of the best rate: whose is less is given no full update. */
    private static final double LEAST_SHARE_OF_BEST = 0.15;
    /** A small update that reaches more than this times what those before did was of code not yet compiled. */
    private static final double STILL_WARMING_UP = 1.5;

    /** Who is refused for this would be again. */
    static final String WRONG = "its trailing update is wrong: report it, and name another provider";

    private final KernelProvider provider;
    private final DenseKernels kernels;
    private final UpdateBenchmark benchmark;
    /** What each full update reached. */
    private final List<Rate> rates = new ArrayList<>();
    /** Gflop/s. */
    private double bestSmallRate;
    private boolean warm = true;
    private Optional<String> problem = Optional.empty();

    /** @param smallRate Gflop/s, the most that a small update has reached */
    Contender(KernelProvider provider, DenseKernels kernels, UpdateBenchmark benchmark, double smallRate) {
        this.provider = provider;
        this.kernels = kernels;
        this.benchmark = benchmark;
        bestSmallRate = smallRate;
    }

    /**
     * Its Gflop/s: the best of the full updates, as what disturbs the machine makes an update take longer, never shorter; that of a small
     * one where none was worth while.
     */
    double gflops() {
        return usable() ? rates.stream().mapToDouble(Rate::gflops).max().orElse(bestSmallRate) : 0;
    }

    /** Returns the share of the time of its best full update for which its threads had a core; 1 where there was no full update. */
    private double coreShare() {
        return rates.stream().max(Comparator.comparingDouble(Rate::gflops)).map(Rate::coreShare).orElse(1.0);
    }

    boolean usable() {
        return problem.isEmpty();
    }

    private boolean hasAChance(double best) {
        return usable() && gflops() >= LEAST_SHARE_OF_BEST * best;
    }

    /** Whether it needs no further update to be placed: one without a chance must not be warming up. */
    boolean isPlaced(double best) {
        return hasAChance(best) ? rates.size() >= FEWEST_UPDATES : warm;
    }

    /** Whether its slowest update was faster than the other's fastest. */
    boolean beats(Contender other) {
        return rates.stream().mapToDouble(Rate::gflops).min().orElse(bestSmallRate) > other.gflops();
    }

    /** A full update where there is a chance, else a small one: the compiler may have been late. */
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

    KernelSelection.Entry entry() {
        return new KernelSelection.Entry(provider.name(), usable() ? kernels.description() : provider.summary(), gflops(), problem,
                coreShare());
    }
}
