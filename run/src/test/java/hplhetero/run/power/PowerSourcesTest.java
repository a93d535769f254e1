package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of machines of many kinds, by trees of files that look as theirs. */
final class PowerSourcesTest {
    private static final String NO_NVML = "libno-such-nvml.so.1";
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;
    private SysTree tree;

    @BeforeEach
    void plant() {
        tree = new SysTree(folder);
    }

    private PowerSource found() {
        return PowerSources.find(folder, NO_NVML).orElseThrow();
    }

    private String told() {
        return found().told();
    }

    @Test
    void shouldFindNothingOnAMachineWithoutSensors() {
        assertThat(PowerSources.find(folder, NO_NVML)).isEmpty();
    }

    /** cores and graphics are in the package, and psys is all of it again; intel-rapl-mmio tells the package a second time. */
    @Test
    void shouldCountPackagesAndMemoryOnce() {
        tree.zone("0", "package-0", 1_000_000).zone("0:0", "core", 0).zone("0:1", "uncore", 0).zone("0:2", "dram", 5_000_000)
                .zone("1", "package-1", 7_000_000).zone("1:0", "dram", 0).zone("2", "psys", 0)
                .file("sys/class/powercap/intel-rapl-mmio:0/name", "package-0").file("sys/class/powercap/intel-rapl-mmio:0/energy_uj", 0)
                .file("sys/class/powercap/intel-rapl/enabled", 1);
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("RAPL: 2 packages and memory (not the whole node)");
        source.begin(0);
        tree.energy("0", 31_000_000).energy("0:0", 900_000_000).energy("0:1", 800_000_000).energy("0:2", 8_000_000)
                .energy("1", 17_000_000).energy("1:0", 2_000_000).energy("2", 700_000_000)
                .file("sys/class/powercap/intel-rapl-mmio:0/energy_uj", 600_000_000);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(30 + 3 + 10 + 2, within(1e-9));
    }

    @Test
    void shouldGoOnWhereACounterStartsAgain() {
        tree.zone("0", "package-0", SysTree.RANGE - 10_000_000);
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("RAPL: package (not the whole node)");
        source.begin(0);
        for (int second = 1; second <= 4; second++) {
            tree.energy("0", second == 1 ? SysTree.RANGE - 4_000_000 : 5_000_000L * (second - 1));
            source.sample(second * SECOND);
        }
        assertThat(source.joules()).isCloseTo(6 + 4 + 15, within(1e-9));
        // and afresh
        source.begin(0);
        tree.energy("0", 16_000_000);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(1, within(1e-9));
    }

    @Test
    void shouldTellNothingWhereACounterIsGone() throws Exception {
        tree.zone("0", "package-0", 1);
        PowerSource source = found();
        source.begin(0);
        Files.writeString(folder.resolve("sys/class/powercap/intel-rapl:0/energy_uj"), "");
        source.sample(SECOND);
        tree.energy("0", 5);
        source.sample(2 * SECOND);
        assertThat(source.joules()).isNaN();
    }

    /** Since 2020 kernels let root alone read it. */
    @Test
    void shouldSayWhatToDoWhereRootAloneMayRead() throws Exception {
        tree.zone("0", "package-0", 1);
        assertThat(Rapl.refusal(folder)).isEmpty();
        Path file = folder.resolve("sys/class/powercap/intel-rapl:0/energy_uj");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        Optional<String> refusal = Rapl.refusal(folder);
        if (Files.isReadable(file)) {
            // the tests run as root, who may
            assertThat(refusal).isEmpty();
            assertThat(PowerSources.find(folder, NO_NVML)).isPresent();
        } else {
            assertThat(refusal).hasValue("RAPL: " + file + " can be read by root only: make it readable at boot (docs/energy.md), "
                    + "or give --watts");
            assertThat(PowerSources.find(folder, NO_NVML)).isEmpty();
        }
    }

    /** Between samples power goes in straight lines. */
    @Test
    void shouldSumUpPowerOfABoard() {
        tree.hwmon(0, "name", "cpu_thermal").hwmon(0, "temp1_input", 50000).hwmon(2, "name", "ina226").hwmon(2, "power1_input", 4_000_000)
                .hwmon(2, "in1_input", 5000);
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("hwmon: ina226 (as wired on the board: perhaps not the whole node)");
        source.begin(0);
        tree.hwmon(2, "power1_input", 8_000_000);
        source.sample(SECOND);
        source.sample(3 * SECOND);
        assertThat(source.joules()).isCloseTo(6 + 16, within(1e-9));
    }

    @Test
    void shouldSumSeveralSensorsOfABoard() {
        for (int i = 0; i < 4; i++) {
            tree.hwmon(i, "name", "ina231").hwmon(i, "power1_input", 1_000_000);
        }
        PowerSource source = found();
        assertThat(source.told()).startsWith("hwmon: ina231 (4 inputs) (as wired");
        source.begin(0);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(4, within(1e-9));
    }

    /** Nvidia's boards: the other lines are fed by the first; volts and amperes are told, and not power. */
    @Test
    void shouldTakeTheSupplyOfABoardAloneAndAsTheWholeOfIt() {
        tree.hwmon(1, "name", "ina3221").hwmon(1, "in1_label", "VDD_IN").hwmon(1, "in1_input", 5000).hwmon(1, "curr1_input", 2000)
                .hwmon(1, "in2_label", "VDD_CPU_GPU_CV").hwmon(1, "in2_input", 5000).hwmon(1, "curr2_input", 1500)
                .hwmon(1, "in4_input", 12).hwmon(1, "in7_label", "sum of shunt voltages");
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("hwmon: ina3221 VDD_IN");
        source.begin(0);
        tree.hwmon(1, "curr1_input", 4000);
        source.sample(2 * SECOND);
        assertThat(source.joules()).isCloseTo(30, within(1e-9));
    }

    /** It has the processors' energy in it, so theirs is not added. */
    @Test
    void shouldPreferAMeterOfTheWholeNodeAndAnAverageToAMoment() {
        tree.zone("0", "package-0", 0).hwmon(3, "name", "power_meter").hwmon(3, "power1_average", 200_000_000)
                .hwmon(3, "power1_input", 1).hwmon(3, "power1_average_interval", 1000).hwmon(3, "power1_cap", 1);
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("hwmon: power_meter");
        source.begin(0);
        tree.energy("0", 90_000_000);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(200, within(1e-9));
    }

    /** Nvidia's Grace: a module is all of its sockets' parts. */
    @ParameterizedTest
    @CsvSource({"true, 500, hwmon: power_meter Module Power Socket 0", "false, 300, hwmon: power_meter Grace Power Socket 0"})
    void shouldTakeModulesBeforeTheirParts(boolean module, double joules, String words) {
        tree.hwmon(1, "name", "power_meter").hwmon(1, "power1_average", 300_000_000).hwmon(1, "power1_oem_info", "Grace Power Socket 0")
                .hwmon(2, "name", "power_meter").hwmon(2, "power1_average", 250_000_000).hwmon(2, "power1_oem_info", "CPU Power Socket 0");
        if (module) {
            tree.hwmon(3, "name", "power_meter").hwmon(3, "power1_average", 500_000_000)
                    .hwmon(3, "power1_oem_info", "Module Power Socket 0");
        }
        PowerSource source = found();
        assertThat(source.told()).isEqualTo(words + " (not the whole node)");
        source.begin(0);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(joules, within(1e-9));
    }

    @Test
    void shouldTakeSocketsOfAmdWithoutTheirCores() {
        tree.hwmon(0, "name", "amd_energy").hwmon(0, "energy1_label", "Ecore000").hwmon(0, "energy1_input", 0)
                .hwmon(0, "energy2_label", "Ecore001").hwmon(0, "energy2_input", 0)
                .hwmon(0, "energy3_label", "Esocket0").hwmon(0, "energy3_input", 0);
        PowerSource source = found();
        assertThat(source.told()).isEqualTo("hwmon: amd_energy Esocket0 (not the whole node)");
        source.begin(0);
        tree.hwmon(0, "energy1_input", 20_000_000).hwmon(0, "energy3_input", 50_000_000);
        source.sample(SECOND);
        assertThat(source.joules()).isCloseTo(50, within(1e-9));
        tree.zone("0", "package-0", 0);
        assertThat(told()).isEqualTo("RAPL: package (not the whole node)");
    }

    /** A processor with graphics tells by amdgpu what RAPL tells. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"type : cem | RAPL: package; hwmon: amdgpu PPT (not the whole node)",
            "type : unknown | RAPL: package (not the whole node)"})
    void shouldAddGraphicsCardsAlone(String board, String told) {
        tree.zone("0", "package-0", 0).hwmon(5, "name", "amdgpu").hwmon(5, "power1_average", 30_000_000).hwmon(5, "power1_label", "PPT")
                .hwmon(5, "device/board_info", board);
        assertThat(told()).isEqualTo(told);
    }

    /** They do not compute. */
    @Test
    void shouldNotTakeGraphicsCardsAlone() {
        tree.hwmon(5, "name", "nouveau").hwmon(5, "power1_input", 30_000_000);
        assertThat(PowerSources.find(folder, NO_NVML)).isEmpty();
    }

    @Test
    void shouldNotCountChipsOfWhichItIsNotKnownWhatTheySee() {
        tree.hwmon(0, "name", "tps53679").hwmon(0, "power1_input", 1_000_000).hwmon(0, "power1_label", "pin");
        assertThat(PowerSources.find(folder, NO_NVML)).isEmpty();
    }
}
