package hplhetero.run.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.ffm.CLibrary;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of Nvidia's library, which is emulated. */
@Needs(Component.C_COMPILER)
final class NvmlTest {
    private static final String DEVICES = "NVML_EMULATED_DEVICES";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CLibrary.unsetenv(DEVICES);
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
        long begin = System.nanoTime();
        source.begin(begin);
        Thread.sleep(1000);
        long end = System.nanoTime();
        source.sample(end);
        // the counter steps each 100 ms
        assertThat(source.joules()).isCloseTo(200 * (end - begin) * 1e-9, within(10.5));
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
