package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyFileReaderTest {
    /** a and b on s, c on t; s and t by two cables. */
    private static final String TABLE = """
            fabric table
            node a,b,c
            switch s,t
            link a,b s
            link c t
            link s t cables=2 bandwidth=0.5
            route s a via=a
            route s b via=b
            route s c via=t cable=1
            route t c via=c
            route t a-b via=s
            """.replace("a-b", "a,b");

    @TempDir
    Path folder;

    private Topology read(String text) {
        try {
            return TopologyFileReader.read(Files.writeString(folder.resolve("my.topology"), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Placement placement(String text) {
        return read(text).placement().orElseThrow();
    }

    private static String route(Fabric fabric, int from, int to) {
        int[] links = new int[fabric.longestRoute()];
        int hops = fabric.route(from, to, links);
        StringBuilder words = new StringBuilder(fabric.nodeName(from));
        IntStream.range(0, hops).forEach(i -> words.append(' ').append(fabric.link(links[i]).to()));
        return words.toString();
    }

    private static int[] nodes(Placement placement) {
        return IntStream.range(0, placement.ranks()).map(placement::nodeOf).toArray();
    }

    @Test
    void shouldReadASwitch() {
        Fabric eight = read("fabric switch 8 slots=4\n").fabric();
        assertThat(eight.nodes()).isEqualTo(8);
        assertThat(eight.slots(7)).isEqualTo(4);
        Fabric hosts = read("# my cluster\nnode big slots=16\nfabric switch slots=2 # of the others\nnode small[08-10]\n").fabric();
        assertThat(hosts.nodes()).isEqualTo(4);
        assertThat(hosts.nodeName(3)).isEqualTo("small10");
        assertThat(hosts.slots(0)).isEqualTo(16);
        assertThat(hosts.slots(1)).isEqualTo(2);
        assertThat(read("fabric switch 2").fabric().slots(0)).isEqualTo(Fabric.ANY_SLOTS);
    }

    @Test
    void shouldReadMeshesAndTori() {
        assertThat(((Torus) read("fabric torus 4x3").fabric()).dimensions())
                .containsExactly(Dimension.ring("X", 4), Dimension.ring("Y", 3));
        Torus mesh = (Torus) read("fabric mesh 4x3wx2 names=a,b,c interfaces=4 slots=8").fabric();
        assertThat(mesh.dimensions()).containsExactly(Dimension.open("a", 4), Dimension.ring("b", 3), Dimension.open("c", 2));
        assertThat(mesh.interfaces()).isEqualTo(4);
        assertThat(mesh.slots(0)).isEqualTo(8);
    }

    @Test
    void shouldReadTofuAndItsJobs() {
        Topology topology = read("fabric tofu 4wx1x2 interfaces=4\njob 4x3x2 origin=(3,0,1)\n");
        Torus tofu = (Torus) topology.fabric();
        assertThat(Tofu.is(tofu)).isTrue();
        assertThat(tofu.dimensions().get(0)).isEqualTo(Dimension.ring("X", 4));
        assertThat(topology.placement().orElseThrow().ranks()).isEqualTo(24);
        assertThat(topology.placement().orElseThrow().nodeOf(0)).isEqualTo(tofu.node(3, 0, 1, 0, 0, 0));
        assertThat(topology.placement().orElseThrow().nodeOf(1)).isEqualTo(tofu.node(0, 0, 1, 0, 0, 0));
    }

    @Test
    void shouldReadFatTrees() {
        FatTree ricc = (FatTree) read("""
                fabric fattree slots=8
                level 1 children=20
                level 2 children=52 parents=2 cables=2
                """).fabric();
        assertThat(ricc.levels()).isEqualTo(PaperPlacements.ricc().levels());
        assertThat(ricc.slots(0)).isEqualTo(8);
        assertThat(((FatTree) read("fabric kary 6 levels=2").fabric()).levels()).isEqualTo(FatTree.kary(6, 2).levels());
    }

    @Test
    void shouldReadOtherRoutesOfAFatTree() {
        String tree = "fabric fattree\nlevel 1 children=2\nlevel 2 children=3 parents=2 cables=2\n";
        assertThat(route(read(tree).fabric(), 0, 4)).isEqualTo("n0 leaf0 root0 leaf2 n4");
        Fabric other = read(tree + "route leaf0 n4 via=root1 cable=1\n").fabric();
        assertThat(route(other, 0, 4)).isEqualTo("n0 leaf0 root1 leaf2 n4");
        assertThat(route(other, 2, 4)).isEqualTo("n2 leaf1 root0 leaf2 n4");
    }

    @Test
    void shouldReadTables() {
        TableFabric fabric = (TableFabric) read(TABLE).fabric();
        assertThat(route(fabric, 0, 2)).isEqualTo("a s t c");
        int[] links = new int[3];
        fabric.route(0, 2, links);
        // a-s, b-s, c-t, s-t and again, each both ways
        assertThat(links).containsExactly(0, 8, 5);
        assertThat(fabric.link(8).bandwidth()).isEqualTo(0.5);
        fabric.route(2, 1, links);
        assertThat(links).containsExactly(4, 7, 3);
    }

    @Test
    void shouldFillTablesUpWithShortestRoutes() {
        Fabric fabric = read("""
                fabric table routes=shortest slots=2
                switch leaf[0-1],root[0-1]
                link leaf[0-1] root[0-1]
                node n[0-3]
                link n0,n1 leaf0
                link n2,n3 leaf1
                route leaf0 n3 via=root0
                """).fabric();
        assertThat(route(fabric, 0, 2)).isEqualTo("n0 leaf0 root0 leaf1 n2");
        assertThat(route(fabric, 0, 3)).isEqualTo("n0 leaf0 root0 leaf1 n3");
        assertThat(route(fabric, 2, 1)).isEqualTo("n2 leaf1 root1 leaf0 n1");
        assertThat(fabric.slots(3)).isEqualTo(2);
    }

    @Test
    void shouldReadLinksOfOneDirection() {
        Fabric ring = read("""
                fabric table routes=shortest
                node a,b,c
                link a b ways=one
                link b c ways=one
                link c a ways=one
                """).fabric();
        assertThat(route(ring, 0, 2)).isEqualTo("a b c");
        assertThat(ring.links()).isEqualTo(3);
    }

    @Test
    void shouldPlaceRanks() {
        assertThat(nodes(placement("fabric torus 4x4\nranks 0-3 nodes=0-12/4\n"))).containsExactly(0, 4, 8, 12);
        assertThat(nodes(placement("fabric torus 4x4\nranks 0-5 nodes=(0-1,1-2),(3,0),(3,3)\n"))).containsExactly(4, 5, 8, 9, 3, 15);
        assertThat(nodes(placement("fabric switch\nnode a,b,c\nranks 2-3 nodes=c,a\nranks 0-1 nodes=b\n"))).containsExactly(1, 1, 2, 0);
        assertThat(nodes(placement("fabric kary 2 levels=2\nranks 0-2 nodes=n[1-3]\n"))).containsExactly(1, 2, 3);
        assertThat(read("fabric switch 2").placement()).isEmpty();
    }

    @Test
    void shouldDealRanksToSlots() {
        Placement dealt = placement("fabric switch 2 slots=4\nranks 0-3 nodes=0,1\nrank 4 node=0 slot=3\n");
        assertThat(nodes(dealt)).containsExactly(0, 0, 1, 1, 0);
        assertThat(IntStream.range(0, 5).map(dealt::slotOf)).containsExactly(0, 1, 0, 1, 3);
        Placement given = placement("fabric switch 2\nranks 0-3 nodes=0-1 slots=5,2\n");
        assertThat(IntStream.range(0, 4).map(given::slotOf)).containsExactly(5, 2, 5, 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ring 4 | 1 | expected fabric switch, mesh, torus, tofu, fattree, kary, dragonfly, hyperx, table, infiniband, slurm, found `ring`",
        "torus 4x0 | 1 | expected length of dimension Y, an integer 1..1048576, found `0`",
        "torus 4x | 1 | expected lengths such as 4x3x2",
        "torus 4x-1 | 1 | expected lengths such as 4x3x2",
        "torus 65536x65536 | 1 | nodes=4294967296: must be <= 1048576",
        "torus 99999999999 | 1 | which does not fit in 32 bits",
        "torus | 1 | expected a line such as `fabric torus 4x3x2`, found fewer words",
        "torus 4 3 | 1 | found `3`",
        "torus 4x3 names=X | 1 | expected as many names as dimensions, 2, found `X`",
        "torus 4x3 names=X,X | 1 | must have names that differ",
        "torus 4x3 wraps=1 | 1 | expected one of names, interfaces, slots, found `wraps`",
        "torus 4x3 interfaces=0 | 1 | expected interfaces, an integer >= 1, found `0`",
        "torus 4x3 slots=2 slots=3 | 1 | expected each key once",
        "torus 4x3 slots= 2 | 1 | expected key=value without blanks, found `slots=`",
        "tofu 4x3 | 1 | expected units along X, Y, Z",
        "switch | 1 | the fabric has no nodes",
        "switch 0 | 1 | expected nodes, an integer 1..1048576, found `0`",
        "fattree | 1 | the fat tree has no level 1",
        "kary 2 | 1 | expected levels=..., found none",
        "kary 1000 levels=3 | 1 | nodes=1000000000: must be",
        "infiniband | 1 | expected cables=..., found none",
        "dragonfly p=2 a=4 h=2 | 1 | expected g=..., found none: add it, such as p=2 a=4 h=2 g=9",
        "dragonfly p=2 a=4 h=2 g=0 | 1 | expected g, the groups, an integer 1..1048576, found `0`",
        "dragonfly p=2 a=4 h=2 g=10 | 1 | link at most g=a*h+1=9 groups to each other: take fewer groups, or more ports",
        "dragonfly p=2 a=4 h=2 g=9 routes=ugal | 1 | expected routes=minimal or routes=valiant, found `ugal`",
        "dragonfly p=2 a=4 h=2 g=9 global=0 | 1 | give the bandwidth of a global cable as a multiple",
        "dragonfly p=1048576 a=2 h=2 g=3 | 1 | nodes=6291456: must be <= 1048576",
        "hyperx 4x4 | 1 | expected t=..., found none: add it, such as t=2",
        "hyperx t=2 | 1 | expected a line such as `fabric hyperx 4x4 t=2`, found fewer words",
        "hyperx 4x0 t=2 | 1 | expected switches along a dimension, an integer 1..1048576, found `0`",
        "hyperx 4xa t=2 | 1 | expected switches along a dimension, an integer 1..1048576, found `a`",
        "hyperx 4x4 t=2 k=0 | 1 | expected k, an integer >= 1, found `0`",
        "hyperx 4x4 t=2 routes=dal | 1 | expected routes=minimal or routes=valiant, found `dal`",
        "hyperx 4x4 t=2 bandwidth=0 | 1 | give the bandwidth as a multiple of that of a node's link",
        "hyperx 1024x1024 t=2 | 1 | nodes=2097152: must be <= 1048576",
        "table routes=shortest\\nnode a,b,c\\nrails a,b\\nrails b,c | 4 | node=b: is already an adapter of host a, name it once",
        "table routes=shortest\\nnode a,b\\nswitch s\\nrails a,s | 4 | expected nodes, found `s`",
    })
    void shouldRefuseAFabricThatIsNone(String fabric, int line, String message) {
        refused("fabric " + fabric.replace("\\n", "\n") + "\n", line, message);
    }

    private void refused(String text, int line, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("my.topology") + ", line " + line + ": ").hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "level 1 children=2;level 3 children=2 | 1 | the fat tree has no level 2",
        "level 1 children=0 | 2 | expected children, an integer >= 1, found `0`",
        "level 1 children=4;level 1 children=4 | 3 | expected each level once",
        "level 1 children=4;level 2 children=4 bandwidth=0 | 3 | expected bandwidth, a number > 0",
        "level 1 | 2 | expected children=..., found none",
        "level 1 children=4;node a | 3 | expected one of fabric, rank, ranks, lids, level, route, found `node`",
        "level 1 children=4;level 2 children=4;route leaf0 n9 via=leaf1 | 4 | expected a neighbour of leaf0, found `leaf1`",
        "level 1 children=4;level 2 children=4;route leaf0 n99 via=root0 | 4 | expected a node or switch of this fabric, found `n99`",
        "level 1 children=4;level 2 children=4;route leaf0 99 via=root0 | 4 | no number above 15",
        "level 1 children=4;level 2 children=4;route leaf0 leaf1 via=root0 | 4 | expected nodes, found `leaf1`",
        "level 1 children=4;level 2 children=4;route leaf0 n9 via=root0 cable=1 | 4 | expected cable, an integer 0..0, found `1`",
        "level 1 children=4;level 2 children=4;route leaf0 n9 via=root0 path=1 | 4 | expected path, an integer 0..0, found `1`",
        "level 1 children=1000;level 2 children=1000 parents=65536 cables=65536 | 1 | links=",
    })
    void shouldRefuseAFatTreeThatIsNone(String lines, int line, String message) {
        refused("fabric fattree\n" + lines.replace(';', '\n') + "\n", line, message);
    }

    @Test
    void shouldRefuseTablesThatLeadNowhere() {
        // the line that names the switch, or the last that gives it a route
        refused(TABLE.replace("route s c via=t cable=1\n", ""), 8, "no route from a to c: s has no entry for c");
        refused(TABLE.replaceAll("route t .*\n", ""), 3, "no route from c to a: t has no entry for a");
        refused(TABLE.replace("route t c via=c", "route t c via=s"), 9, "the route passes s again and again");
        refused(TABLE.replace("link c t\n", ""), 9, "expected a neighbour of t, found `c`");
    }

    @Test
    void shouldRefuseLinesOfTablesThatAreWrong() {
        refused(TABLE + "link a d\n", 12, "expected a node or switch of this fabric, found `d`");
        refused(TABLE + "link a a\n", 12, "a link must join two different nodes or switches");
        refused(TABLE + "node s\n", 3, "s is named a second time, first in");
        refused(TABLE + "link a b ways=none\n", 12, "expected ways=both or ways=one");
        refused(TABLE + "link a b cables=0\n", 12, "expected cables, an integer >= 1");
        refused(TABLE + "link a b cables=4097\n", 12, "expected cables=1..4096, found `4097`: give fewer cables, with a larger bandwidth=");
        refused(TABLE + "route s c\n", 12, "expected via=..., found none");
        refused(TABLE + "route s\n", 12, "fewer words");
        refused(TABLE.replace("fabric table", "fabric table routes=best"), 1, "expected routes=given or routes=shortest");
        refused(TABLE + "node x[3-1]\n", 12, "write the smaller number first");
        refused(TABLE + "node x[1\n", 12, "expected names such as");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "ranks 0-3 nodes=0-2,12 | 3 | no number above 11",
        "ranks 0-2 nodes=0-1 | 3 | 3 ranks on 2 nodes",
        "ranks 0-1 nodes=0-1 slots=0-1 | 3 | 2 slots for 1 ranks on each node",
        "rank 0 nodes=0 slots=2 | 3 | rank 0 would sit in slot 2 of node (0,0), which has slots 0..1",
        "ranks 0-2 nodes=0,0,0 | 3 | rank 2 would sit in slot 2 of node (0,0)",
        "rank 0 node=0 slot=1;rank 1 node=0 slot=1 | 4 | rank 1 and rank 0 of FILE, line 3 both sit in slot 1 of node (0,0)",
        "rank 0 node=0;rank 0 node=1 | 4 | rank 0 is placed a second time, first in FILE, line 3",
        "rank 0 node=x | 3 | expected nodes of torus 4x3, by number or name, found `x`",
        "rank 0 node=(4,0) | 3 | expected coordinates along X",
        "rank 0 node=(1) | 3 | expected 2 coordinates such as (0,0), found `(1)`",
        "rank 0 node=(1,1)(2,2) | 3 | expected coordinates such as (0-3,0,1)",
        "rank 0 node=(1,1), | 3 | expected coordinates such as (0-3,0,1)",
        "rank 0 node=(1,1),2 | 3 | expected 2 coordinates",
        "rank 0 | 3 | expected nodes=..., found none",
        "rank x node=0 | 3 | expected ranks such as 3, 0-2",
        "ranks 0-9999999 nodes=0 | 3 | no number above 4194303",
        "ranks 3-0 nodes=0 | 3 | write the smaller number first",
        "job 4x3x2 | 3 | expected one of fabric, rank, ranks, lids, found `job`",
    })
    void shouldRefuseAPlacementThatIsNone(String lines, int line, String message) {
        refused("# two slots\nfabric torus 4x3 slots=2\n" + lines.replace(';', '\n') + "\n", line,
                message.replace("FILE", folder.resolve("my.topology").toString()));
    }

    @Test
    void shouldRefuseRanksWithGaps() {
        assertThatThrownBy(() -> read("fabric switch 4\nranks 0,2 nodes=0-1\n")).hasMessageContaining("there is no rank 1")
                .hasMessageContaining("line 2 has rank 2");
    }

    @Test
    void shouldRefuseJobsOffTheSystem() {
        refused("fabric tofu 2x1x1\njob 6x3x2\n", 2, "X=0..2: the system has units 0..1");
        refused("fabric tofu 2x1x1\njob 4x3\n", 2, "expected a shape such as 4x3x2");
        refused("fabric tofu 2x1x1\njob 4x3x0\n", 2, "an integer 1..");
        refused("fabric tofu 2x1x1\njob 4x3x2 origin=0,0,0\n", 2, "expected the unit of rank 0");
    }

    @Test
    void shouldReadTheDocumentsExample() throws IOException {
        String document = Files.readString(Path.of("../docs/topology-file.md"));
        Placement example = placement(document.split("```")[1].strip());
        assertThat(nodes(example)).containsExactly(0, 4, 8, 12, 20, 24, 28, 32);
        assertThat(example.fabric().name()).isEqualTo(PaperPlacements.ricc().name());
    }

    @Test
    void shouldRefuseFilesWithoutFabric() {
        assertThatThrownBy(() -> read("ranks 0-3 nodes=0-3\n")).hasMessageContaining("has no fabric");
        refused("fabric switch 2\nfabric switch 3\n", 2, "a second fabric, the first is in");
        refused("fabric switch 2\nnode a\n", 2, "expected no node lines");
        refused("fabric switch 2\nhello\n", 2, "found `hello`");
        assertThatThrownBy(() -> TopologyFileReader.read(folder.resolve("none"))).hasMessageContaining("no such file");
    }
}
