package hplhetero.run.net.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.Placement;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class PapersTest {
    @TempDir
    private Path folder;

    private Map<String, String> files(Path of) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(of)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }

    @Test
    void shouldMakeTheSameFiguresOfToriTwice() throws IOException {
        String claims = Papers.write("torus", folder.resolve("1"), done -> { });
        Papers.write("torus", folder.resolve("2"), done -> { });

        Map<String, String> files = files(folder.resolve("1"));
        assertThat(files).isEqualTo(files(folder.resolve("2")));
        assertThat(files.keySet()).containsExactly("claims.md", "torus-2.csv", "torus-2.svg", "torus-3.csv", "torus-3.svg", "torus-4.csv",
                "torus-4.svg");
        assertThat(files.get("torus-2.csv").lines().findFirst()).contains("bytes to each rank,Topo,Notopo,Nomodel,simple-spread,ring,"
                + "ring-one-barrier,ring-mpi-barrier,ring-light-barrier,bruck,this program");
        assertThat(files.get("torus-4.csv").lines()).hasSize(16);
        assertThat(claims).isEqualTo(files.get("claims.md")).contains("| torus 2-4 | Topo and Notopo: no difference | yes |");
    }

    @Test
    void shouldSitOnTofuAsThePaperDoes() {
        assertThat(Machines.fx10(4, 3, 2).ranks()).isEqualTo(24);
        assertThat(Machines.fx10(4, 3, 2).fabric().nodes()).isEqualTo(768);
        assertThat(Machines.fx10(8, 3, 1).nodes()).hasSize(24);
        assertThat(Machines.fx10(4, 3, 4).nodes()).hasSize(48);
    }

    @Test
    void shouldScatterJobsOverRicc() {
        Placement job = Machines.riccJob(32, 8, 3);

        assertThat(job.ranks()).isEqualTo(256);
        assertThat(job.nodes()).hasSize(32);
        assertThat(job.nodes()[31] - job.nodes()[0]).isGreaterThan(100);
        assertThat(Machines.riccJob(32, 8, 3).nodes()).isEqualTo(job.nodes());
        assertThat(Machines.riccJob(32, 8, 4).nodes()).isNotEqualTo(job.nodes());
    }

    @Test
    void shouldMakeTheFiguresOfHotSpots() {
        HotSpotPaper paper = new HotSpotPaper(150);

        assertThat(paper.figures()).extracting(Figure::name).containsExactly("hotspot-8", "hotspot-9");
        assertThat(paper.figures()).allSatisfy(figure -> assertThat(figure.series()).extracting(Figure.Series::title)
                .containsExactly("single", "node-wise", "paper", "colouring"));
        assertThat(paper.figures()).extracting(figure -> figure.xs().length).containsExactly(150, 28);
        for (Figure.Series series : paper.figures().getFirst().series()) {
            assertThat(series.ys()).isSorted();
        }
        assertThat(paper.claims()).extracting(Claim::words, Claim::holds).contains(tuple("1,198 MB/s on average", true),
                tuple("with a LID for each node some 5 % of the jobs are slower", true),
                tuple("the paper's method: always some 1,700 MB/s", true),
                tuple("one LID, and one for each node: slower from 12 nodes on, except for multiples of 6", true));
        assertThat(paper.claims()).filteredOn(claim -> !claim.holds()).extracting(Claim::words)
                .containsExactly("with one LID 888 to 1,690 MB/s, by the nodes of the job");
    }

    @Test
    void shouldDrawFewOfManyPoints() {
        double[] xs = IntStream.rangeClosed(1, 1000).asDoubleStream().toArray();
        Figure figure = new Figure("a", "A", "x", xs, "y", List.of(new Figure.Series("one", xs)));

        assertThat(figure.csv().lines()).hasSize(1001);
        assertThat(figure.svg().lines().filter(line -> line.startsWith("<circle"))).hasSize(100);
    }

    @Test
    void shouldJudgeByFigures() {
        Claim claim = new Claim("torus 2", "fast", false, "slow");

        assertThat(claim.row()).isEqualTo("| torus 2 | fast | **no** | slow |\n");
    }

    @Test
    void shouldWriteAFigureAsNumbersAndAsAPicture() {
        Figure figure = new Figure("a", "A", "x", new double[] {64, 128}, "y", List.of(new Figure.Series("one", new double[] {1, 2}),
                new Figure.Series("two", new double[] {0.25, 1e-3})));

        assertThat(figure.csv()).isEqualTo("x,one,two\n64,1.00000,0.250000\n128,2.00000,0.00100000\n");
        assertThat(figure.svg()).contains(">A</text>").contains(">one</text>").contains("polyline");
    }

    @Test
    void shouldRefuseAnotherPaper() {
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> Papers.write("torus,dragonfly", folder, done -> { }))
                .withMessageContaining("expected fattree, hotspot, torus, found `dragonfly`");
    }
}
