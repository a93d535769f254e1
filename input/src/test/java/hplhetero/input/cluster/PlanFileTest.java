package hplhetero.input.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanFileTest {
    /** Two rows of two ranks; rank 4 is left out. */
    private static final String SMALL = """
            plan n=5 nb=2 ranks=5
            kind weighted, columns 2:1
            owners 0 1
            owners 2 3
            rho 0 1 0
            kappa 0 1 0
            seconds total=2.5 update=2.0 panel=0.25 broadcast=0.125 swap=0.125 solve=0 ideal=1.5
            busy 1 0.9 0.8 0.7 0
            """;

    @TempDir
    Path folder;

    private Plan read(String text) {
        try {
            return PlanFileReader.read(Files.writeString(folder.resolve("my.plan"), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldReadEveryLine() {
        Plan plan = read("\ufeff# comment\r\n" + SMALL.replace("\n", "\r\n"));
        assertThat(plan).isEqualTo(new Plan(5, 2, new MapSpec.Explicit(List.of(List.of(0, 1), List.of(2, 3)), List.of(0, 1, 0),
                List.of(0, 1, 0)), "weighted, columns 2:1", List.of(0, 0, 0, 0, 0), new Prediction(2.5, 2.0, 0.25, 0.125, 0.125, 0, 1.5,
                List.of(1.0, 0.9, 0.8, 0.7, 0.0))));
    }

    @Test
    void shouldReadSites() {
        assertThat(read(SMALL + "sites 0 0 1\nsites 1 1\n").siteOf()).containsExactly(0, 0, 1, 1, 1);
        assertThatThrownBy(() -> read(SMALL + "sites 0 0 1\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("line 9: sites has 3 entries for 5 ranks: give one entry for each rank");
    }

    @Test
    void shouldReadHowARunIsToBeDone() {
        SolveVariant variant = new SolveVariant(1, BroadcastAlgorithm.LONG_M, SwapAlgorithm.SPREAD_ROLL, 64);
        Plan plan = read(SMALL + "run swap=long bcast=longM depth=1 threshold=64\n");
        assertThat(plan.variant()).hasValue(variant);
        assertThat(read(SMALL).variant()).isEmpty();
        Plan free = new Plan(5, 2, new MapSpec.Explicit(List.of(List.of(0, 1)), List.of(0, 0, 0), List.of(0, 1, 0)), "cyclic",
                List.of(0, 0), new Prediction(2.5, 2.0, 0.25, 0.125, 0.125, 0, 1.5, List.of(1.0, 0.9)));
        assertThat(PlanFileWriter.write(free)).doesNotContain("run ");
        assertThat(read(PlanFileWriter.write(free.with(variant)))).isEqualTo(free.with(variant));
        Plan simulated = free.with(variant).takingInVirtualTime(2.75);
        assertThat(PlanFileWriter.write(free)).doesNotContain("virtual ");
        assertThat(read(PlanFileWriter.write(simulated))).isEqualTo(simulated);
        assertThatThrownBy(() -> read(SMALL + "virtual seconds=-1\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("line 9: expected numbers >= 0");
        assertThatThrownBy(() -> read(SMALL + "run bcast=ring depth=1 swap=mix threshold=64\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("line 9: expected").hasMessageContaining("1ringM").hasMessageContaining("`ring`");
        assertThatThrownBy(() -> read(SMALL + "run bcast=1ring depth=-1 swap=mix threshold=64\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("line 9: expected depth >= 0");
        assertThatThrownBy(() -> read(SMALL + "run bcast=1ring depth=1 swap=mix\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("threshold=");
    }

    @Test
    void shouldReadWhatItWrote() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        int n = 12345;
        int nb = 32;
        List<Integer> rho = random.ints((n + nb - 1) / nb, 0, 3).boxed().toList();
        List<Integer> kappa = random.ints((n + nb) / nb, 0, 20).boxed().toList();
        List<List<Integer>> owners = IntStream.range(0, 3).mapToObj(r -> IntStream.range(0, 20).mapToObj(c -> 20 * r + c).toList())
                .toList();
        Plan plan = new Plan(n, nb, new MapSpec.Explicit(owners, rho, kappa), "weighted",
                random.ints(61, 0, 4).boxed().toList(), new Prediction(random.nextDouble(), random.nextDouble(), 0, 0, 0, 1e-7, 1e7,
                random.doubles(61).boxed().toList()));
        String text = PlanFileWriter.write(plan);
        assertThat(read(text)).as("seed %d", seed).isEqualTo(plan);
        assertThat(text.lines()).allMatch(line -> line.length() < 1000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "owners 2 3      | owners 2 4         | accepted",
        "owners 2 3      | owners 2 5         | line 3: unknown rank 5 owns a cell, the ranks are 0..4: correct the owner",
        "owners 2 3      | owners 2 -1        | line 3: unknown rank -1",
        "owners 2 3      | owners 2           | line 3: one row of owners has 1 cells, another 2: give every row the same number of cells",
        "owners 2 3      | owners             | line 4: expected numbers, found none",
        "owners 2 3      | owners a b         | line 4: expected whole numbers, found `a`: separate them by blanks",
        "rho 0 1 0       | rho 0 1            | line 5: rho has 2 entries, but N=5 NB=2 make 3 blocks: give one entry for each block",
        "rho 0 1 0       | rho 0 2 0          | line 5: block 1 of rho has no owner: entry 2, but there are 2 rows of owners: choose 0..1",
        "kappa 0 1 0     | kappa 0 -1 0       | line 6: block 1 of kappa has no owner: entry -1",
        "kappa 0 1 0     | kappa 0 1 0 1      | line 6: kappa has 4 entries",
        "kappa 0 1 0     | kappa 0 0 0        | line 3: rank 1 owns a cell but no block: give the rank a block, take it out",
        "busy 1 0.9 0.8 0.7 0 | busy 1 0.9 0.8 | line 8: busy has 3 entries for 5 ranks: give one entry for each rank",
        "busy 1 0.9 0.8 0.7 0 | busy 1 0.9 0.8 0.7 -0.1 | line 8: expected numbers >= 0, found `-0.1`",
        "plan n=5        | plan n=0           | line 1: expected n >= 1, found `0`",
        "plan n=5        | plan n=5e3         | line 1: expected n >= 1, found `5e3`, which is not a whole number",
        "plan n=5        | plan               | line 1: expected n=..., found none: add it",
        "plan n=5        | plan n=5 n=5       | line 1: expected key=value once for each of n, nb, ranks, found `n=5`",
        "plan n=5        | plan n=5 color=red | found `color=red`",
        "ideal=1.5       | ideal=fast         | line 7: expected numbers >= 0, found `fast`",
        "kind | mood | line 2: expected one of plan, kind, owners, rho, kappa, seconds, busy, sites, run, virtual, found `mood`",
        "owners 2 3      | kind b             | line 4: expected one line `kind`, found a second",
    })
    void shouldRefuseWithLineAndRemedy(String from, String to, String message) {
        String text = SMALL.replace(from, to);
        assertThat(text).isNotEqualTo(SMALL);
        if (message.equals("accepted")) {
            assertThat(read(text).map().owners().get(1)).containsExactly(2, 4);
        } else {
            assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class)
                    .hasMessageStartingWith(folder.resolve("my.plan") + ", line").hasMessageContaining(message);
        }
    }

    @Test
    void shouldRefuseWhatIsMissing() {
        for (String keyword : List.of("plan", "kind", "owners", "rho", "kappa", "seconds", "busy")) {
            String text = SMALL.lines().filter(line -> !line.startsWith(keyword)).reduce("", (a, b) -> a + b + "\n");
            assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class)
                    .hasMessageContaining("has no line `" + keyword + "`: let './hpl plan --write' make the file");
        }
        assertThatThrownBy(() -> PlanFileReader.read(folder.resolve("none"))).isInstanceOf(InputException.class)
                .hasMessageContaining("no such file: name one that exists; './hpl plan --write FILE' makes one");
    }

    @Test
    void shouldNotWriteAPlanThatCouldNotBeRead() {
        Plan plan = read(SMALL);
        MapSpec.Explicit map = new MapSpec.Explicit(List.of(List.of(0, 1)), List.of(0, 0, 0), List.of(0, 0, 0));
        assertThatThrownBy(() -> PlanFileWriter.write(new Plan(5, 2, map, "bad", plan.siteOf(), plan.prediction())))
                .isInstanceOf(InputException.class).hasMessage("the plan: rank 1 owns a cell but no block: give the rank a block, take it "
                        + "out of the grid, or choose a larger N or a smaller NB");
    }
}
