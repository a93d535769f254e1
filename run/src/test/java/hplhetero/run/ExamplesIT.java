package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What examples/ has for the tools of others, as it stands. */
@Needs(Component.ANSIBLE)
final class ExamplesIT {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    private static final int TIMEOUT_SECONDS = 120;
    /** Prints the names and the texts that a file of Python gives them. */
    private static final String CONSTANTS = """
            import ast, json, sys
            tree = ast.parse(open(sys.argv[1]).read())
            print(json.dumps({node.targets[0].id: ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign)}))
            """;

    @TempDir
    private Path folder;

    /** @return what it printed, and its exit code on the last line */
    private String played(String... options) throws IOException, InterruptedException {
        Path inventory = Files.writeString(folder.resolve("inventory.ini"), "[hpl]\nhere ansible_connection=local\n");
        Path out = folder.resolve("played");
        ProcessBuilder builder = new ProcessBuilder("ansible-playbook", "-i", inventory.toString(), "playbook.yml",
                "-e", "hpl_hetero_results=" + folder.resolve("results")).directory(HOME.resolve("examples/ansible").toFile())
                .redirectErrorStream(true).redirectOutput(out.toFile());
        for (String option : options) {
            builder.command().addAll(List.of("-e", option));
        }
        builder.environment().putAll(Launcher.BRIEF);
        // the package's start-up cache would be for one short run
        builder.environment().putAll(Map.of("HPL_NO_BUILD", "1", "HPL_NO_AOT", "1", "XDG_CACHE_HOME", System.getProperty("hpl.cache"),
                "ANSIBLE_LOCAL_TEMP", folder.resolve("local").toString(), "ANSIBLE_REMOTE_TEMP", folder.resolve("remote").toString(),
                "ANSIBLE_NOCOLOR", "1"));
        Process process = builder.start();
        double seconds = BusyMachine.seconds(TIMEOUT_SECONDS);
        if (!process.waitFor((long) seconds, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("still running after " + seconds + " s:\n" + Files.readString(out));
        }
        return Files.readString(out) + "\nexit code " + process.exitValue();
    }

    @Test
    @Daily(2)
    void shouldMeasureThisMachineByTheAnsibleRole() throws Exception {
        String said = played("hpl_hetero_home=" + HOME, "{\"hpl_hetero_options\": [\"-N\", \"97\", \"--blas\", \"vector\"]}");
        assertThat(said).endsWith("exit code 0").contains("here: PASSED, ");
        JsonNode result = new JsonMapper().readTree(Files.readString(folder.resolve("results/here.json")));
        assertThat(result.at("/summary/passed").asInt()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("results/here.txt"))).contains("... PASSED");
    }

    /** The package is laid out as by ./hpl dist; its Java is this machine's. */
    @Test
    @Daily(2)
    void shouldInstallAPackageAndFailWhereAResidualDoes() throws Exception {
        Path archive = folder.resolve("hpl-hetero.tar.gz");
        assertThat(new ProcessBuilder("tar", "-I", "gzip -1", "-cf", archive.toString(), "--transform", "s,^,hpl-hetero-1-linux-any/,",
                "hpl", "run/target/hpl").directory(HOME.toFile()).inheritIO().start().waitFor()).isZero();
        Path there = folder.resolve("there");
        String said = played("hpl_hetero_archive=" + archive, "hpl_hetero_folder=" + there,
                "{\"hpl_hetero_options\": [\"-N\", \"97\", \"--blas\", \"vector\", \"--threshold\", \"1e-9\"]}");
        assertThat(there.resolve("hpl")).isExecutable();
        assertThat(said).endsWith("exit code 2").contains("here: 0 of 1 tests passed: see " + folder.resolve("results/here.txt"));
    }

    @Test
    void shouldAskWhereItComesFrom() throws Exception {
        assertThat(played()).endsWith("exit code 2")
                .contains("Give one of hpl_hetero_archive, hpl_hetero_repository and hpl_hetero_home");
    }

    /** ReFrame itself is in no Debian: its test is parsed, and what it looks for is in a real report. */
    @Test
    void shouldFindWhatTheReframeTestLooksFor() throws Exception {
        Process python = new ProcessBuilder("python3", "-c", CONSTANTS, HOME.resolve("examples/reframe/hpl_hetero.py").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        JsonNode constants = new JsonMapper().readTree(python.getInputStream());
        assertThat(python.waitFor()).isZero();
        Pattern row = Pattern.compile(constants.get("ROW").asString().replace("(?P<", "(?<"), Pattern.MULTILINE);
        String residual = constants.get("RESIDUAL").asString();
        for (boolean passing : new boolean[] {true, false}) {
            Ended ended = new Launcher(folder, Map.of()).here("run", "-N", "97", "--blas", "vector", "--progress", "none", "--threshold",
                    passing ? "16" : "1e-9");
            Matcher found = row.matcher(ended.out());
            assertThat(found.find()).as(ended.out()).isTrue();
            assertThat(found.group("n")).isEqualTo("97");
            assertThat(Double.parseDouble(found.group("gflops"))).isPositive();
            assertThat(found.find()).isFalse();
            assertThat(Pattern.compile(residual + "PASSED$", Pattern.MULTILINE).matcher(ended.out()).find()).isEqualTo(passing);
            assertThat(Pattern.compile(residual + "FAILED$", Pattern.MULTILINE).matcher(ended.out()).find()).isEqualTo(!passing);
        }
    }
}
