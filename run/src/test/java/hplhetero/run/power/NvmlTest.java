package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import hplhetero.ffm.CLibrary;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of Nvidia's library, which is emulated. */
@Needs(Component.C_COMPILER)
final class NvmlTest {
    private static final String DEVICES = "NVML_EMULATED_DEVICES";
    private static final String REASONS = "NVML_EMULATED_REASONS";
    private static final String ERRORS = "NVML_EMULATED_ERRORS";
    private static final String LINK = "NVML_EMULATED_LINK";
    private static final String MILLIS = "NVML_EMULATED_MILLIS";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CLibrary.unsetenv(DEVICES);
        CLibrary.unsetenv(MILLIS);
        CLibrary.unsetenv(REASONS);
        CLibrary.unsetenv(ERRORS);
        CLibrary.unsetenv(LINK);
    }

    private String emulator() throws Exception {
        Path library = folder.resolve("libnvml_emulator.so");
        Process process = new ProcessBuilder("cc", "-Wall", "-Werror", "-shared", "-fPIC", "-o", library.toString(),
                Path.of("src/test/c/nvml_emulator.c").toAbsolutePath().toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return library.toString();
    }

    /** One with a counter, one with its power alone: 100 W each. */
    @Test
    void shouldSumUpAllGraphicsProcessors() throws Exception {
        CLibrary.setenv(DEVICES, "2");
        PowerSource source = Nvml.find(emulator()).orElseThrow();
        assertThat(source.told()).isEqualTo("NVML: Emulated GPU 0, Emulated GPU 1 (not the whole node)");
        long begin = 7_250;
        long end = begin + 1_060;
        CLibrary.setenv(MILLIS, String.valueOf(begin));
        source.begin(1_000_000 * begin);
        CLibrary.setenv(MILLIS, String.valueOf(end));
        source.sample(1_000_000 * end);
        // the counter steps each 100 ms, from 7.2 s to 8.3 s
        assertThat(source.joules()).isCloseTo(110 + 106, within(1e-9));
    }

    /** Numbers 0 and 2 tell of their health, number 1 does not. 0x4, a limit of power that was set, is no fault; 0x40 is heat. */
    @Test
    void shouldTellOfTheirHealth() throws Exception {
        CLibrary.setenv(DEVICES, "3");
        CLibrary.setenv(REASONS, "0x4");
        CLibrary.setenv(ERRORS, "0");
        Gpus gpus = Gpus.find(folder, emulator());
        assertThat(gpus.hottest()).isEqualTo(72);
        assertThat(gpus.leastMegahertz()).isEqualTo(1970);
        assertThat(gpus.isLowered(HealthQuantity.GPU_THROTTLED)).isZero();
        assertThat(gpus.isLowered(HealthQuantity.GPU_POWER_LIMIT)).isEqualTo(1);
        CounterSum corrected = new CounterSum(gpus.corrected());
        CounterSum uncorrected = new CounterSum(gpus.uncorrected());
        corrected.begin();
        uncorrected.begin();
        CLibrary.setenv(REASONS, "0x44");
        CLibrary.setenv(ERRORS, "3");
        assertThat(gpus.isLowered(HealthQuantity.GPU_THROTTLED)).isEqualTo(1);
        assertThat(gpus.isLowered(HealthQuantity.GPU_HEAT)).isEqualTo(1);
        assertThat(gpus.isLowered(HealthQuantity.GPU_POWER_BRAKE)).isZero();
        assertThat(corrected.read()).isEqualTo(2 * 3);
        assertThat(uncorrected.read()).isEqualTo(2 * 6);
    }

    @Test
    void shouldTellNothingOfGpusWithoutALibrary() {
        Gpus gpus = Gpus.find(folder, "libno-such-nvml.so.1");
        assertThat(gpus.hottest()).isNaN();
        assertThat(gpus.leastMegahertz()).isNaN();
        assertThat(gpus.isLowered(HealthQuantity.GPU_THROTTLED)).isNaN();
        assertThat(link(gpus)).isEmpty();
    }

    private static Map<HealthQuantity, Double> link(Gpus gpus) {
        Map<HealthQuantity, Double> values = new EnumMap<>(HealthQuantity.class);
        gpus.readLink(values::put);
        return values;
    }

    /** A GPU that has nothing to do (0x1) slows its link down, but keeps its lanes. */
    @Test
    void shouldTellOfTheLinkOfAGpuThatWorks() throws Exception {
        CLibrary.setenv(DEVICES, "2");
        CLibrary.setenv(LINK, "3x8");
        CLibrary.setenv(REASONS, "0x4");
        Gpus gpus = Gpus.find(folder, emulator());
        assertThat(link(gpus)).containsOnly(entry(HealthQuantity.GPU_LINK, 0.0), entry(HealthQuantity.GPU_LINK_GENERATION, 3.0),
                entry(HealthQuantity.GPU_LINK_WIDTH, 8.0), entry(HealthQuantity.GPU_LINK_MOST_GENERATION, 5.0),
                entry(HealthQuantity.GPU_LINK_MOST_WIDTH, 16.0));
        CLibrary.setenv(REASONS, "0x1");
        assertThat(link(gpus)).contains(entry(HealthQuantity.GPU_LINK_GENERATION, 5.0), entry(HealthQuantity.GPU_LINK_WIDTH, 8.0));
    }

    @Test
    void shouldAddThemToTheProcessors() throws Exception {
        CLibrary.setenv(DEVICES, "1");
        new SysTree(folder).zone("0", "package-0", 0);
        assertThat(PowerSources.find(folder, emulator()).orElseThrow().told())
                .isEqualTo("RAPL: package; NVML: Emulated GPU 0 (not the whole node)");
    }

    @Test
    void shouldFindNoneWithoutDriverOrLibrary() throws Exception {
        assertThat(Nvml.find(emulator())).isEmpty();
        assertThat(Nvml.find("libno-such-nvml.so.1")).isEmpty();
    }
}
