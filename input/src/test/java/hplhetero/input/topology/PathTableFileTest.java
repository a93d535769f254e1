package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTableFileTest {
    private static final String TREE = "fabric kary 3 levels=2 paths=3\nranks 0-2 nodes=0,3,4\n";
    private static final PathTable TABLE = PathTable.of(3, (from, to) -> (2 * from + to) % 3);
    private static final String LINES = """
            lids 0 -,1,2
            lids 1 2,-,1
            lids 2 1,2,-
            """;

    @TempDir
    Path folder;

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Placement placement(String text) {
        return TopologyFileReader.read(file("my.topology", text)).placement().orElseThrow();
    }

    @Test
    void shouldWriteWhatItReads() {
        String text = PathTableFile.write(TABLE, List.of("for shift", "ranks 0-2"));
        assertThat(text).isEqualTo("# for shift\n# ranks 0-2\n" + LINES);
        assertThat(PathTableFile.read(file("my.lids", text))).isEqualTo(TABLE);
        PathTable alone = PathTable.of(1, (from, to) -> 0);
        assertThat(PathTableFile.read(file("my.lids", PathTableFile.write(alone, List.of())))).isEqualTo(alone);
    }

    @Test
    void shouldTakeLinesInAnyOrder() {
        assertThat(PathTableFile.read(file("my.lids", "lids 2 1,2,-\n\n lids 0\t-,1,2 # the first\nlids 1 2,-,1\n"))).isEqualTo(TABLE);
    }

    @Test
    void shouldSendAsTheLinesOfATopologyFileSay() {
        Placement placement = placement(LINES + TREE);
        assertThat(placement.paths()).contains(TABLE);
        int[] links = new int[4];
        placement.route(0, 1, links);
        int first = links[1];
        placement(TREE).route(0, 1, links);
        assertThat(placement.fabric().link(first).to()).as("node 3 by path 1").isEqualTo("root1");
        assertThat(placement.fabric().link(links[1]).to()).as("node 3 by path 0").isEqualTo("root0");
    }

    @Test
    void shouldIncludeAFileThatLiesBesideTheTopology() {
        file("my.lids", "# three\n" + LINES);
        Placement placement = placement(TREE + "lids file=my.lids\n");
        assertThat(placement.paths()).contains(TABLE);
        assertThat(TopologyFileWriter.write(new Topology(placement.fabric(), Optional.of(placement)))).endsWith(LINES);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "lids 0 -,1;lids 2 1,- | 2 | expected the sending rank (one line for each of 2 ranks), an integer 0..1, found `2`",
        "lids 0 -,1;lids 0 -,1 | 2 | rank 0 has a second line, first in FILE, line 1: drop one of the two, or renumber",
        "lids 0 -,1;lids 1 - | 2 | expected 2 paths separated by commas, one for each rank, found `1 path`: write one path for each rank",
        "lids 0 -,1;lids 1 1,2 | 2 | expected - for rank 1 itself, found `2`: write - for the sender",
        "lids 0 -,-;lids 1 1,- | 1 | expected the path to rank 1, found `-`: write - for the sender, and a number for each other rank",
        "lids 0 -,x;lids 1 1,- | 1 | expected the path to rank 1, an integer 0..65535, found `x`",
        "lids 0 -,70000;lids 1 1,- | 1 | expected the path to rank 1, an integer 0..65535, found `70000`",
        "lids 0 -,1 by=me;lids 1 1,- | 1 | expected no key, found `by`",
        "lids 0 - 1;lids 1 1,- | 1 | expected a line such as `lids 0 -,1,2,1`",
        "lids 0 -,1;ranks 0-1 nodes=0-1 | 2 | expected lines such as `lids 0 -,1,2,1` only, found `ranks`",
    })
    void shouldRefuseTablesThatAreNone(String lines, int line, String message) {
        Path file = file("my.lids", lines.replace(';', '\n'));
        assertThatThrownBy(() -> PathTableFile.read(file)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ", line " + line + ": ").hasMessageContaining(message.replace("FILE", file.toString()));
    }

    @Test
    void shouldRefuseAFileWithoutLinesAndOneThatIsNotThere() {
        assertThatThrownBy(() -> PathTableFile.read(file("my.lids", "# nothing\n"))).isInstanceOf(InputException.class)
                .hasMessageContaining("my.lids: has no line such as")
                .hasMessageContaining("'./hpl net lids --table FILE' makes such files");
        assertThatThrownBy(() -> placement(TREE + "lids file=none.lids\n")).isInstanceOf(InputException.class)
                .hasMessageContaining("none.lids: no such file: name one that exists; './hpl net lids --table FILE' makes one");
    }

    @Test
    void shouldRefuseTablesOfOtherRanksOrPaths() {
        refused(TREE + "lids 0 -,1\nlids 1 1,-\n", 3,
                "the table of paths has 2 ranks, but 3 are placed: make a new table by './hpl net lids");
        refused(TREE + LINES.replace("-,1,2", "-,1,3"), 3,
                "the table of paths uses path 3, but fat tree 3 leaves x 3, 3 roots, 1 cable, 3 paths "
                + "has paths 0..2");
        file("my.lids", LINES);
        refused(TREE.replace(" paths=3", "") + "lids file=my.lids\n", 3, "the table of paths in my.lids uses path 2, but");
        refused(TREE + "lids file=my.lids\n" + LINES, 4, "a second lids line beside `lids file=...`");
        refused("fabric kary 3 levels=2 paths=3\n" + LINES, 2,
                "the paths between ranks are given, but not the nodes of the ranks: add a line");
        refused(TREE + "lids 0 file=my.lids\n", 3, "expected a line such as `lids file=my.lids`, found `0`");
    }

    private void refused(String text, int line, String message) {
        assertThatThrownBy(() -> placement(text)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("my.topology") + ", line " + line + ": ").hasMessageContaining(message);
    }
}
