package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples in the resources beside this test are real output: make-samples.sh there makes them again. */
class InfiniBandReaderTest {

    @TempDir
    Path folder;

    private Path sample(String name) {
        return sample(name, text -> text);
    }

    private Path sample(String name, UnaryOperator<String> change) {
        try (var in = InfiniBandReaderTest.class.getResourceAsStream(name)) {
            return Files.writeString(folder.resolve(name), change.apply(new String(in.readAllBytes())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TableFabric read(String name) {
        return InfiniBandReader.read(sample(name + ".ibnetdiscover"), sample(name + ".lfts"), Fabric.ANY_SLOTS).fabric();
    }

    @ParameterizedTest
    @CsvSource({
        // name, nodes, switches, links, paths, links of the longest route
        "tree.lmc0, 30, 12, 132, 1, 4",
        "tree.lmc3, 30, 12, 132, 8, 4",
        "cables.lmc0, 16, 6, 64, 1, 4",
        "missing.lmc1, 12, 8, 54, 2, 4",
    })
    void shouldRouteAsTheTablesSay(String name, int nodes, int switches, int links, int paths, int longest) {
        TableFabric fabric = read(name);
        assertThat(fabric.nodes()).isEqualTo(nodes);
        assertThat(fabric.switches()).isEqualTo(switches);
        assertThat(fabric.links()).isEqualTo(links);
        assertThat(fabric.paths()).isEqualTo(paths);
        assertThat(fabric.longestRoute()).isEqualTo(longest);
        InfiniBandWalk.checkAll(fabric, folder.resolve(name + ".ibnetdiscover"), folder.resolve(name + ".lfts"));
    }

    @Test
    void shouldNumberNodesInTheOrderOfTheirNames() {
        TableFabric fabric = read("tree.lmc0");
        assertThat(IntStream.range(0, 30).mapToObj(fabric::nodeName)).startsWith("n0", "n1", "n2").endsWith("n28", "n29");
        assertThat(fabric.vertexName(30)).isEqualTo("leaf0");
        assertThat(fabric.link(0).bandwidth()).isEqualTo(1);
    }

    /** opensm writes its tables itself, in its own way. */
    @Test
    void shouldReadWhatOpensmDumps() {
        Path net = sample("cables.lmc0.ibnetdiscover");
        TableFabric fabric = InfiniBandReader.read(net, sample("cables.lmc0.opensm"), 2).fabric();
        assertThat(fabric.slots(0)).isEqualTo(2);
        InfiniBandWalk.checkAll(fabric, net, sample("cables.lmc0.lfts"));
    }

    /** What several LIDs are for: each leads over another root. */
    @Test
    void shouldFindOtherRootsForOtherLids() {
        TableFabric fabric = read("tree.lmc3");
        int[] links = new int[fabric.longestRoute()];
        Set<String> roots = new HashSet<>();
        for (int path = 0; path < fabric.paths(); path++) {
            assertThat(fabric.route(0, 29, path, links)).isEqualTo(4);
            roots.add(fabric.link(links[1]).to());
        }
        assertThat(roots).hasSizeGreaterThan(3);
    }

    @Test
    void shouldUseBothCablesOfAPair() {
        TableFabric fabric = read("cables.lmc0");
        int[] links = new int[fabric.longestRoute()];
        Map<String, Set<Integer>> used = new HashMap<>();
        for (int to = 4; to < 16; to++) {
            fabric.route(0, to, links);
            used.computeIfAbsent(fabric.link(links[1]).to(), _ -> new HashSet<>()).add(links[1]);
        }
        assertThat(used.keySet()).containsExactlyInAnyOrder("root0", "root1");
        assertThat(used.values()).allMatch(cables -> cables.size() == 2);
    }

    @Test
    void shouldSurviveATopologyFile() throws IOException {
        TableFabric fabric = read("missing.lmc1");
        String text = TopologyFileWriter.write(new Topology(fabric, Optional.empty()));
        TableFabric again = (TableFabric) TopologyFileReader.read(Files.writeString(folder.resolve("x.topology"), text)).fabric();
        InfiniBandWalk.checkAll(again, folder.resolve("missing.lmc1.ibnetdiscover"), folder.resolve("missing.lmc1.lfts"));
    }

    @Test
    void shouldReadThroughATopologyFile() throws IOException {
        sample("cables.lmc0.ibnetdiscover");
        sample("cables.lmc0.lfts");
        Topology topology = TopologyFileReader.read(Files.writeString(folder.resolve("x.topology"), """
                fabric infiniband cables=cables.lmc0.ibnetdiscover tables=cables.lmc0.lfts slots=2
                ranks 0-7 nodes=n[4-7]
                """));
        assertThat(topology.fabric().slots(0)).isEqualTo(2);
        assertThat(topology.placement().orElseThrow().nodeOf(7)).isEqualTo(7);
    }

    private void refused(UnaryOperator<String> cables, UnaryOperator<String> tables, String... words) {
        Path net = sample("missing.lmc1.ibnetdiscover", cables);
        Path lfts = sample("missing.lmc1.lfts", tables);
        assertThatThrownBy(() -> InfiniBandReader.read(net, lfts, 1)).isInstanceOf(InputException.class).message()
                .contains(List.of(words));
    }

    @Test
    void shouldRefuseOutputThatIsNone() {
        refused(text -> text.replaceFirst("\\[2\\]\t.*", "ibwarn: [7] _do_madrpc: recv failed"), text -> text,
                "missing.lmc1.ibnetdiscover, line 12: expected a line of ibnetdiscover, found `ibwarn: [7]");
        refused(text -> text, text -> text.replaceFirst("0x0005 .*", "ibwarn: no answer"),
                "missing.lmc1.lfts, line 7: expected a line of dump_lfts", "found `ibwarn: no answer`");
        refused(text -> "", text -> text, "has no switch and no channel adapter");
        refused(text -> text, text -> "", "has no table");
        refused(text -> text.replaceAll("(?m)^Ca.*\n\\[.*\n", ""), text -> text, "has no other end in this file");
    }

    @Test
    void shouldRefuseCablesThatDoNotFit() {
        refused(text -> text.replaceFirst("4xSDR", "fast"), text -> text, "line 11: expected the speed of the cable");
        refused(text -> text.replaceFirst("\\[2\\]\t", "[1]\t"), text -> text, "line 12: port 1 of leaf3 has a second cable, first in",
                "line 11");
        refused(text -> text.replaceFirst("\\[2\\]\t.*\n", ""), text -> text, "n10 has no other end in this file");
        refused(text -> text.replaceFirst("lid 30 lmc 1 \"leaf3\"", "\"leaf3\""), text -> text, "expected lid and lmc");
        refused(text -> text + text, text -> text, "appears a second time in this file");
    }

    @Test
    void shouldRefuseTablesWithoutAnEntry() {
        // the first table is leaf3's; LID 2 is n0's first
        refused(text -> text, text -> text.replaceFirst("0x0002 004.*\n", ""),
                "missing.lmc1.lfts, line 1: no route from n9 to n0: leaf3 has no entry for n0");
        refused(text -> text, text -> text.replaceFirst("0x0002 004", "0x0002 255"), "line 1: no route from n9 to n0");
    }

    private static final Path CASES = Path.of("..", "run", "src", "test", "resources", "cases");

    /** Two adapters in each of four hosts, and an aggregation node in each of three switches. */
    @Test
    void shouldCallTheFirstAdapterOfAHostLikeTheHost() {
        TableFabric fabric = InfiniBandReader.read(CASES.resolve("c47-hdr.ibnetdiscover"), CASES.resolve("c47-hdr.lfts"), 1).fabric();
        assertThat(IntStream.range(0, fabric.nodes()).mapToObj(fabric::nodeName))
                .containsExactly("n1", "n2", "n3", "n4", "n1_HCA-2", "n2_HCA-2", "n3_HCA-2", "n4_HCA-2");
        assertThat(IntStream.range(0, fabric.nodes()).map(fabric::hostOf)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3);
        Topology read = TopologyFileReader.read(CASES.resolve("c47.net"));
        assertThat(IntStream.range(0, 4).map(read.placement().orElseThrow()::nodeOf)).containsExactly(0, 1, 2, 3);
        Topology unplaced = new Topology(read.fabric(), Optional.empty());
        assertThat(IntStream.range(0, 3).map(unplaced.placement(List.of("n4", "n4", "n2"), "my.net")::nodeOf)).containsExactly(3, 3, 1);
    }

    /** A host's ranks may be spread over its rails; they still are on one host. */
    @Test
    void shouldTakeRanksOnTheRailsOfAHost() throws IOException {
        Files.copy(CASES.resolve("c47-hdr.ibnetdiscover"), folder.resolve("net"));
        Topology read = TopologyFileReader.read(Files.writeString(folder.resolve("x.topology"), """
                fabric infiniband cables=net
                ranks 0-3 nodes=n1,n1_HCA-2,n3,n3_HCA-2
                """));
        Placement placement = read.placement(List.of("x", "x", "y", "y"), "x.topology");
        assertThat(placement.together(0, 1)).isTrue();
        assertThat(placement.together(1, 2)).isFalse();
        assertThatThrownBy(() -> read.placement(List.of("x", "z", "y", "y"), "x.topology")).isInstanceOf(InputException.class)
                .hasMessageContaining("rank 1 of host z sits on node n1_HCA-2, but each host needs a node of its own");
        assertThatThrownBy(() -> read.placement(List.of("x", "x", "x", "y"), "x.topology")).isInstanceOf(InputException.class)
                .hasMessageContaining("line such as `rails n1,n1_HCA-2` says are adapters of one host");
    }

    /** Machines whose adapters were not given names are not rails of one host. */
    @Test
    void shouldNotTakeMachinesWithoutNamesForOneHost() {
        Path net = sample("missing.lmc1.ibnetdiscover", text -> text.replaceAll("\"n[0-9]+\"", "\"localhost HCA-1\""));
        TableFabric fabric = InfiniBandReader.read(net, sample("missing.lmc1.lfts"), 1).fabric();
        assertThat(IntStream.range(0, fabric.nodes()).mapToObj(fabric::nodeName)).allMatch(name -> name.matches("localhost_HCA-1_1000.."))
                .doesNotHaveDuplicates();
        Path words = sample("missing.lmc1.ibnetdiscover", text -> text.replaceAll("\"n([0-9]+)\"", "\"MT25408 ConnectX number $1\""));
        assertThat(InfiniBandReader.read(words, sample("missing.lmc1.lfts"), 1).fabric().nodeName(1))
                .isEqualTo("MT25408_ConnectX_number_1");
    }

    @Test
    void shouldTakeShortestRoutesWhereTablesAreMissing() throws IOException {
        sample("tree.lmc3.ibnetdiscover");
        Topology read = TopologyFileReader.read(Files.writeString(folder.resolve("x.topology"), """
                fabric infiniband cables=tree.lmc3.ibnetdiscover
                ranks 0-7 nodes=n[4-11]
                """));
        TableFabric fabric = (TableFabric) read.fabric();
        assertThat(fabric.paths()).isEqualTo(8);
        assertThat(fabric.longestRoute()).isEqualTo(4);
        assertThat(read.notes()).singleElement().asString()
                .contains("tree.lmc3.ibnetdiscover: no forwarding tables of 12 of 12 switches: shortest routes are taken");
    }

    /** A dump may end early: the tables that it has are followed all the same. */
    @Test
    void shouldTakeShortestRoutesForSwitchesWithoutTable() {
        Path net = sample("tree.lmc0.ibnetdiscover");
        Path whole = sample("tree.lmc0.lfts");
        TableFabric expected = InfiniBandReader.read(net, whole, 1).fabric();
        Path part = sample("tree.lmc0.lfts", text -> text.substring(0, text.lastIndexOf("Unicast lids")));
        Subnet read = InfiniBandReader.read(net, part, 1);
        assertThat(read.notes()).singleElement().asString().contains("tree.lmc0.lfts: no forwarding tables of 1 of 12 switches");
        int same = 0;
        for (int s = 0; s < 12; s++) {
            int vertex = 30 + s;
            boolean all = IntStream.range(0, 30).allMatch(node -> read.fabric().next(0, vertex, node) == expected.next(0, vertex, node));
            same += all ? 1 : 0;
        }
        assertThat(same).isGreaterThanOrEqualTo(11);
        assertThat(read.write(read.fabric()).lines().filter(line -> line.startsWith("0x"))).hasSize(12 * 42);
    }

    /** The forms of the same output that options of ibnetdiscover make, and those of its older and newer versions. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "(?m)4xSDR$ | 4xSDR s=1 w=2 v=4",
        "(?m)^(vendid=.*\\ndevid=.*\\nsysimgguid=0x200003) | Non-Chassis Nodes\\n\\n$1",
        "(?m)^(switchguid=.*) | Chassis 1 (guid 0x7)\\n\\n   Spine Nodes\\n\\n$1\\t# Chassis 1 slot 2",
        "^ | DR path slid 0; dlid 0; 0,1 -> new Switch {0000000000200000} portnum 0 lid 0-0 \"\"\\n",
        "\\n | \\r\\n",
        "\\t+ | ' '",
        "# \"(.*)\" base port | # Switch \"$1\" base port",
        "(?m)^(Ca.*#) \"n3\" | $1",
        "(?m)^Ca | Hca",
        "(?m)^\\[(.)] | [$1][ext 7]",
        "\"leaf1\" | \"the \"first\" leaf\"",
        "4xSDR | 4xXDR",
        "4xSDR | 2xNDR",
        "4xSDR | 4x???",
        "lid [0-9]+ lmc 1 \"leaf | lid 0 lmc 1 \"leaf",
        "(?m)\\z | \\nvendid=0x1\\nrtguid=0x77\\nRt\\t2 \"R-0000000000000077\"\\t\\t# \"router\"\\n",
    })
    void shouldReadAllFormsOfTheSameCables(String from, String to) {
        String changed = to.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
        TableFabric expected = InfiniBandReader.read(sample("missing.lmc1.ibnetdiscover"), 1).fabric();
        Path net = sample("missing.lmc1.ibnetdiscover", text -> {
            String other = text.replaceAll(from, changed);
            assertThat(other).isNotEqualTo(text);
            return other;
        });
        TableFabric fabric = InfiniBandReader.read(net, 1).fabric();
        assertThat(fabric.nodes()).isEqualTo(expected.nodes());
        assertThat(fabric.links()).isEqualTo(expected.links());
        for (int link = 0; link < fabric.links(); link++) {
            assertThat(fabric.bandwidth(link)).isEqualTo(1);
        }
    }

    /** What ibnetdiscover -p says of the fabric cables.lmc0; it does not say how many LIDs a port has. */
    @Test
    void shouldReadTheReportOfPorts() {
        Subnet expected = InfiniBandReader.read(sample("cables.lmc0.ibnetdiscover"), sample("cables.lmc0.lfts"), 1);
        Subnet read = InfiniBandReader.read(sample("cables.lmc0.ports"), sample("cables.lmc0.lfts"), 1);
        assertThat(read.notes()).singleElement().asString().contains("has no LMC, as it is the output of ibnetdiscover -p");
        assertThat(read.write(read.fabric())).isEqualTo(expected.write(expected.fabric()));
        for (int link = 0; link < expected.fabric().links(); link++) {
            assertThat(read.fabric().link(link)).isEqualTo(expected.fabric().link(link));
        }
    }

    /** Two ports of one adapter, two adapters of one host, a port without a cable, a speed that is not known, no description. */
    @Test
    void shouldTellAdaptersApartInTheReportOfPorts() throws IOException {
        Path net = Files.writeString(folder.resolve("ports"), """
                CA     2  2 0x0000000000100002 4x HDR - SW     1  2 0x0000000000200000 ( 'n1 mlx5_0' - 'l 'a' - b' )
                CA     3  1 0x0000000000100001 4x HDR - SW     1  1 0x0000000000200000 ( 'n1 mlx5_0' - 'l 'a' - b' )
                CA     4  1 0x0000000000100011 2x NDR - SW     1  3 0x0000000000200000 ( 'n1 mlx5_1' - 'l 'a' - b' )
                CA     5  1 0x0000000000100021 ?? ??? - SW     1  4 0x0000000000200000 ( '' - 'l 'a' - b' )
                SW     1  5 0x0000000000200000 4x SDR                                    'l 'a' - b'
                SW     1  4 0x0000000000200000 ?? ??? - CA     5  1 0x0000000000100021 ( 'l 'a' - b' - '' )
                SW     1  3 0x0000000000200000 2x NDR - CA     4  1 0x0000000000100011 ( 'l 'a' - b' - 'n1 mlx5_1' )
                SW     1  2 0x0000000000200000 4x HDR - CA     2  2 0x0000000000100002 ( 'l 'a' - b' - 'n1 mlx5_0' )
                SW     1  1 0x0000000000200000 4x HDR - CA     3  1 0x0000000000100001 ( 'l 'a' - b' - 'n1 mlx5_0' )
                """);
        TableFabric fabric = InfiniBandReader.read(net, 1).fabric();
        assertThat(IntStream.range(0, 3).mapToObj(fabric::nodeName)).containsExactly("H-0000000000100021", "n1", "n1_mlx5_1");
        assertThat(fabric.links()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "Ca : 0x000000000010001e ports 1 devid 0x0 vendid 0x0 \"n15\"        | line 1: expected cables | without -l, -H, -S and -R",
        "Switch : 0x0000000000200003 ports 8 devid 0x0 vendid 0x0 \"leaf3\" | line 1: expected cables | which list devices only",
    })
    void shouldRefuseListsWithoutCables(String line, String where, String remedy) throws IOException {
        Path list = Files.writeString(folder.resolve("list"), line + "\n");
        assertThatThrownBy(() -> InfiniBandReader.read(list, 1)).isInstanceOf(InputException.class).message().contains(where, remedy);
        assertThatThrownBy(() -> TopologyFileReader.read(list)).isInstanceOf(InputException.class).message().contains(where, remedy);
    }

    @Test
    void shouldTakeCablesForATopologyFile() {
        Topology read = TopologyFileReader.read(sample("missing.lmc1.ibnetdiscover"));
        assertThat(read.fabric().nodes()).isEqualTo(12);
        assertThat(read.subnet()).isPresent();
        assertThat(read.notes()).singleElement().asString().contains("no forwarding tables of 8 of 8 switches");
        assertThat(TopologyFileReader.read(sample("cables.lmc0.ports")).notes()).hasSize(2);
    }

    /** Before a subnet manager has run, all LIDs are 0: the cables are known, but no routes by LID. */
    @Test
    void shouldNotWriteOrFollowTablesWithoutLids() {
        UnaryOperator<String> none = text -> text.replaceAll("lid [0-9]+ lmc 1 \"leaf", "lid 0 lmc 1 \"leaf");
        refused(none, text -> text, "line 1", "n0 has no LID", "after a subnet manager has assigned LIDs");
        Subnet read = InfiniBandReader.read(sample("missing.lmc1.ibnetdiscover", none), 1);
        assertThatThrownBy(() -> read.write(read.fabric())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("adapter n0 has lid=0");
    }

    @Test
    void shouldRefuseTablesThatLeadRound() {
        // leaf3 sends to root3 what is for n0, and root3 sends it back by port 4
        refused(text -> text, text -> text.replaceFirst("(?s)(\\(root3\\):.*?0x0002 )001", "$1004"),
                "no route from n6 to n0: the route passes ", "again and again");
    }

    @Test
    void shouldRefuseTablesOfAnotherFabric() {
        refused(text -> text, text -> text.replaceFirst("0x0002 004", "0x0002 009"),
                "line 4: port 9 of leaf3, for LID 2 of n0, has no cable");
        refused(text -> text, text -> text.replaceFirst("guid 0x0000000000200003", "guid 0x0000000000300003"),
                "has no table of switch leaf3", "is about a switch that is not in", "save both files from the same fabric");
        refused(text -> text, text -> text.replaceFirst("0x0003 005", "0x0002 005"), "line 5: LID 2 has port 5 here and port 4 in");
        refused(text -> text, text -> text + text, "a second table of switch 0000000000200003, first in");
    }
}
