package hplhetero.run.net.lids;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.Algorithms;
import hplhetero.input.topology.PathTableFile;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.lid.Contention;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code hpl net lids --method sender-wise}: what a run over UCX can follow, written as OpenSM and transports read it. */
final class SenderWiseLidsTest {
    private static final Path FABRICS = Path.of("..", "input", "src", "test", "resources", "hplhetero", "input", "topology");
    private static final int RANKS = 16;
    /** The tree of 6 leaves and 6 roots, with eight LIDs a node; sixteen of its 30 nodes, up to five below a leaf. */
    private static final String TOPOLOGY = "fabric infiniband cables=tree.lmc3.ibnetdiscover tables=TABLES\n"
            + "ranks 0-15 nodes=0-4,6,7,9-11,13,17,20,22,23,28\n";

    private final PrintStream outBefore = System.out;

    @TempDir
    private Path folder;

    @BeforeEach
    void copy() throws IOException {
        System.setOut(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        for (String name : List.of("tree.lmc3.ibnetdiscover", "tree.lmc3.lfts")) {
            Files.copy(FABRICS.resolve(name), folder.resolve(name));
        }
    }

    @AfterEach
    void giveBack() {
        System.setOut(outBefore);
    }

    private Path topology(String tables, String more) throws IOException {
        return Files.writeString(folder.resolve("my.topology"), TOPOLOGY.replace("TABLES", tables) + more);
    }

    /** The ranks over the tables and by the paths that were written. */
    private Placement written(String pattern, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--topology", topology("tree.lmc3.lfts", "").toString(), "--method", "sender-wise",
                "--for", "alltoall:" + pattern, "--write", folder.resolve("new.lfts").toString(), "--table",
                folder.resolve("new.lids").toString()));
        all.addAll(List.of(options));
        assertThat(new CommandLine(new LidsCommand()).execute(all.toArray(String[]::new))).isZero();
        PathTable table = PathTableFile.read(folder.resolve("new.lids"));
        assertThat(IntStream.range(0, RANKS)).allSatisfy(rank -> assertThat(table.pathFrom(rank)).isPresent());
        return TopologyFileReader.read(topology("new.lfts", "lids file=new.lids\n")).placement().orElseThrow();
    }

    private static Contention contention(Placement placement, String pattern) {
        return Contention.of(placement, Algorithms.of(Collective.ALLTOALL, pattern).traffic(RANKS, 1 << 20, 0));
    }

    @Test
    void shouldFreeAJobByTablesThatAreMadeForIt() throws IOException {
        for (String pattern : List.of("ring", "pairwise")) {
            Placement original = TopologyFileReader.read(topology("tree.lmc3.lfts", "")).placement().orElseThrow();
            assertThat(contention(original, pattern).contended()).as(pattern).isPositive();
            assertThat(contention(written(pattern, "--for-job"), pattern).contended()).as(pattern).isZero();
        }
    }

    @Test
    void shouldMakeTablesInWhichAPathIsARootForAnyJob() throws IOException {
        Placement placement = written("ring");
        assertThat(contention(placement, "ring").contended()).isZero();
        int[] route = new int[placement.fabric().longestRoute()];
        for (int path = 1; path <= 6; path++) {
            String root = null;
            for (int from = 0; from < RANKS; from++) {
                for (int to = 0; to < RANKS; to++) {
                    if (placement.fabric().route(placement.nodeOf(from), placement.nodeOf(to), path, route) == 4) {
                        String at = placement.fabric().link(route[1]).to();
                        root = root == null ? at : root;
                        assertThat(at).as("path=" + path + " from=" + from + " to=" + to).isEqualTo(root);
                    }
                }
            }
            assertThat(root).isNotNull();
        }
    }
}
