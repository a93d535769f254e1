package hplhetero.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Only kernels take time here ({@code --code 0}), so these figures hold on any machine. */
@Timeout(300)
class ManyCoresTest {
    private static final int SHARE = 5;

    private static List<String> run(String... arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertThat(new CommandLine(new ManyCores(new PrintStream(bytes, true, StandardCharsets.UTF_8))).execute(arguments)).isZero();
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Returns a column of the row for some workers, of the first table that has one. */
    private static double value(List<String> lines, int workers, int column) {
        String row = lines.stream().filter(line -> line.startsWith("| " + workers + " |")).findFirst().orElseThrow();
        return Double.parseDouble(row.split("\\|")[column].strip());
    }

    @Test
    void shouldKeepTheUpdatesRateWithManyWorkers() {
        List<String> lines = run("--workers", "1,16,64", "-N", "4000,12000,18000", "--code", "0");
        assertThat(value(lines, 1, SHARE)).isGreaterThan(0.90);
        assertThat(value(lines, 16, SHARE)).isGreaterThan(0.95);
        assertThat(value(lines, 64, SHARE)).isGreaterThan(0.90);
    }

    @Test
    void shouldKeepItOnUnlikeCoresToo() {
        assertThat(value(run("--workers", "8", "-N", "8000", "--slow", "0.5", "--code", "0"), 8, SHARE)).isGreaterThan(0.95);
    }

    @Test
    void shouldStartAndEndAStepOf128WorkersWithinFiftyMicroseconds() {
        List<String> lines = run("--workers", "128", "-N", "1000", "--code", "0");
        int step = lines.indexOf("|---:|---:|---:|");
        assertThat(value(lines.subList(step, lines.size()), 128, 2)).isLessThan(50);
    }
}
