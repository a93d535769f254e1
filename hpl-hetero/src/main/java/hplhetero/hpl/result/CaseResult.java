package hplhetero.hpl.result;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.problem.HplCase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A finished (or skipped) test, or one that is solved and not yet checked.
 *
 * @param hplCase  what was asked
 * @param status   how it ended
 * @param start    when the clock started
 * @param end      when it stopped
 * @param seconds  wall time of factorization and solution, the slowest rank's
 * @param residual the check, absent when not checked, not yet checked, or skipped
 * @param singular whether an exactly zero pivot was met
 * @param ranks    one report a rank, by rank
 * @param note     why it was skipped or failed, in words for people; empty when there is nothing to say
 * @param cluster  what was measured of the ranks before, where it was
 * @param warmUpSeconds wall time of warm-ups before the clock started, for the compiler and every path of the case; 0 where the case is too
 *                 small to be worth one
 * @param steps    how its panel steps were done, where the program chose
 * @param timeSeries what was recorded while it ran, where it was
 * @param power    what each host took while it ran, as far as that could be measured; empty where nothing could
 * @param compilerSeconds seconds for which the Java compiler worked within the clock, in the process where it worked most; 0 where nobody
 *                 counts them
 */
public record CaseResult(HplCase hplCase, CheckStatus status, Instant start, Instant end, double seconds,
                         Optional<Residual> residual, boolean singular, List<RankReport> ranks, String note,
                         Optional<Cluster> cluster, double warmUpSeconds, StepsDone steps, Optional<TimeSeries> timeSeries,
                         List<HostPower> power, double compilerSeconds) {

    /** A greater share of the time at the compiler says that code ran before it was compiled. */
    private static final double COLD_SHARE = 0.1;
    /** Seconds below which a test's time is no measure of the machine, cold or not. */
    private static final double LEAST_COLD_SECONDS = 0.05;

    public CaseResult {
        power = List.copyOf(power);
    }

    /** A test on ranks of which nothing was measured before, and that were not warmed up. */
    public CaseResult(HplCase hplCase, CheckStatus status, Instant start, Instant end, double seconds, Optional<Residual> residual,
            boolean singular, List<RankReport> ranks, String note) {
        this(hplCase, status, start, end, seconds, residual, singular, ranks, note, Optional.empty(), 0, StepsDone.NONE, Optional.empty(),
                List.of(), 0);
    }

    /** The same test once it is checked. */
    public CaseResult checked(CheckStatus status, Residual residual) {
        return new CaseResult(hplCase, status, start, end, seconds, Optional.of(residual), singular, ranks, note, cluster, warmUpSeconds,
                steps, timeSeries, power, compilerSeconds);
    }

    /** The same test, on ranks that were measured before. */
    public CaseResult withCluster(Cluster cluster) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, Optional.of(cluster), warmUpSeconds,
                steps, timeSeries, power, compilerSeconds);
    }

    /** The same test, after so many seconds of warm-ups. */
    public CaseResult withWarmUp(double seconds) {
        return new CaseResult(hplCase, status, start, end, this.seconds, residual, singular, ranks, note, cluster, seconds, steps,
                timeSeries, power, compilerSeconds);
    }

    /** The same test, whose panel steps were done like this. */
    public CaseResult withSteps(StepsDone done) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, done,
                timeSeries, power, compilerSeconds);
    }

    /** The same test, with what was recorded while it ran. */
    public CaseResult withTimeSeries(TimeSeries recorded) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                Optional.of(recorded), power, compilerSeconds);
    }

    /** Returns this test without what was recorded while it ran. */
    public CaseResult withoutTimeSeries() {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                Optional.empty(), power, compilerSeconds);
    }

    /** Returns this test with the seconds for which the Java compiler worked within the clock. */
    public CaseResult withCompiler(double seconds) {
        return new CaseResult(hplCase, status, start, end, this.seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, power, seconds);
    }

    /**
     * Returns whether the Java compiler worked for so much of the time that the rate is one of code not yet compiled, in a test that is
     * large enough to have had a warm-up.
     */
    public boolean isCold() {
        return warmUpSeconds > 0 && seconds >= LEAST_COLD_SECONDS && compilerSeconds > COLD_SHARE * seconds;
    }

    /** The same test, with what its hosts took while it ran. */
    public CaseResult withPower(List<HostPower> measured) {
        return new CaseResult(hplCase, status, start, end, seconds, residual, singular, ranks, note, cluster, warmUpSeconds, steps,
                timeSeries, measured, compilerSeconds);
    }

    /** Billions of operations a second; 0 for N = 0 or a skipped test. */
    public double gflops() {
        return seconds > 0 ? hplCase.flops() / 1e9 / seconds : 0.0;
    }
}
