package hplhetero.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class LidsTest {
    private int code;

    private List<String> run(String... arguments) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        code = new CommandLine(new Lids(new PrintStream(bytes, true, StandardCharsets.UTF_8))).setErr(new PrintWriter(new StringWriter()))
                .execute(arguments);
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldPrintATableOfEachQuestion() {
        List<String> lines = run("--jobs", "20", "--placements", "1", "--grids", "2", "--nodes", "60", "--three-levels", "20", "--only",
                "random,consecutive,two-levels,three-levels,fewer,hpl");

        assertThat(code).isZero();
        assertThat(lines.stream().filter(line -> line.startsWith("## "))).containsExactly(
                "## 20 random 16 of 30 nodes, 6-ary, two levels",
                "## The first N of 30 nodes: mean slowdown",
                "## 648 nodes, 18-ary, two levels: 60 random nodes, 1 placements, ranks numbered by step 1",
                "## 1,728 nodes, 12-ary, three levels: 20 random nodes, 1 placements, ranks numbered by step 1",
                "## Fewer LIDs a node than roots, colouring: jobs with hot spots, mean slowdown, seconds a placement (median)",
                "## HPL's rows and columns, 2 random placements and grids on 648 nodes");
        assertThat(lines).contains("| single | nodes | 20 | 54.33 % | 1.547 | 1.73 | 0 |",
                "| colouring | nodes | 0 | 0.00 % | 1.000 | 1.00 | 0 |",
                "| 13 | 1.417 | 1.250 | 1.417 | 1.000 | 1.000 |", "| colouring | 1.00 (1) | 1.00 (1) | 0 |",
                "colouring with all LIDs left no hot spot");
    }

    @Test
    void shouldRefuseATableThatItDoesNotHave() {
        assertThat(run("--only", "shuffled")).isEmpty();
        assertThat(code).isNotZero();
    }
}
