package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.terminal.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The place of a result among published ones, in tables of several forms. */
final class RankCommandTest {
    private static final String TOP = """
            Rank,Name,Computer,Site,"Rmax [TFlop/s]","Rpeak [TFlop/s]",Power
            1,Alpha,"Box, big",Here,"1,102,000.00","1,685,650",21100
            2,,Beta box,There,0.5,1.0,
            3,Gamma,Box,There,0.1,0.2,
            4,Delta,Box,There,,0.2,
            5,Epsilon,Box,There,0.0,0.2,
            """;

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

    private int rank(String table, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("t.csv"), table);
        String[] words = new String[more.length + 2];
        words[0] = "rank";
        words[1] = file.toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return Main.execute(words);
    }

    private String said() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellPlaceShareAndNeighbours() throws Exception {
        assertThat(rank(TOP, "--gflops", "250")).as(said()).isEqualTo(ExitCode.OK);
        assertThat(said()).contains("250 GFLOPS: place 3 among the 3 results of ", ", faster than 33.3 % of them. Rows without a rate: 2.");
        assertThat(said().lines().map(line -> line.strip().replaceAll(" +", " "))).contains("place GFLOPS name", "1 1102000000 Alpha",
                "2 500 Beta box", "3 250 this result", "4 100 Gamma");
    }

    @Test
    void shouldShowNoMoreThanTwoOnEachSide() throws Exception {
        StringBuilder table = new StringBuilder("system;gflops\n");
        for (int i = 1; i <= 9; i++) {
            table.append("box").append(i).append(';').append(100 * i).append('\n');
        }
        assertThat(rank(table.toString(), "--gflops", "500")).isEqualTo(ExitCode.OK);
        assertThat(said()).contains("place 5 among the 9 results of ", "faster than 44.4 % of them")
                .containsSubsequence("box7", "box6", "this result", "box5", "box4").doesNotContain("box8", "box3");
    }

    @Test
    void shouldPlaceTheFastestTestOfAFileOfResults() throws Exception {
        Path result = folder.resolve("r.json");
        assertThat(Main.execute("run", "-N", "10,20", "--blas", "reference", "--workers", "1", "--bind", "none", "--history", "no",
                "--emulate-slowdown", "2", "--progress", "none", "--output", folder.resolve("out").toString(),
                "--json", result.toString())).isZero();
        shown.reset();
        assertThat(rank("name\tRmax (PFlops)\nalpha\t1\n", result.toString())).as(said()).isEqualTo(ExitCode.OK);
        assertThat(said()).contains("place 2 among the 1 results of ", "this result, ", ", ranks slowed on purpose")
                .containsPattern("1 +1000000 +alpha");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "name,Rmax                | a,1     | t.csv, line 1: no column of rates among `name, Rmax`: name one with its unit, such as",
        "name,GFLOPS              | a,fast  | t.csv, line 2: expected a rate such as 1102.5, found `fast`: mend the row",
        "name,GFLOPS              | a,-1    | t.csv, line 2: expected a rate such",
        "name,GFLOPS              | a       | t.csv: no row has a rate in the column GFLOPS: name another file",
    })
    void shouldRefuseATableWithoutRates(String heads, String row, String message) throws Exception {
        assertThat(rank(heads + "\n" + row + "\n", "--gflops", "1")).isEqualTo(ExitCode.USAGE);
        assertThat(said()).startsWith("hpl: ").contains(message).hasLineCount(1);
    }
}
