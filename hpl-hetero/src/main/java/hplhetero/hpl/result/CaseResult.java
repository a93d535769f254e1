package hplhetero.hpl.result;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.problem.HplCase;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of a test that is finished, skipped, or solved and not yet checked.
 *
 * @param hplCase         the test as asked for
 * @param status          how the test ended
 * @param start           when the clock started
 * @param end             when the clock stopped
 * @param seconds         wall time of factorization and back substitution, the slowest rank's
 * @param residual        the check of the solution; empty when not checked, not yet checked, or skipped
 * @param singular        whether an exactly zero pivot was met
 * @param ranks           reports of the ranks that own cells, by rank; empty for a skipped test and for N = 0
 * @param note            why the test was skipped or failed, in words for people; empty when there is nothing to say
 * @param cluster         what was measured of the ranks before the test, where anything was
 * @param warmUpSeconds   wall time of warm-ups before the clock started, for the compiler and every path of the case; 0 where the case is
 *                        too small to be worth one
 * @param steps           which broadcast and row swap each panel step took, where the program chose
 * @param timeSeries      what ranks recorded while the clock ran, where they recorded
 * @param power           energy, clock, temperature and load of each host while the clock ran; empty where no host measured any
 * @param compilerSeconds seconds for which the Java compiler worked within the clock, in the process where it worked most; 0 where nobody
 *                        counts them
 * @param resumption      whether the test was broken off and resumed; then {@code seconds} adds up the parts that led to the result, while
 *                        {@code start} and {@code end} are those of the last part
 * @param stepTests       the tests of the factorization while it ran, where there were any
 * @param adaptation      how the map followed the speeds of the ranks while the test ran
 */
public record CaseResult(HplCase hplCase, CheckStatus status, Instant start, Instant end, double seconds,
                         Optional<Residual> residual, boolean singular, List<RankReport> ranks, String note,
                         Optional<Cluster> cluster, double warmUpSeconds, StepsDone steps, Optional<TimeSeries> timeSeries,
                         List<HostPower> power, double compilerSeconds, Resumption resumption, StepTests stepTests,
                         Adaptation adaptation)
        implements Serializable {

    /** Share of a test's time: where the Java compiler works for longer, code ran before it was compiled. */
    private static final double COLD_SHARE = 0.1;
    /** Shortest time, in seconds, that measures the machine at all. A test that ended sooner is never called cold. */
    private static final double LEAST_COLD_SECONDS = 0.05;

    public CaseResult {
        power = List.copyOf(power);
    }

    /**
     * Makes the result of a test on ranks of which nothing was measured before, and that were not warmed up. The parameters are the
     * record's first components.
     */
    public CaseResult(HplCase hplCase, CheckStatus status, Instant start, Instant end, double seconds, Optional<Residual> residual,
            boolean singular, List<RankReport> ranks, String note) {
        this(hplCase, status, start, end, seconds, residual, singular, ranks, note, Optional.empty(), 0, StepsDone.NONE, Optional.empty(),
                List.of(), 0, Resumption.NONE, StepTests.NONE, Adaptation.NONE);
    }

    /**
     * Returns this result, of a test that was solved, with the outcome of its residual check.
     *
     * @param status   whether the solution passed
     * @param residual norms and scaled residual
     */
    public CaseResult checked(CheckStatus status, Residual residual) {
        return new CaseResult(hplCase, status, start, end, seconds, Optional.of(residual), singular, ranks, note, cluster, warmUpSeconds,
                steps, timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /**
     * Returns this result with what was measured of the ranks and links before the test.
     *
     * @param cluster the ranks and links, as measured
     */
    public CaseResult withCluster(Cluster cluster) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, Optional.of(cluster), warmUpSeconds,
                steps, timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result without what was measured of the ranks and links before the test. */
    public CaseResult withoutCluster() {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, Optional.empty(), warmUpSeconds, steps,
                timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result with the seconds that warm-ups took before the clock started. */
    public CaseResult withWarmUp(double seconds) {
        return new CaseResult(hplCase, status, start, end, this.seconds, residual, singular, ranks, note, cluster, seconds, steps,
                timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result with the broadcasts and row swaps that its panel steps took. */
    public CaseResult withSteps(StepsDone done) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, done,
                timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result with the time series that ranks recorded while the test ran. */
    public CaseResult withTimeSeries(TimeSeries recorded) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                Optional.of(recorded), power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result without a time series. */
    public CaseResult withoutTimeSeries() {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                Optional.empty(), power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result with the seconds for which the Java compiler worked while the clock ran. */
    public CaseResult withCompiler(double seconds) {
        return new CaseResult(hplCase, status, start, end, this.seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, power, seconds, resumption, stepTests, adaptation);
    }

    /** Returns this result with the tests of the factorization while it ran. */
    public CaseResult withStepTests(StepTests tests) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, power, compilerSeconds, resumption, tests, adaptation);
    }

    /**
     * Returns this result, of a test that was ended because of an error before it was solved, as one that has failed. Its time is 0, as
     * there is no solution, and it has no reports of ranks.
     *
     * @param why what the error was, in words for people
     */
    public CaseResult endedBy(String why) {
        return new CaseResult(hplCase, CheckStatus.FAILED, start, end, 0, Optional.empty(), singular, List.of(), why, cluster,
                warmUpSeconds, steps, timeSeries, power, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns this result, of a test that was resumed from a state on disk, with how it was resumed. */
    public CaseResult withResumption(Resumption how) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, power, compilerSeconds, how, stepTests, adaptation);
    }

    /** Returns this result with how the map followed the speeds of the ranks. */
    public CaseResult withAdaptation(Adaptation seen) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, power, compilerSeconds, resumption, stepTests, seen);
    }

    /** Returns whether the factorization was ended because of a wrong number, which the tests of its steps have found. */
    public boolean isEnded() {
        return !stepTests.reason().isEmpty();
    }

    /**
     * Returns whether the Java compiler worked for so much of the time that the rate is that of code not yet compiled. Tests that are too
     * small to have had a warm-up, or that took less than 50 ms, are never cold.
     */
    public boolean isCold() {
        return warmUpSeconds > 0 && seconds >= LEAST_COLD_SECONDS && compilerSeconds > COLD_SHARE * seconds;
    }

    /**
     * Returns this result with the energy, clock, temperature and load that its hosts measured while the clock ran.
     *
     * @param measured measurements, one for each host that measured
     */
    public CaseResult withPower(List<HostPower> measured) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, measured, compilerSeconds, resumption, stepTests, adaptation);
    }

    /** Returns the rate in billions of operations a second, as HPL counts operations; 0 for N = 0 or a skipped test. */
    public double gflops() {
        return seconds > 0 ? hplCase.flops() / 1e9 / seconds : 0.0;
    }
}
