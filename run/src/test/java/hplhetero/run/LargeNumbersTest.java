package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import hplhetero.testing.BusyMachine;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers near 2^31, where sums and products of 32 bits overflow: a run ends, with a result or with a clear refusal. */
@Slow
final class LargeNumbersTest {
    private static final int MOST_SECONDS = 60;
    private static final List<Integer> NUMBERS = List.of(Integer.MAX_VALUE, Integer.MAX_VALUE - 1, 1 << 30);
    private static final String SMALL = " --blas reference --progress none --history no";
    private static final List<String> DAT = """
            title
            title
            HPL.out
            6
            1
            20
            1
            4
            0
            1
            1
            1
            16.0
            1
            2
            1
            4
            1
            2
            1
            1
            1
            1
            1
            1
            2
            64
            0
            0
            1
            8
            """.lines().toList();

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
    }

    @AfterEach
    void giveBack() {
        System.setOut(out);
        System.setErr(err);
    }

    static Stream<String> commands() {
        return Stream.of("run -N %d", "run -N 20 --nb %d", "run -N 20 -P %d", "run -N 20 -Q %d", "run -N 20 -P %1$d -Q %1$d",
                "run -N 20 --nbmin %d", "run -N 20 --ndiv %d", "run -N 100 --ndiv %d --nbmin 1", "run -N 100 --nbmin %1$d --ndiv %1$d",
                "run -N 20 --depth %d", "run -N 20 --nb 1 --depth %d -P 2", "run -N 20 --swap-threshold %d", "run -N 20 --workers %d",
                "run -N 20 --repeat %d", "run -N 20 --ranks %d", "run -N 20 --device %d", "run -N 999999999 --nb 1",
                "run -N 20 --pfact %d", "run -N 20 --bcast %d", "run -N 20 --stall-timeout %d", "run -N 20 -P 2 --map cells:0,%d",
                "calibrate --nb %d", "calibrate -P %d", "calibrate -Q %d", "calibrate --ranks %d", "calibrate --workers %d",
                "plan --cluster CLUSTER -N %d", "plan --cluster CLUSTER -N 1000 --nb %d", "plan --cluster CLUSTER -P %d -Q 1",
                "plan --cluster CLUSTER -P 65536 -Q 65536", "predict --cluster CLUSTER -N %d", "predict --cluster CLUSTER -N 1000 --nb %d",
                "predict --cluster CLUSTER -N 1000 --depth %d", "predict --cluster CLUSTER -N 1000 -P %d -Q 1");
    }

    static List<Arguments> lines() {
        return commands().flatMap(line -> NUMBERS.stream().map(number -> line.formatted(number)).distinct()).map(Arguments::of).toList();
    }

    static List<Arguments> datLines() {
        return Stream.iterate(4, line -> line + 1).limit(28).flatMap(line -> NUMBERS.stream().map(number -> Arguments.of(line, number)))
                .toList();
    }

    @ParameterizedTest
    @Daily(3)
    @MethodSource("lines")
    void shouldEndWithAnyOption(String line) {
        String whole = line.replace("CLUSTER", Path.of("..", "examples", "classroom.cluster").toString());
        assertEnds(whole.startsWith("run") ? whole + SMALL : whole);
    }

    @ParameterizedTest
    @Daily(3)
    @MethodSource("datLines")
    void shouldEndWithAnyLineOfHplDat(int line, int number) throws Exception {
        List<String> lines = new ArrayList<>(DAT);
        lines.set(line - 1, Integer.toString(number));
        lines.set(2, folder.resolve("HPL.out").toString());
        Path file = Files.write(folder.resolve("HPL.dat"), lines);
        assertEnds("run " + file + SMALL);
    }

    private void assertEnds(String line) {
        int code = assertTimeoutPreemptively(Duration.ofSeconds((long) BusyMachine.seconds(MOST_SECONDS)),
                () -> Main.execute(line.split(" ")));
        String said = shown.toString(StandardCharsets.UTF_8);
        assertThat(said).isNotEmpty().doesNotContain("internal error").doesNotContain("\tat ");
        assertThat(code).as(said).isBetween(0, 2);
    }
}
