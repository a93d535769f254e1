package hplhetero.run.machine;

import hplhetero.hpl.cluster.Peak;
import java.util.Locale;
import java.util.Optional;

/**
 * The peak of one core of this machine: from the data sheet where processor and clock are known, else the measured rate of fused
 * multiply-adds.
 *
 * @param gflops peak in GFLOPS, &gt; 0
 * @param how    where the peak comes from, for people
 */
public record CorePeak(double gflops, String how) {

    /** Returns the peak of a core; empty when it is neither known nor measured yet. */
    static Optional<CorePeak> of(Machine machine, Hardware hardware, ChosenKernels kernels) {
        Optional<CorePeak> known = TheoreticalPeak.of(machine, hardware).map(p -> new CorePeak(p.gflopsPerCore(), p.source()));
        return known.or(() -> kernels.knownPeak().stream().mapToObj(p -> new CorePeak(p, "FMA peak measured")).findFirst());
    }

    /**
     * Returns the peak of {@code cores} cores as a product in words, for people: number of cores x peak of one core, and where this comes
     * from.
     */
    String times(double cores) {
        String count = cores == Math.rint(cores) ? String.format(Locale.ROOT, "%.0f", cores) : String.format(Locale.ROOT, "%.2f", cores);
        return String.format(Locale.ROOT, "%s core(s) x %.1f GFLOPS, %s", count, gflops, how);
    }

    /**
     * Returns the peak of one of the ranks of this machine: the peak of a core x the number of its cores. A rank counts one core for each
     * worker thread, but not more than an equal share of the machine's cores. A rank that is made slower counts workers / slowdown cores,
     * whatever its share is.
     *
     * @param workers        number of the rank's worker threads, &gt;= 1
     * @param slowdown       how many times slower the rank is made, 1 when it is not
     * @param ranks          number of ranks on this machine
     * @param coresOfMachine number of cores that the ranks may use together
     */
    public Peak ofRank(int workers, double slowdown, int ranks, int coresOfMachine) {
        double cores = Math.min(workers / slowdown, slowdown > 1 ? workers : (double) coresOfMachine / ranks);
        return new Peak(cores * gflops, times(cores));
    }
}
