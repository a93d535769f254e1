package hplhetero.run.net.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import hplhetero.comm.topology.Placement;
import hplhetero.input.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                .withMessageContaining("expected fattree, torus, found `dragonfly`");
    }
}
