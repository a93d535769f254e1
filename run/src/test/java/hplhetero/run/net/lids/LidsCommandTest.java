package hplhetero.run.net.lids;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.collective.Algorithms;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.PathTableFile;
import hplhetero.input.topology.TopologyFileReader;
import hplhetero.network.lid.Contention;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.Slow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl net lids}. */
@Slow
final class LidsCommandTest {
    /** The paper's 18 nodes, of which its Figure 2 takes four: at distance 2 nodes 3 and 5 both send over root 0. */
    private static final String FIGURE_2 = "fabric fattree paths=3\nlevel 1 children=3\nlevel 2 children=6 parents=3\n"
            + "ranks 0-3 nodes=3,5,6,9\n";
    private static final Path FABRICS = Path.of("..", "input", "src", "test", "resources", "hplhetero", "input", "topology");
    /** Nine of its 30 nodes, which a subnet manager has given eight LIDs each. */
    private static final String INFINIBAND = "fabric infiniband cables=tree.lmc3.ibnetdiscover tables=tree.lmc3.lfts\n"
            + "ranks 0-8 nodes=0,2-4,6,7,9,10,13\n";

    private final PrintStream outBefore = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private Exception thrown;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() throws IOException {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        for (String name : List.of("tree.lmc3.ibnetdiscover", "tree.lmc3.lfts", "tree.lmc0.ibnetdiscover", "tree.lmc0.lfts")) {
            Files.copy(FABRICS.resolve(name), folder.resolve(name));
        }
    }

    @AfterEach
    void giveBack() {
        System.setOut(outBefore);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private int lids(String topology, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of("--topology", file("my.topology", topology).toString()));
        for (String option : options) {
            all.add(option.replace("FOLDER", folder.toString()));
        }
        CommandLine line = new CommandLine(new LidsCommand());
        line.setExecutionExceptionHandler((e, ignored, parsed) -> {
            thrown = e;
            return ExitCode.USAGE;
        });
        return line.execute(all.toArray(String[]::new));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private JsonNode json(String name) throws IOException {
        return new JsonMapper().readTree(Files.readString(folder.resolve(name)));
    }

    /** More paths than there are LIDs for on one subnet. */
    @Test
    void shouldSayHowManyLidsASubnetHas() throws IOException {
        assertThat(lids("fabric kary 12 levels=3 paths=144\nranks 0-3 nodes=0-15/5\n", "--for", "alltoall:ring", "--json", "FOLDER/a.json"))
                .isZero();
        assertThat(said()).contains("One InfiniBand subnet has 49,151 LIDs: 16 for each node of this tree, not 144 (--lids 16)");
        assertThat(json("a.json").path("mostLids").asInt()).isEqualTo(16);
    }

    @Test
    void shouldCompareMethodsAndShowTheTable() throws IOException {
        assertThat(lids(FIGURE_2, "--for", "alltoall:ring", "--method", "node-wise", "--table", "FOLDER/my.lids")).isZero();
        assertThat(said()).isEqualToNormalizingNewlines("""
                Topology: 4 ranks on 4 nodes of fat tree 6 leaves x 3, 3 roots, 1 cable, 3 paths

                alltoall ring, 3 stages between nodes
                  table           contended  share  slowdown   load  most loaded link
                  single             1 of 3   33 %      1.33   2.00  leaf1 -> root0
                  sender-wise        0 of 3    0 %      1.00   1.00  leaf1 -> root2
                  node-wise          0 of 3    0 %      1.00   1.00  leaf1 -> root2
                  paper              0 of 3    0 %      1.00   1.00  leaf1 -> root1
                  colouring          0 of 3    0 %      1.00   1.00  leaf1 -> root2

                Chosen: node-wise

                How many LIDs suffice, by colouring, with forwarding tables for any job and for this job
                  LIDs  LMC  any job  slowdown  this job  slowdown
                     1    0   1 of 3      1.33    0 of 3      1.00
                     2    1   0 of 3      1.00

                Path by which the rank of a row sends to the rank of a column
                  rank  0  1  2  3
                     0  -  2  2  0
                     1  0  -  2  0
                     2  0  2  -  0
                     3  0  2  2  -
                Table: FOLDER/my.lids, for topology files: lids file=my.lids
                """.replace("FOLDER", folder.toString()));
    }

    /** What is written is what commands then follow: the same messages, without contention. */
    @Test
    void shouldWriteATableThatTopologyFilesInclude() throws IOException {
        assertThat(lids(FIGURE_2, "--table", "FOLDER/my.lids", "--for", "alltoall:ring")).isZero();
        assertThat(Files.readString(folder.resolve("my.lids"))).startsWith("""
                # paths by which 4 ranks send, for alltoall ring
                # chosen by ./hpl net lids: colouring, 3 paths, 0 of 3 stages contended
                # on fat tree 6 leaves x 3, 3 roots, 1 cable, 3 paths
                # rank 0 host n3
                # rank 1 host n5
                # rank 2 host n6
                # rank 3 host n9
                lids 0 -,""");
        Placement over = TopologyFileReader.read(file("with.topology", FIGURE_2 + "lids file=my.lids\n")).placement().orElseThrow();
        assertThat(over.paths()).contains(PathTableFile.read(folder.resolve("my.lids")));
        assertThat(Contention.of(over, Algorithms.of(Collective.ALLTOALL, "ring").traffic(4, 1 << 20, 0)).contended()).isZero();
        assertThat(Contention.of(over.over(PathTable.of(4, (from, to) -> 0)),
                Algorithms.of(Collective.ALLTOALL, "ring").traffic(4, 1 << 20, 0)).contended()).isEqualTo(1);
        // a table that is there already is one of those that are compared
        assertThat(lids(FIGURE_2 + "lids file=my.lids\n", "--for", "alltoall:ring", "--method", "single")).isZero();
        assertThat(said()).containsPattern("of the file +0 of 3").contains("Chosen: single; fewer contended stages: of the file");
    }

    @Test
    void shouldWriteAllAsJson() throws IOException {
        assertThat(lids(FIGURE_2, "--for", "alltoall:ring,allgather:doubling", "--json", "FOLDER/out.json")).isZero();
        JsonNode root = json("out.json");
        assertThat(root.path("schema").asInt()).isEqualTo(1);
        assertThat(root.path("ranks").asInt()).isEqualTo(4);
        assertThat(root.path("chosen").asString()).isEqualTo("colouring");
        JsonNode single = root.path("results").path(0);
        assertThat(single.path("table").asString()).isEqualTo("single");
        assertThat(single.path("patterns").size()).isEqualTo(2);
        JsonNode ring = single.path("patterns").path(0);
        assertThat(ring.path("pattern").asString()).isEqualTo("alltoall ring");
        assertThat(ring.path("contended").asInt()).isEqualTo(1);
        assertThat(ring.path("mostLoad").asDouble()).isEqualTo(2);
        assertThat(ring.path("mostLoadedLink").path("from").asString()).isEqualTo("leaf1");
        assertThat(ring.path("worstStage").asInt()).isEqualTo(1);
        assertThat(root.path("results").path(3).path("patterns").path(0).path("contended").asInt()).isZero();
        JsonNode general = root.path("needs").path(0).path("lids");
        assertThat(general.path(0).path("lmc").asInt()).isZero();
        assertThat(general.path(0).path("contended").asInt()).isPositive();
        assertThat(general.path(general.size() - 1).path("contended").asInt()).isZero();
        assertThat(root.path("firstLids").isNull()).isTrue();
        assertThat(root.path("table").path(2).path(2).asInt()).isEqualTo(-1);
        assertThat(root.path("table").path(2).path(1).asInt()).isBetween(0, 2);
    }

    /** Where only the collective is named, its algorithms are tried, each over its own table. */
    @Test
    void shouldChooseTheAlgorithmWithTheTable() throws IOException {
        assertThat(lids(FIGURE_2, "--json", "FOLDER/out.json")).isZero();
        JsonNode algorithms = json("out.json").path("selections").path(0).path("algorithms");
        List<String> names = new ArrayList<>();
        algorithms.forEach(each -> names.add(each.path("algorithm").asString()));
        assertThat(names).containsExactlyInAnyOrder("ring", "pairwise", "simple-spread", "bruck");
        assertThat(algorithms.path(0).path("seconds").asDouble()).isLessThanOrEqualTo(algorithms.path(1).path("seconds").asDouble());
        assertThat(said()).contains("alltoall: its algorithms, each over a table of its own\n",
                "\nalltoall " + names.getFirst() + ", 3 stages between nodes\n");
    }

    @Test
    void shouldTakeFewerPathsThanThereAre() throws IOException {
        assertThat(lids(FIGURE_2, "--for", "alltoall:ring", "--lids", "2", "--method", "paper", "--json", "FOLDER/out.json")).isZero();
        json("out.json").path("table").forEach(row -> row.forEach(path -> assertThat(path.asInt()).isBetween(-1, 1)));
    }

    @Test
    void shouldTakeTheGridOfARun() throws IOException {
        assertThat(lids(FIGURE_2, "--grid", "2x2", "--bcast", "long", "--swap", "binary")).isZero();
        assertThat(said()).contains("\npanels by Blong, ", "\nswaps by binary exchange, ", "\npivots, ");
        out.reset();
        assertThat(lids(FIGURE_2, "--grid", "1x4", "--for", "rows")).isZero();
        assertThat(said()).contains("\npanels by 1ringM, ").doesNotContain("swaps");
    }

    /** Owners 0 and 2 above 1 and 3: columns are ranks 0 and 1, who share a leaf, and 2 and 3. */
    @Test
    void shouldTakeTheGridOfAPlan() throws IOException {
        file("my.plan", """
                plan n=4 nb=1 ranks=4
                kind cyclic
                run depth=1 bcast=long swap=binary threshold=64
                owners 0 2
                owners 1 3
                rho 0 1 0 1
                kappa 0 1 0 1 0
                seconds total=1 update=1 panel=0 broadcast=0 swap=0 solve=0 ideal=1
                busy 1 1 1 1
                """);
        assertThat(lids(FIGURE_2, "--plan", "FOLDER/my.plan", "--json", "FOLDER/out.json")).isZero();
        assertThat(said()).contains("\npanels by Blong, ", "\nswaps by binary exchange, ", "\npivots, 1 stage");
        assertThat(json("out.json").path("results").path(0).path("patterns").path(2).path("mostLoad").asDouble()).isEqualTo(1);
        assertThat(lids(FIGURE_2.replace("ranks 0-3 nodes=3,5,6,9", "ranks 0-2 nodes=3,5,6"), "--plan", "FOLDER/my.plan"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(thrown).hasMessageContaining("my.plan: the plan has 4 ranks, the topology file places 3: "
                + "place as many as the plan has, or make a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"row", "column"})
    void shouldFollowTheMapping(String mapping) throws IOException {
        // ranks 0 and 1 sit on one leaf: with 2 x 2 ranks, their messages stay there in rows, or in columns
        assertThat(lids(FIGURE_2, "--grid", "2x2", "--pmap", mapping, "--for", "pivots", "--json", "FOLDER/out.json")).isZero();
        JsonNode single = json("out.json").path("results").path(0).path("patterns").path(0);
        assertThat(single.path("mostLoad").asDouble()).isEqualTo(mapping.equals("row") ? 2 : 1);
    }

    @Test
    void shouldDrawTheWorstStageBeforeAndAfter() throws IOException {
        assertThat(lids(FIGURE_2, "--for", "alltoall:ring", "--out", "FOLDER/lids.svg")).isZero();
        String picture = Files.readString(folder.resolve("lids.svg"));
        assertThat(picture).contains(", one LID a node<", ", table: colouring<", "Most loaded link: leaf1 -&gt; root0, 2 MiB",
                "Most loaded link: n3 -&gt; leaf1, 1 MiB");
    }

    @Test
    void shouldShowLidsWhereTheyAreKnown() throws IOException {
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--method", "node-wise", "--table", "FOLDER/ib.lids")).isZero();
        assertThat(said()).contains("\nLID by which the rank of a row sends to the rank of a column\n");
        assertThat(Files.readString(folder.resolve("ib.lids"))).contains("# rank 1 host n2 first LID 40\n");
    }

    @Test
    void shouldWriteForwardingTables() throws IOException {
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--write", "FOLDER/new.lfts", "--table", "FOLDER/new.lids")).isZero();
        assertThat(said()).containsPattern("of the file +[1-9] of 8").containsPattern("colouring +0 of 8")
                .contains("Forwarding tables: " + folder.resolve("new.lfts") + ", for opensm -R file,no_fallback -U ");
        checkFree("new");
    }

    @Test
    void shouldTakeRootsFromAFile() throws IOException {
        List<String> roots = Files.readAllLines(folder.resolve("tree.lmc3.ibnetdiscover")).stream()
                .filter(line -> line.matches("Switch.*\"root[0-9]\".*")).map(line -> "0x" + line.replaceFirst(".*\"S-(\\w+)\".*", "$1"))
                .toList();
        assertThat(roots).hasSize(6);
        file("root.guids", String.join("\n", roots) + "\n");
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--write", "FOLDER/found.lfts")).isZero();
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--write", "FOLDER/given.lfts", "--roots", "FOLDER/root.guids")).isZero();
        assertThat(folder.resolve("given.lfts")).hasSameTextualContentAs(folder.resolve("found.lfts"));
        // a leaf and a root, which are linked
        file("root.guids", roots.getFirst() + "\n0x200000\n");
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--write", "FOLDER/x.lft", "--roots", "FOLDER/root.guids"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(thrown).hasMessageContaining("0 links from the nearest root that is given");
    }

    /** Returns the number of entries of a file of forwarding tables. */
    private long entries(String name) throws IOException {
        return Files.readAllLines(folder.resolve(name)).stream().filter(line -> line.startsWith("0x")).count();
    }

    /** Without a dump, tables are designed for the cables alone, for all LIDs that the file of cables tells. */
    @Test
    void shouldWriteForwardingTablesWhereNoneWereSaved() throws IOException {
        String cables = INFINIBAND.replace(" tables=tree.lmc3.lfts", "");
        assertThat(lids(cables, "--for", "alltoall:ring", "--write", "FOLDER/new.lfts", "--table", "FOLDER/new.lids")).isZero();
        assertThat(said()).contains("Assumed: " + folder.resolve("tree.lmc3.ibnetdiscover") + ": no forwarding tables of 12")
                .containsPattern("colouring +0 of 8");
        checkFree("new");
        assertThat(entries("new.lfts")).isEqualTo(entries("tree.lmc3.lfts")).isPositive();
    }

    @Test
    void shouldNameTheAdapterWithoutLids() throws IOException {
        Path cables = folder.resolve("tree.lmc3.ibnetdiscover");
        Files.writeString(cables, Files.readString(cables).replace("lid 40 lmc 3", "lid 40 lmc 0"));
        assertThat(lids(INFINIBAND)).isEqualTo(ExitCode.USAGE);
        assertThat(thrown).hasMessageContaining("has one path to each node, there is nothing to choose: adapter n2 has LMC 0, others up to "
                + "LMC 3: have the subnet manager give more LIDs");
    }

    /** Over tables as they were written, by the paths that were written. */
    private void checkFree(String name) throws IOException {
        Placement read = TopologyFileReader.read(file("new.topology", INFINIBAND.replace("tree.lmc3.lfts", name + ".lfts")
                + "lids file=" + name + ".lids\n")).placement().orElseThrow();
        assertThat(Contention.of(read, Algorithms.of(Collective.ALLTOALL, "ring").traffic(9, 1 << 20, 0)).contended()).isZero();
    }

    @Test
    void shouldWriteForwardingTablesForTheJob() throws IOException {
        assertThat(lids(INFINIBAND, "--for", "alltoall:ring", "--for-job", "--write", "FOLDER/job.lfts", "--table", "FOLDER/job.lids",
                "--json", "FOLDER/job.json")).isZero();
        assertThat(said()).contains("Chosen: for this job");
        JsonNode results = json("job.json").path("results");
        assertThat(results.path(results.size() - 1).path("table").asString()).isEqualTo("for this job");
        assertThat(results.path(results.size() - 1).path("unsolved").asInt()).isZero();
        checkFree("job");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "fabric torus 4x4;ranks 0-3 nodes=0-3 | |describes a torus 4x4: paths are chosen in fat trees only, describe one by fabric fattree",
        "fabric kary 3 levels=2;ranks 0-3 nodes=0-3 | | has one path to each node, there is nothing to choose: write the number of paths",
        "fabric infiniband cables=tree.lmc0.ibnetdiscover tables=tree.lmc0.lfts;ranks 0-3 nodes=0-3 | | (opensm -l LMC, for 2^LMC)",
        "fabric kary 3 levels=2 paths=3 | | does not say where ranks sit: add a line such as `ranks 0-15 nodes=0-15`",
        "fabric kary 3 levels=2 paths=3;rank 0 node=1 | | has ranks=1: must be 2..4096",
        "TREE | --for rings | option --for: expected one of bcast, alltoall, allgather, allreduce, gather, barrier, pivot, rows",
        "TREE | --for alltoall:rnig | option --for: expected an algorithm for alltoall among 4 ranks (simple-spread, ring, ",
        "TREE | --for hpl | --for hpl: no grid is given: add --grid PxQ or --plan FILE",
        "TREE | --grid 3x3 | option --grid: expected rows x columns of up to 4 ranks, such as 4x4, found `3x3`",
        "TREE | --grid 4 | option --grid: expected rows x columns of up to 4 ranks, such as 4x4, found `4`",
        "TREE | --grid 1x1 | no rank sends anything in what --for names: name something else, or a larger --grid",
        "TREE | --for alltoall --grid 2x2 | --grid 2x2: goes with HPL's patterns only, drop it, or add hpl to --for",
        "TREE | --bcast long | --bcast long: goes with HPL's patterns only",
        "TREE | --grid 2x2 --bcast lnog | option --bcast: expected 1ring, 1ringM, 2ring, 2ringM, long, longM or 0..5, found `lnog`",
        "TREE | --grid 2x2 --plan my.plan | --plan my.plan: the plan has a grid, drop --grid 2x2",
        "TREE | --plan no.plan | no.plan: no such file: name one that exists; './hpl plan --write FILE' makes one",
        "TREE | --lids 4 | option --lids: expected 1..3, found `4`",
        "TREE | --lids 0 | option --lids: expected an integer >= 1, found `0`",
        "TREE | --method coloring | option --method: expected one of single, sender-wise, node-wise, paper, colouring, found `coloring`",
        "TREE | --roots FOLDER/r | switches have GUIDs in 'fabric infiniband' only: drop the option",
        "IB | --roots FOLDER/no.guids | no.guids: no such file: name one that exists, with the GUID of a root switch on each line",
        "TREE | --for-job | --for-job: is about forwarding tables, add --write FILE or drop it",
        "TREE | --write FOLDER/x.lft | forwarding tables are written for 'fabric infiniband' only, because its GUIDs and ports are known",
        "IB | --write FOLDER/x.lft --for-job --method paper | --for-job --method paper: only colouring and sender-wise make tables"})
    void shouldSayWhatIsWrong(String topology, String options, String message) throws IOException {
        String text = topology.equals("TREE") ? FIGURE_2 : topology.equals("IB") ? INFINIBAND : topology.replace(';', '\n') + "\n";
        assertThat(lids(text, options == null ? new String[0] : options.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(thrown).isInstanceOf(InputException.class).hasMessageContaining(message);
        assertThat(folder.resolve("x.lft")).doesNotExist();
    }
}
