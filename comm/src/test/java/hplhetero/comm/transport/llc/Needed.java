package hplhetero.comm.transport.llc;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.llc.utofu.UtofuTranslator;
import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What a network's tests need of a machine. */
final class Needed {
    private static Path tofu;

    private Needed() {
    }

    /** Leaves the test out where that is missing. */
    static void require(Network network) {
        if (network == Network.UCX) {
            Requirements.require(Component.UCX);
        }
        if (network == Network.UTOFU) {
            Requirements.require(Component.C_COMPILER);
        }
    }

    /** Of a job: with what finds the network, which of Tofu is an emulator. */
    static Map<String, String> environment(Network network, Map<String, String> environment) throws IOException, InterruptedException {
        Map<String, String> all = new HashMap<>(environment);
        if (network == Network.UTOFU) {
            all.put(UtofuTranslator.LIBRARY_VARIABLE, emulatorOfTofu().toString());
        }
        return all;
    }

    private static synchronized Path emulatorOfTofu() throws IOException, InterruptedException {
        if (tofu == null) {
            Path library = Files.createTempDirectory("utofu-emulator").resolve("libtofucom.so");
            Process process = new ProcessBuilder("cc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", "-o",
                    library.toString(), Path.of("../comm/src/test/c/utofu_emulator.c").toAbsolutePath().toString())
                    .redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            tofu = library;
        }
        return tofu;
    }
}
