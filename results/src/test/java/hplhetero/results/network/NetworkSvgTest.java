package hplhetero.results.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.collective.Algorithms;
import hplhetero.network.model.LinkBytes;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class NetworkSvgTest {
    private static final long BYTES = 64 << 10;

    /** A picture, taken apart. */
    private record Parsed(Element root) {

        List<Element> elements(String name) {
            NodeList nodes = root.getElementsByTagName(name);
            return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
        }

        List<Element> ofClass(String name, String kind) {
            return elements(name).stream().filter(e -> List.of(e.getAttribute("class").split(" ")).contains(kind)).toList();
        }

        List<Element> in(String group) {
            return elements("rect").stream().filter(e -> ((Element) e.getParentNode()).getAttribute("class").equals(group)).toList();
        }

        /** Halves of lines, arrows and strips without load. */
        int idle() {
            return ofClass("path", "idle").stream().mapToInt(e -> e.getAttribute("d").split("M", -1).length - 1).sum();
        }

        List<String> texts() {
            return elements("text").stream().map(Element::getTextContent).toList();
        }

        String title(Element element) {
            return element.getElementsByTagName("title").item(0).getTextContent();
        }

        /** That one stroke is marked, and that the words above the picture name its link. */
        void mostLoaded(String words) {
            assertThat(ofClass("path", "most")).singleElement().satisfies(path -> assertThat(title(path)).isEqualTo(words));
            assertThat(texts()).anySatisfy(text -> assertThat(text).startsWith("Most loaded link: " + words));
        }
    }

    private static Parsed parsed(NetworkPicture picture) {
        try {
            return new Parsed(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(
                    new ByteArrayInputStream(NetworkSvg.of(picture).getBytes(StandardCharsets.UTF_8))).getDocumentElement());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static NetworkPicture ring(Placement placement) {
        LinkBytes loads = LinkBytes.of(placement, Algorithms.of(Collective.ALLTOALL, "ring").traffic(placement.ranks(), BYTES, 0));
        return new NetworkPicture(placement.fabric(), Optional.of(placement), Optional.of(loads), "alltoall ring");
    }

    private static NetworkPicture alone(Fabric fabric) {
        return new NetworkPicture(fabric, Optional.empty(), Optional.empty(), "");
    }

    @Test
    void shouldDrawATorusAsPlanes() {
        Parsed svg = parsed(ring(Placement.full(Torus.torus(4, 3, 2))));
        assertThat(svg.texts()).contains("torus 4x3x2: alltoall ring", "24 ranks on 24 of 24 nodes, 120 directed links", "Z = 0", "Z = 1",
                "0", "23").anyMatch(text -> text.endsWith("(23 more links carry the same load); no link is idle"));
        assertThat(svg.in("nodes")).hasSize(24);
        assertThat(svg.ofClass("rect", "used")).hasSize(24);
        assertThat(svg.title(svg.ofClass("rect", "used").get(5))).isEqualTo("(1,1,0): rank 5");
        // each directed link once
        assertThat(svg.ofClass("path", "link").size() + svg.idle()).isEqualTo(120);
        // X wraps: one arrow right and one left of each of six rows; Y likewise for eight columns; Z from each of 24 nodes one
        assertThat(svg.ofClass("path", "head")).hasSize(2 * 6 + 2 * 8 + 24);
        svg.mostLoaded("(0,0,0) -> (1,0,0), 1.125 MiB");
    }

    @Test
    void shouldLeaveNodesWithoutRanksEmpty() {
        Torus torus = Torus.torus(8, 8);
        Parsed svg = parsed(ring(Placement.of(torus, torus.node(1, 1), torus.node(3, 1), torus.node(1, 5))));
        assertThat(svg.in("nodes")).hasSize(64);
        assertThat(svg.ofClass("rect", "used")).hasSize(3);
        assertThat(svg.ofClass("path", "link").size() + svg.idle()).isEqualTo(256);
        assertThat(svg.texts()).contains("node without ranks", "2");
        assertThat(svg.ofClass("rect", "empty")).hasSize(61).first()
                .satisfies(node -> assertThat(svg.title(node)).isEqualTo("(0,0): no rank"));
    }

    /** Frames are units; what joins two of them is drawn once for its twelve links. */
    @Test
    void shouldDrawTofuAsUnits() {
        Parsed svg = parsed(ring(Tofu.job(Tofu.system("2x2x2"), new int[3], 4, 6, 4)));
        assertThat(svg.in("nodes")).hasSize(96);
        assertThat(svg.in("frames")).hasSize(8);
        assertThat(svg.texts()).contains("X,Y,Z = 0,1,1", "95");
        int inUnit = 2 * 6 + 2 * 12 + 2 * 6;
        int between = 3 * 2 * 4;
        assertThat(svg.ofClass("path", "link").size() + svg.idle()).isEqualTo(8 * inUnit + between);
        svg.mostLoaded("(0,0,0,0,0,0) -> (1,0,0,0,0,0), 3 MiB");
    }

    /** Nodes 3, 5, 6 and 9 of the paper's 18: at distance 2 two messages pass leaf1 -> root0. */
    @Test
    void shouldDrawSeveralBelowEachOtherInTheSameColours() throws Exception {
        FatTree tree = FatTree.of(6, 3, 3, 1).withPaths(3);
        Placement before = Placement.of(tree, 3, 5, 6, 9);
        Placement after = before.over(PathTable.of(4, (from, to) -> from == 2 || from == 1 ? 1 : 0));
        String text = NetworkSvg.of(List.of(stage(before), stage(after)));
        Parsed svg = new Parsed(DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))).getDocumentElement());
        assertThat(svg.in("nodes")).hasSize(2 * 18);
        assertThat(svg.ofClass("rect", "used")).hasSize(8);
        assertThat(svg.texts()).contains("1 KiB", "2 KiB").filteredOn(words -> words.startsWith("Most loaded link")).hasSize(2)
                .first().isEqualTo("Most loaded link: leaf1 -> root0, 2 KiB; 57 links are idle");
        String hot = svg.ofClass("path", "most").getFirst().getAttribute("stroke");
        assertThat(svg.ofClass("path", "most").get(1).getAttribute("stroke")).isNotEqualTo(hot);
        assertThat(NetworkSvg.of(List.of(stage(before)))).isEqualTo(NetworkSvg.of(stage(before))).contains("stroke=\"" + hot + "\"");
    }

    private static NetworkPicture stage(Placement placement) {
        LinkBytes loads = LinkBytes.of(placement, Algorithms.of(Collective.ALLTOALL, "ring").traffic(4, 1024, 0), 1);
        return new NetworkPicture(placement.fabric(), Optional.of(placement), Optional.of(loads), "stage 1");
    }

    /** Ranks on nodes 0-15 of each of four leaves of RICC: 16 x 48 messages of a leaf leave by four cables. */
    @Test
    void shouldDrawAFatTreeInLevels() {
        Parsed svg = parsed(ring(PaperPlacements.ricc(4, 64)));
        assertThat(svg.in("nodes")).hasSize(1040);
        assertThat(svg.ofClass("rect", "used")).hasSize(64);
        assertThat(svg.in("switches")).hasSize(54);
        assertThat(svg.texts()).contains("root0", "root1", "51", "63");
        // up and down: of 64 nodes, and of four cables each of four leaves
        assertThat(svg.ofClass("path", "link")).hasSize(2 * 64 + 2 * 16);
        // cables between switches; nodes' strips are drawn where they carry something
        assertThat(svg.idle()).isEqualTo(2 * 4 * 52 - 32);
        svg.mostLoaded("leaf0 -> root0, 12 MiB");
    }

    @Test
    void shouldNumberAllRanksOfAHost() {
        FlatSwitch hosts = FlatSwitch.of(List.of("a", "b", "c"));
        Parsed svg = parsed(ring(Placement.of(hosts, 0, 0, 1, 1, 2, 2, 2, 2)));
        assertThat(svg.texts()).contains("switch", "a", "b", "c", "0 1", "2 3", "4-7");
        svg.mostLoaded("c -> switch, 1 MiB");
    }

    @Test
    void shouldTellOfTrunksHowMuchTheyWouldBeOnOtherLinks() {
        Parsed svg = parsed(ring(Placement.full(TableFabric.sites(List.of("a1", "a2", "b1"), new int[] {0, 0, 1}, 0.1))));
        assertThat(svg.texts()).contains("site0", "trunks", "bandwidth x 0.1", "bytes / bandwidth of a link");
        svg.mostLoaded("site0 -> trunks, 128 KiB at bandwidth 0.1, like 1.25 MiB at bandwidth 1");
    }

    @Test
    void shouldDrawANetworkAlone() {
        Parsed svg = parsed(alone(FatTree.kary(2, 3)));
        assertThat(svg.texts()).contains("fat tree 2x2x2 of 3 levels", "8 nodes, 48 directed links", "leaf0", "mid3", "root3")
                .noneMatch(text -> text.contains("ranks") || text.contains("loaded"));
        assertThat(svg.idle()).isEqualTo(48);
        assertThat(svg.ofClass("rect", "used")).isEmpty();
    }

    /** Nodes with two switches each, which stand beside each other; and switches that lead nowhere, which are left out. */
    @Test
    void shouldDrawNodesWithSeveralSwitches() {
        Parsed twofold = parsed(ring(Placement.full(FatTree.of(List.of(new FatTree.Level(4, 2, 1, 1), new FatTree.Level(3, 2, 1, 1))))));
        assertThat(twofold.in("switches")).hasSize(3 * 2 + 4);
        assertThat(twofold.ofClass("path", "link").size() + twofold.idle()).isEqualTo(2 * (12 * 2 + 6 * 2));
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b"), List.of("s", "lost", "found"));
        builder.cable(0, 2, 1);
        builder.cable(1, 2, 1);
        builder.cable(3, 4, 1);
        assertThat(parsed(ring(Placement.full(builder.shortest().build()))).in("switches")).hasSize(1);
    }

    @Test
    void shouldDrawLinksOfOneDirectionAndNodesWithoutSwitches() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b<", "c&"), List.of());
        for (int node = 0; node < 3; node++) {
            builder.link(node, (node + 1) % 3, 1);
        }
        Parsed svg = parsed(ring(Placement.full(builder.shortest().build())));
        assertThat(svg.ofClass("path", "head")).hasSize(3);
        svg.mostLoaded("a -> b<, 192 KiB");
    }

    static Stream<Fabric> fabrics() {
        List<Fabric> fabrics = new ArrayList<>(List.of(Torus.torus(1), Torus.torus(48), Torus.mesh(5, 7), Torus.torus(10, 10, 10),
                Torus.torus(16, 8, 8), Torus.mesh(3, 2, 2, 3), Torus.torus(2, 3, 2, 2, 3, 2), Torus.torus(40, 2),
                Torus.torus(3, 3).withInterfaces(4), Tofu.system(Dimension.ring("X", 4), Dimension.open("Y", 3), Dimension.ring("Z", 5)),
                FatTree.of(52, 20, 2, 2), FatTree.kary(6, 2), FatTree.kary(4, 3), FatTree.kary(18, 2), FatTree.of(1, 5, 1, 1),
                FatTree.of(200, 6, 3, 1), FatTree.of(List.of(new FatTree.Level(4, 2, 1, 1), new FatTree.Level(3, 2, 1, 1))),
                FatTree.of(List.of(new FatTree.Level(20, 2, 1, 1), new FatTree.Level(8, 2, 2, 1))), FlatSwitch.of(1), FlatSwitch.of(5),
                FlatSwitch.of(1000), FatTree.kary(3, 2).tables().build(),
                TableFabric.sites(IntStream.range(0, 40).mapToObj(i -> "long-host-name" + i).toList(),
                        IntStream.range(0, 40).map(i -> i / 9).toArray(), 0.3)));
        TableFabric.Builder dragonfly = new TableFabric.Builder(IntStream.range(0, 12).mapToObj(i -> "n" + i).toList(),
                IntStream.range(0, 6).mapToObj(i -> "s" + i).toList());
        for (int node = 0; node < 12; node++) {
            dragonfly.cable(node, 12 + node / 2, 1);
        }
        for (int a = 0; a < 6; a++) {
            for (int b = 0; b < a; b++) {
                dragonfly.cable(12 + b, 12 + a, 0.5);
            }
        }
        fabrics.add(dragonfly.shortest().build());
        return fabrics.stream();
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void shouldPutEachNodeApartFromOthersAndInsideThePicture(Fabric fabric) {
        Parsed svg = parsed(ring(Placement.of(fabric, IntStream.range(0, Math.min(40, fabric.nodes())).toArray())));
        List<double[]> boxes = svg.in("nodes").stream().map(e -> Stream.of("x", "y", "width", "height")
                .mapToDouble(name -> Double.parseDouble(e.getAttribute(name))).toArray()).toList();
        assertThat(boxes).hasSize(fabric.nodes());
        double width = Double.parseDouble(svg.root().getAttribute("width"));
        double height = Double.parseDouble(svg.root().getAttribute("height"));
        for (int i = 0; i < boxes.size(); i++) {
            double[] a = boxes.get(i);
            assertThat(a[0] + a[2]).isLessThan(width - 40);
            assertThat(a[1] + a[3]).isLessThan(height - 100);
            assertThat(Math.min(a[0], a[1])).isNotNegative();
            for (int j = 0; j < i; j++) {
                double[] b = boxes.get(j);
                boolean apart = a[0] >= b[0] + b[2] || b[0] >= a[0] + a[2] || a[1] >= b[1] + b[3] || b[1] >= a[1] + a[3];
                if (!apart) {
                    throw new AssertionError(fabric.name() + ": nodes " + j + " and " + i + " overlap");
                }
            }
        }
    }

    @Test
    void shouldRefuseWhatNobodyCouldRead() {
        assertThatThrownBy(() -> parsed(alone(Torus.torus(200, 200)))).hasMessageContaining("nodes=40000").hasMessageContaining("20000");
        assertThatThrownBy(() -> parsed(alone(Torus.torus(2, 2, 2, 2, 2, 2, 2)))).hasMessageContaining("dimensions=7");
    }
}
