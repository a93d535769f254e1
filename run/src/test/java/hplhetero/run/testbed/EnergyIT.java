package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What two hosts take in one run, each of which tells by files of its own, that look as a machine's. */
@Daily(3)
@Needs(Component.OPEN_MPI)
final class EnergyIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();

    @TempDir
    private Path folder;
    /** Text that the last run wrote to standard error. */
    private String said;

    /** a: a processor of 20 W, whose counter comes to its end; b: a board of 5 W, which gets hot, and whose memory errs. */
    private static final String MACHINES = """
            mkdir -p trees/a/sys/class/powercap/intel-rapl:0 trees/b/sys/class/hwmon/hwmon1 trees/b/sys/class/thermal/cooling_device0
            cd trees/a/sys/class/powercap/intel-rapl:0
            echo package-0 > name; echo 262143328850 > max_energy_range_uj; echo 262143000000 > energy_uj
            cd - > /dev/null
            (cd trees/b/sys/class; echo ina226 > hwmon/hwmon1/name; echo 5000000 > hwmon/hwmon1/power1_input
             echo thermal-cpufreq-0 > thermal/cooling_device0/type; echo 1 > thermal/cooling_device0/cur_state)
            mkdir -p trees/b/sys/devices/system/edac/mc/mc0
            echo 0 > trees/b/sys/devices/system/edac/mc/mc0/ce_count
            begin=${EPOCHREALTIME/./}
            # opened without being cut: there is a number whenever it is read
            while sleep 0.01; do
              printf '%-20d\\n' $(((262143000000 + 20 * (${EPOCHREALTIME/./} - begin)) % 262143328850)) \\
                1<> trees/a/sys/class/powercap/intel-rapl:0/energy_uj
              # an error of b's memory a second
              printf '%-20d\\n' $(((${EPOCHREALTIME/./} - begin) / 1000000)) 1<> trees/b/sys/devices/system/edac/mc/mc0/ce_count
            done &
            machine=$!
            """;

    @Test
    void shouldSumUpWhatTwoHostsTake() throws Exception {
        JsonNode test = run("");
        assertThat(test.at("/power/0/host").asString()).isEqualTo("a");
        double seconds = test.get("seconds").asDouble();
        assertThat(test.at("/power/0/joules").asDouble() / seconds).isBetween(20 - late(2), 20 + late(2));
        assertThat(test.at("/power/1/host").asString()).isEqualTo("b");
        assertThat(test.at("/power/1/joules").asDouble() / seconds).isBetween(4.99, 5.01);
        assertThat(test.at("/power/1/throttled").asInt()).isEqualTo(1);
        double watts = test.get("watts").asDouble();
        assertThat(test.get("gflopsPerWatt").asDouble() * watts / test.get("gflops").asDouble()).isBetween(0.999999, 1.000001);
        assertThat(Files.readString(folder.resolve("text"))).contains("by RAPL: package (not the whole node) on a; hwmon: ina226 (as wired "
                + "on the board: perhaps not the whole node) on b\n", "#   note: b was throttled once (heat or power)\n");
    }

    @Test
    void shouldTakeAUsersMeterInstead() throws Exception {
        JsonNode test = run("--watts 30,12.5");
        assertThat(test.get("watts").asDouble()).isBetween(42.499999, 42.500001);
        assertThat(Files.readString(folder.resolve("text"))).contains(", by --watts: a user's meter\n", "b was throttled once");
    }

    /** The host that does not run rank 0 says itself, while the test runs, what is wrong with it. */
    @Test
    void shouldWarnOfAHostWhoseMemoryErrs() throws Exception {
        JsonNode test = run(300, "");
        double seconds = test.get("seconds").asDouble();
        assertThat(seconds).isGreaterThan(6);
        assertThat(test.at("/power/0/health/totals/watts").asDouble()).isBetween(20 - late(2), 20 + late(2));
        assertThat(test.at("/power/0/health/totals/correctedMemoryErrors").isNull()).isTrue();
        JsonNode health = test.at("/power/1/health");
        assertThat(health.at("/totals/correctedMemoryErrors").asDouble()).isBetween(seconds - late(2), seconds + late(2));
        assertThat(health.at("/totals/throttledSeconds").asDouble()).isBetween(seconds - late(2), seconds + late(1));
        assertThat(health.at("/series/seconds").size()).isBetween((int) (seconds / (5 + late(2))), (int) (seconds / 5) + 1);
        assertThat(health.at("/series/seconds").get(health.at("/series/seconds").size() - 1).asDouble())
                .isBetween(seconds, seconds + late(1));
        assertThat(said).containsOnlyOnce("warning: b has met ").contains(" memory errors that ECC corrected, from 5 s on");
        assertThat(Files.readString(folder.resolve("text"))).contains("#   note: b has met ").doesNotContain("note: a ");
    }

    /** Returns how far a figure may be off; what writes and reads the files may wait for a core. */
    private static double late(double quiet) {
        return BusyMachine.seconds(quiet);
    }

    /** The run takes some 3 s, so that a number which comes late on a busy machine changes it by less than a tenth. */
    private JsonNode run(String options) throws IOException, InterruptedException {
        return run(80, options);
    }

    /** Slowed kernels make the run long, and leave the cores idle meanwhile. */
    private JsonNode run(int slowdown, String options) throws IOException, InterruptedException {
        Ended ended = new TestBed(folder).run("", MACHINES + """
                export HPL_NO_BUILD=1 XDG_CACHE_HOME=%s
                export HPL_JAVA_OPTS="-XX:TieredStopAtLevel=1 -Dhpl.test.power.root=$PWD/trees"
                %s run --hosts a,b -N 499 --nb 64 -P 1 -Q 2 --map cyclic --blas native --emulate-slowdown %d,%d --check no \\
                  --progress none %s --json $PWD/results.json > text
                code=$?
                kill $machine
                exit $code
                """.formatted(System.getProperty("hpl.cache"), HPL, slowdown, slowdown, options));
        said = ended.err();
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        JsonNode test = new JsonMapper().readTree(Files.readString(folder.resolve("results.json"))).at("/results/0");
        assertThat(test.get("status").asString()).isEqualTo("passed");
        return test;
    }
}
