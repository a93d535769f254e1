package hplhetero.results.burnin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Numbers about some runs on a host. A number is NaN where it is not known, a count -1.
 *
 * @param runs           number of runs
 * @param gflops         median rate, in 10^9 operations a second
 * @param spread         (fastest - slowest) / median of the rates, with two runs or more
 * @param noise          standard deviation of the rates around their trend, as a share of the median, with three runs or more
 * @param drift          change of the rate from the first run to the last, by a robust slope, as a share of the median, with
 *                       {@value #LEAST_RUNS_FOR_DRIFT} runs or more
 * @param hottestCelsius highest temperature of a processor or GPU, in degrees Celsius
 * @param megahertz      median of the runs' mean clocks, in MHz
 * @param watts          median of the runs' mean power, in W
 * @param throttledShare share of the runs' time for which the processor lowered its clock because of heat or power
 * @param otherCores     median of the cores that processes of others took
 * @param swappedShare   most bytes written to swap during a run, as a share of the run's matrix
 * @param wrongValues    wrong values that were found in all runs
 * @param failedRuns     runs whose residual was too large
 * @param eccErrors      errors of memory that were corrected in all runs
 * @param linkErrors     errors that network adapters counted in all runs
 */
public record HostNumbers(int runs, double gflops, double spread, double noise, double drift, double hottestCelsius, double megahertz,
        double watts, double throttledShare, double otherCores, double swappedShare, long wrongValues, int failedRuns, long eccErrors,
        long linkErrors) {
    /** The fewest runs of which a drift is computed. */
    static final int LEAST_RUNS_FOR_DRIFT = 4;
    private static final int LEAST_RUNS_FOR_NOISE = 3;
    private static final double NANOS = 1e9;

    /** Returns the numbers of runs, which are given oldest first. */
    static HostNumbers of(List<HostRun> runs) {
        return of(runs, Robust.values(runs, HostRun::gflops));
    }

    /**
     * Returns the numbers of runs.
     *
     * @param runs     the runs, oldest first
     * @param smoothed rates of the runs in GFLOPS, without what all hosts of their kind have in common; noise and drift are theirs
     */
    static HostNumbers of(List<HostRun> runs, double[] smoothed) {
        double[] rates = Robust.values(runs, HostRun::gflops);
        double[] seconds = Robust.values(runs, run -> seconds(runs.getFirst().start(), run.start()));
        double middle = Robust.median(rates);
        boolean drifts = runs.size() >= LEAST_RUNS_FOR_DRIFT;
        double slope = drifts ? Robust.slope(seconds, smoothed) : 0;
        return new HostNumbers(runs.size(), middle,
                runs.size() < 2 ? Double.NaN : (Robust.quantile(rates, 1) - Robust.quantile(rates, 0)) / middle,
                runs.size() < LEAST_RUNS_FOR_NOISE ? Double.NaN : Robust.sigma(Robust.residuals(seconds, smoothed, slope)) / middle,
                drifts ? slope * seconds[seconds.length - 1] / middle : Double.NaN,
                Robust.quantile(health(runs, HostHealth::hottestCelsius), 1), Robust.median(health(runs, HostHealth::meanMegahertz)),
                Robust.median(health(runs, HostHealth::meanWatts)), throttled(runs), Robust.median(health(runs, HostHealth::otherCores)),
                Robust.quantile(Robust.values(runs, HostNumbers::swapped), 1), runs.stream().mapToLong(HostRun::faults).sum(),
                (int) runs.stream().filter(run -> !run.passed()).count(), sum(runs, HostHealth::eccErrors),
                sum(runs, HostHealth::linkErrors));
    }

    /** Returns the numbers in the middle of those of several hosts: the median of each. */
    static HostNumbers middle(List<HostNumbers> hosts) {
        return new HostNumbers((int) median(hosts, HostNumbers::runs), median(hosts, HostNumbers::gflops),
                median(hosts, HostNumbers::spread), median(hosts, HostNumbers::noise), median(hosts, HostNumbers::drift),
                median(hosts, HostNumbers::hottestCelsius), median(hosts, HostNumbers::megahertz), median(hosts, HostNumbers::watts),
                median(hosts, HostNumbers::throttledShare), median(hosts, HostNumbers::otherCores),
                median(hosts, HostNumbers::swappedShare), (long) median(hosts, HostNumbers::wrongValues),
                (int) median(hosts, HostNumbers::failedRuns), (long) median(hosts, HostNumbers::eccErrors),
                (long) median(hosts, HostNumbers::linkErrors));
    }

    /** Returns how many wrong values, failed residuals and corrected errors of memory there were; what is not known counts as none. */
    public long errors() {
        return wrongValues + failedRuns + Math.max(0, eccErrors);
    }

    /** Returns the seconds from one moment to another. */
    static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / NANOS;
    }

    private static double median(List<HostNumbers> hosts, ToDoubleFunction<HostNumbers> of) {
        return Robust.median(Robust.values(hosts, of));
    }

    private static double[] health(List<HostRun> runs, ToDoubleFunction<HostHealth> of) {
        return Robust.values(runs, run -> of.applyAsDouble(run.health()));
    }

    private static double throttled(List<HostRun> runs) {
        return runs.stream().filter(run -> Double.isFinite(run.health().throttledSeconds()))
                .mapToDouble(run -> Math.min(1, run.health().throttledSeconds() / run.seconds())).average().orElse(Double.NaN);
    }

    private static double swapped(HostRun run) {
        return run.health().swappedBytes() < 0 ? Double.NaN : run.health().swappedBytes() / (8.0 * run.n() * run.n());
    }

    private static long sum(List<HostRun> runs, ToLongFunction<HostHealth> of) {
        return runs.stream().mapToLong(run -> of.applyAsLong(run.health())).filter(count -> count >= 0).reduce(Long::sum).orElse(-1);
    }
}
