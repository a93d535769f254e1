package hplhetero.comm.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs jcstress over the ring in processes of its own. A day runs half of the stress tests, for some 20 seconds. With
 * {@code -Djcstress.options="-m default"} all of them run, for longer and in all ways to compile.
 */
final class RingStressTest {
    /** One configuration of compilers instead of a dozen, and longer in it. */
    private static final String QUICK = "-m quick -sc false -af NONE -time 500";
    /** The compiler orders at random what it may order as it likes. */
    private static final String COMPILER =
            "-XX:+UnlockDiagnosticVMOptions -XX:+StressLCM -XX:+StressGCM -XX:+StressIGVN -XX:+UseParallelGC";
    /** Trials of an epoch, each with a ring of 128 KiB. */
    private static final List<String> MEMORY = List.of("-hs", "512", "-strideSize", "256", "-strideCount", "4");

    @TempDir
    private Path folder;

    @Test
    void shouldShowNoForbiddenOutcome() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "two threads at a time need two cores");
        Path log = folder.resolve("jcstress.log");
        String options = System.getProperty("jcstress.options");
        List<String> tests = options == null ? DailySlice.TODAY.of(tests(), 2) : tests();
        int code = new ProcessBuilder(command(tests, options)).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start().waitFor();
        String output = Files.readString(log);
        assertThat(code).as(output).isZero();
        assertThat(tests).isNotEmpty().allSatisfy(test -> assertThat(output).contains("[OK] " + test));
    }

    /** Returns the command that runs stress tests; without options for a short time. */
    private List<String> command(List<String> tests, String options) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main",
                "-v", "-t", String.join("|", tests), "-r", folder.toString()));
        command.addAll(MEMORY);
        command.addAll(List.of((options == null ? QUICK : options).split(" ")));
        if (options == null) {
            command.addAll(List.of("-jvmArgs", COMPILER));
        }
        return command;
    }

    /** The names of the classes of this package that end so. */
    private static List<String> tests() throws IOException, URISyntaxException {
        Path here = Path.of(Channel.class.getResource("Channel.class").toURI()).getParent();
        try (Stream<Path> files = Files.list(here)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith("Stress.class"))
                    .map(name -> Channel.class.getPackageName() + "." + name.replace(".class", "")).sorted().toList();
        }
    }
}
