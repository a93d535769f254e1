package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.burnin.HostHealth;
import hplhetero.results.burnin.HostRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The records of a burn-in that results of hosts become. */
final class HostRecordsTest {
    private static CaseResult result(CheckStatus status) {
        return Sweeps.of(status, 2, "").tests().getLast().result();
    }

    @Test
    void shouldTakeRateAndOutcome() {
        HostRun run = HostRecords.run(result(CheckStatus.FAILED));
        assertThat(run.passed()).isFalse();
        assertThat(run.gflops()).isEqualTo(result(CheckStatus.FAILED).gflops()).isPositive();
        assertThat(run.health()).isEqualTo(HostHealth.UNKNOWN);
    }

    @Test
    void shouldTakeHealthWhereTheHostTellsIt() {
        HostPower power = new HostPower("a", 300, "RAPL", 2500, 2100, 3, 3000, 71, new HostLoad(8, 0.5, 0, ""));
        HostHealth health = HostRecords.run(result(CheckStatus.PASSED).withPower(List.of(power))).health();
        assertThat(health.hottestCelsius()).isEqualTo(71);
        assertThat(health.meanMegahertz()).isEqualTo(2500);
        assertThat(health.leastMegahertz()).isEqualTo(2100);
        assertThat(health.meanWatts()).isEqualTo(150);
        assertThat(health.otherCores()).isEqualTo(0.5);
        assertThat(health.eccErrors()).isEqualTo(-1);
    }

    /** What systems tell of 8, 32, 64, 256, 384, 512 and 1024 GiB, of two hosts each. */
    @ParameterizedTest
    @CsvSource({"7.6, 7.7, 8", "31.1, 31.3, 32", "62.5, 62.8, 64", "251.2, 251.8, 256", "376.3, 377.4, 384", "503.1, 503.8, 512",
        "1006.9, 1007.6, 1024"})
    void shouldTakeHostsOfEqualMemoryForEqual(double one, double other, long sold) {
        assertThat(HostRecords.gibibytes((long) (one * (1L << 30)))).isEqualTo(sold);
        assertThat(HostRecords.gibibytes((long) (other * (1L << 30)))).isEqualTo(sold);
    }
}
