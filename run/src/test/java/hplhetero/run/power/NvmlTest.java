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
    private static final String MILLIS = "NVML_EMULATED_MILLIS";

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CLibrary.unsetenv(DEVICES);
        CLibrary.unsetenv(MILLIS);
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
