package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Every option that takes a value, of every command, with numbers that nobody thought of: each ends soon, well or with a refusal. A day
 * tries some of them.
 */
@Slow
final class NumberSweepTest {
    private static final int MOST_SECONDS = 30;
    /** Prime, so that each option meets another number each day. */
    private static final int PARTS = 11;
    private static final List<String> NUMBERS = List.of("-1", "0", "1", "4097", "1000000", "2147483647", "9223372036854775807", "1e308",
            "NaN");
    /** What starts programs or connects to hosts, and what is text. */
    private static final Set<String> NO_NUMBERS = Set.of("--hosts", "--address", "--ssh", "--launcher", "--launcher-options", "--output",
            "--transport", "--blas", "--tofu-view", "--checkpoint", "--spares");
    /** What is done as asked, and takes long. */
    private static final Set<String> LONG = Set.of("run --n=4097", "run --repeat=4097", "run --idle-power=1",
            "calibrate --seconds=1", "net probe --seconds=1",
            "net simulate --hpl --n=1000000",
            "net study --placements=4097", "calibrate --p=1", "calibrate --q=1", "calibrate --ranks=1", "calibrate --workers=1",
            "calibrate --nb=1", "calibrate --emulate-slowdown=1", "calibrate --stall-timeout=4097", "calibrate --stall-timeout=1000000");
    /** What is done as asked by each command that knows the option, and takes long, or no longer than asked. */
    private static final Set<String> LONG_EVERYWHERE = Set.of("--stall-timeout=1", "--emulate-slowdown=4097",
            "--emulate-slowdown=1000000");
    /** How each command ends within a second. */
    private static final Map<String, String> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("run", "-N 20 --nb 4 --blas reference --progress none --history no");
        COMMANDS.put("plan", "--cluster CLUSTER -N 500 --nb 100 --blas reference");
        COMMANDS.put("predict", "--cluster CLUSTER -N 500 --nb 100");
        COMMANDS.put("calibrate", "--blas reference --nb 16 --workers 1 --seconds 0.01 --progress none");
        COMMANDS.put("check", "-N 20 --rates no");
        COMMANDS.put("burnin", "-N 20 --minutes 0.01 --progress none --history no");
        COMMANDS.put("history", "");
        COMMANDS.put("compare", "RESULT RESULT");
        COMMANDS.put("rank", "TABLE RESULT");
        COMMANDS.put("top500", "RESULT");
        COMMANDS.put("net predict", "--topology TREE --collective alltoall --bytes 1Ki");
        COMMANDS.put("net simulate", "--topology TREE --collective alltoall --bytes 1Ki");
        COMMANDS.put("net simulate --hpl", "--topology TREE -N 200 --nb 50 -P 2 -Q 2");
        COMMANDS.put("net bench", "--ranks 2 --collective bcast --bytes 8 --calls 2 --progress none");
        COMMANDS.put("net bench --simulated", "--topology TREE --collective bcast --bytes 8 --calls 2");
        COMMANDS.put("net probe", "--ranks 2 --bytes 8 --seconds 0.01 --progress none");
        COMMANDS.put("net draw", "--topology TREE --collective bcast --bytes 8 --out PICTURE");
        COMMANDS.put("net lids", "--topology TREE");
        COMMANDS.put("net study", "--placements 1 --calls 1 --collective bcast");
    }

    /** For how many milliseconds {@code check} measures the load of this host. */
    private static final String LOAD_MILLIS = "hpl.test.load.millis";

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        PrintStream both = new PrintStream(shown, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        System.setProperty(LOAD_MILLIS, "5");
    }

    @AfterEach
    void giveBack() {
        System.setOut(out);
        System.setErr(err);
        System.clearProperty(LOAD_MILLIS);
    }

    static List<Arguments> lines() {
        List<Arguments> lines = new ArrayList<>();
        COMMANDS.forEach((command, usual) -> {
            CommandLine line = HplCommand.withAll();
            for (String word : command.split(" ")) {
                line = word.startsWith("-") ? line : line.getSubcommands().get(word);
            }
            for (OptionSpec option : line.getCommandSpec().options()) {
                for (String number : takesNumbers(option) ? NUMBERS : List.<String>of()) {
                    String given = option.longestName() + "=" + number;
                    if (!LONG.contains(command + " " + given) && !LONG_EVERYWHERE.contains(given)) {
                        lines.add(Arguments.of(command, usual, given));
                    }
                }
            }
        });
        return DailySlice.TODAY.of(lines, PARTS);
    }

    private static boolean takesNumbers(OptionSpec option) {
        return option.arity().max() > 0 && option.type() != Path.class && !option.type().isEnum() && option.type() != boolean.class
                && !NO_NUMBERS.contains(option.longestName());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void shouldEndWithAnyNumber(String command, String usual, String option) throws IOException {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        String name = option.substring(0, option.indexOf('='));
        String[] others = usual.isEmpty() ? new String[0] : usual.split(" ");
        for (int i = 0; i < others.length; i++) {
            if (others[i].equals(name) || "-NPQ".contains(others[i].substring(1)) && others[i].substring(1).equalsIgnoreCase(
                    name.substring(2))) {
                i++;
            } else {
                words.add(file(others[i]));
            }
        }
        words.add(option);
        int code = assertTimeoutPreemptively(Duration.ofSeconds((long) BusyMachine.seconds(MOST_SECONDS)),
                () -> Main.execute(words.toArray(String[]::new)));
        String said = shown.toString(StandardCharsets.UTF_8);
        assertThat(said).isNotEmpty().doesNotContain("internal error", "out of memory", "no more threads", "\tat ");
        assertThat(code).as(said).isBetween(0, ExitCode.USAGE);
        assertThat(said.lines().filter(line -> line.startsWith("hpl: ")).toList()).as(said).allMatch(line -> line.length() < 1000);
    }

    private String file(String word) throws IOException {
        return switch (word) {
            case "CLUSTER" -> Path.of("..", "examples", "classroom.cluster").toString();
            case "TREE" -> Files.writeString(folder.resolve("tree"), "fabric kary 2 levels=2 paths=2\nranks 0-3 nodes=0-3\n").toString();
            case "TABLE" -> Files.writeString(folder.resolve("table"), "name,GFLOPS\na,1\n").toString();
            case "RESULT" -> Path.of("src", "test", "resources", "cases", "c24-intel.out").toString();
            case "PICTURE" -> folder.resolve("picture.svg").toString();
            default -> word;
        };
    }
}
