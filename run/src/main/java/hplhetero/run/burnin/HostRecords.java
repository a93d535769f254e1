package hplhetero.run.burnin;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.RunDescription;
import hplhetero.results.burnin.HostHealth;
import hplhetero.results.burnin.HostRun;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** Makes the records of a burn-in from the results that hosts send. */
final class HostRecords {
    private static final double GIB = 1L << 30;

    private HostRecords() {
    }

    /** Returns the record of one test. A test that was ended because of a wrong number has 0 seconds and 0 GFLOPS. */
    static HostRun run(CaseResult result) {
        HostHealth health = result.power().stream().findFirst().map(power -> health(power, result.seconds())).orElse(HostHealth.UNKNOWN);
        return new HostRun(result.start(), result.hplCase().n(), result.seconds(), result.gflops(), result.status() == CheckStatus.PASSED,
                result.stepTests().findings().size(), health);
    }

    private static HostHealth health(HostPower power, double seconds) {
        HealthSeries sampled = power.health();
        double watts = seconds > 0 ? power.joules() / seconds : Double.NaN;
        return new HostHealth(larger(power.celsius(), sampled, HealthQuantity.TEMPERATURE, HealthQuantity.GPU_TEMPERATURE),
                power.meanMegahertz(), power.leastMegahertz(), watts,
                larger(Double.NaN, sampled, HealthQuantity.THROTTLED, HealthQuantity.GPU_THROTTLED), power.load().otherCores(),
                count(sampled, HealthQuantity.SWAPPED), count(sampled, HealthQuantity.CORRECTED_ERRORS, HealthQuantity.UNCORRECTED_ERRORS,
                        HealthQuantity.GPU_CORRECTED_ERRORS, HealthQuantity.GPU_UNCORRECTED_ERRORS),
                count(sampled, HealthQuantity.LINK_ERRORS));
    }

    /** Returns the largest of a number and some totals, of those that are known; NaN where none is. */
    private static double larger(double number, HealthSeries sampled, HealthQuantity... quantities) {
        return DoubleStream.concat(DoubleStream.of(number), Arrays.stream(quantities).mapToDouble(sampled::total))
                .filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
    }

    /** Returns the sum of some totals, of those that are known; -1 where none is. */
    private static long count(HealthSeries sampled, HealthQuantity... quantities) {
        double[] known = Arrays.stream(quantities).mapToDouble(sampled::total).filter(value -> !Double.isNaN(value)).toArray();
        return known.length == 0 ? -1 : Math.round(Arrays.stream(known).sum());
    }

    /** Returns what hosts of the same kind have in common, in words for people: processor, cores, memory, and kernels. */
    static String kind(RunDescription run) {
        RunDescription.Host host = run.hosts().getFirst();
        return String.format(Locale.ROOT, "%s, %d cores, %d GiB, %s", host.cpuModel(), host.physicalCores(), gibibytes(host.memoryBytes()),
                host.provider().name());
    }

    /**
     * Returns the memory that a host was sold with, in GiB: systems tell up to some percent less, and hosts of the same kind differ a
     * little in that.
     */
    static long gibibytes(long bytes) {
        double told = bytes / GIB;
        long step = told > 200 ? 32 : told > 32 ? 8 : told > 8 ? 2 : 1;
        return (long) Math.ceil(told / step) * step;
    }
}
