package hplhetero.run.burnin;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.RunDescription;
import hplhetero.results.burnin.HostHealth;
import hplhetero.results.burnin.HostRun;
import java.util.Locale;

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
        double watts = seconds > 0 ? power.joules() / seconds : Double.NaN;
        return new HostHealth(power.celsius(), power.meanMegahertz(), power.leastMegahertz(), watts, Double.NaN, power.load().otherCores(),
                -1, -1, -1);
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
