package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.network.topology.Dimension;
import hplhetero.network.topology.Dragonfly;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.HyperX;
import hplhetero.network.topology.PaperPlacements;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Routing;
import hplhetero.network.topology.TableFabric;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyFileWriterTest {
    private static final long SEED = 20261126;

    @TempDir
    Path folder;

    /** Writes, reads, compares all that a fabric tells, and writes again. */
    private String checkSame(Fabric fabric, Optional<Placement> placement) {
        String text = TopologyFileWriter.write(new Topology(fabric, placement));
        Topology read;
        try {
            read = TopologyFileReader.read(Files.writeString(folder.resolve("written.topology"), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertThat(TopologyFileWriter.write(read)).isEqualTo(text);
        assertThat(read.fabric().getClass()).isEqualTo(fabric.getClass());
        assertThat(read.fabric().name()).isEqualTo(fabric.name());
        assertThat(read.fabric().links()).isEqualTo(fabric.links());
        for (int id = 0; id < fabric.links(); id++) {
            assertThat(read.fabric().link(id)).isEqualTo(fabric.link(id));
        }
        assertThat(read.fabric().paths()).isEqualTo(fabric.paths());
        for (int path = 0; path < fabric.paths(); path++) {
            checkRoutes(fabric, read.fabric(), path);
        }
        assertThat(read.placement().isPresent()).isEqualTo(placement.isPresent());
        placement.ifPresent(p -> assertThat(seats(read.placement().orElseThrow())).isEqualTo(seats(p)));
        placement.ifPresent(p -> assertThat(read.placement().orElseThrow().paths()).isEqualTo(p.paths()));
        return text;
    }

    private static void checkRoutes(Fabric one, Fabric other, int path) {
        int[] a = new int[one.longestRoute()];
        int[] b = new int[one.longestRoute()];
        assertThat(other.nodes()).isEqualTo(one.nodes());
        for (int from = 0; from < one.nodes(); from++) {
            assertThat(other.nodeName(from)).isEqualTo(one.nodeName(from));
            assertThat(other.slots(from)).isEqualTo(one.slots(from));
            assertThat(other.hostOf(from)).isEqualTo(one.hostOf(from));
            for (int to = 0; to < one.nodes(); to++) {
                int hops = one.route(from, to, path, a);
                assertThat(other.route(from, to, path, b)).isEqualTo(hops);
                assertThat(Arrays.equals(a, 0, hops, b, 0, hops)).as("%d to %d, path %d", from, to, path).isTrue();
            }
        }
    }

    @Test
    void shouldWriteDragonflies() {
        Dragonfly fly = Dragonfly.of(new Dragonfly.Size(2, 3, 1, 4));
        assertThat(checkSame(fly, Optional.of(Placement.of(fly, 23, 0)))).contains("\nfabric dragonfly p=2 a=3 h=1 g=4\n");
        assertThat(checkSame(fly.with(Routing.VALIANT).with(new Dragonfly.Cables(2, 0.5)).withSlots(4), Optional.empty()))
                .contains("g=4 routes=valiant local=2 global=0.5 slots=4\n");
    }

    @Test
    void shouldWriteHyperX() {
        HyperX hyperX = HyperX.of(new HyperX.Size(List.of(4, 1, 3), 2, 2));
        assertThat(checkSame(hyperX, Optional.of(Placement.of(hyperX, 23, 0)))).contains("\nfabric hyperx 4x1x3 t=2 k=2\n");
        HyperX plain = HyperX.of(new HyperX.Size(List.of(5), 1, 3));
        assertThat(checkSame(plain, Optional.empty())).contains("\nfabric hyperx 5 t=3\n");
        assertThat(checkSame(plain.with(Routing.VALIANT).withBandwidth(0.5).withSlots(4), Optional.empty()))
                .contains("hyperx 5 t=3 routes=valiant bandwidth=0.5 slots=4\n");
    }

    @Test
    void shouldWriteRails() {
        TableFabric.Builder builder = new TableFabric.Builder(List.of("a", "b", "a_2"), List.of("s"));
        for (int node = 0; node < 3; node++) {
            builder.cable(node, 3, 1);
        }
        TableFabric fabric = builder.rails(List.of(0, 2)).shortest().build();
        assertThat(checkSame(fabric, Optional.of(Placement.of(fabric, 0, 2, 2, 1)))).contains("\nrails 0,2\n");
    }

    private static List<String> seats(Placement placement) {
        return IntStream.range(0, placement.ranks()).mapToObj(rank -> placement.nodeOf(rank) + "/" + placement.slotOf(rank)).toList();
    }

    @Test
    void shouldWriteEveryFabric() {
        checkSame(FlatSwitch.of(3), Optional.empty());
        checkSame(FlatSwitch.of(List.of("a", "node1", "node2", "node3", "b"), new int[] {4, 2, 2, 2, 8}), Optional.empty());
        checkSame(Torus.torus(4, 3, 2), Optional.empty());
        checkSame(Torus.of(Dimension.open("a", 4), Dimension.ring("b", 3)).withInterfaces(3).withSlots(8), Optional.empty());
        checkSame(Tofu.system(Dimension.ring("X", 2), Dimension.open("Y", 1), Dimension.open("Z", 2)).withInterfaces(4), Optional.empty());
        checkSame(PaperPlacements.ricc().withSlots(8), Optional.empty());
        checkSame(FatTree.of(List.of(new FatTree.Level(2, 1, 1, 1), new FatTree.Level(3, 2, 1, 0.3), new FatTree.Level(2, 1, 3, 1.0 / 3))),
                Optional.empty());
        checkSame(FatTree.of(4, 3, 2, 2).tables().build(), Optional.empty());
        checkSame(TableFabric.sites(List.of("a", "b", "c"), new int[] {0, 1, 0}, 0.1), Optional.empty());
    }

    @Test
    void shouldPutRunsTogether() {
        assertThat(checkSame(FatTree.of(2, 20, 2, 2).tables().build(), Optional.empty()))
                .contains("node n[0-39]\n", "link n[0-19] leaf0 ways=one\n",
                        "route leaf0 23-39/4 via=root1 cable=1\n");
        FatTree tree = PaperPlacements.ricc();
        Placement placement = Placement.of(tree, IntStream.range(0, 32).map(rank -> rank / 2 * 4).toArray());
        assertThat(checkSame(tree, Optional.of(placement))).endsWith("ranks 0-31 nodes=0-60/4 slots=0-1\n");
    }

    @Test
    void shouldWriteAnyPlacement() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 50; trial++) {
            Torus torus = Torus.torus(1 + random.nextInt(5), 1 + random.nextInt(4)).withSlots(4);
            int[] seats = IntStream.range(0, 4 * torus.nodes()).toArray();
            for (int i = seats.length - 1; i > 0 && trial % 3 > 0; i--) {
                int j = trial % 3 == 1 ? random.nextInt(i + 1) : Math.max(0, i - random.nextInt(3));
                int seat = seats[i];
                seats[i] = seats[j];
                seats[j] = seat;
            }
            int[] taken = Arrays.copyOf(seats, 1 + random.nextInt(seats.length));
            Placement placement = Placement.of(torus, Arrays.stream(taken).map(seat -> seat / 4).toArray(),
                    Arrays.stream(taken).map(seat -> seat % 4).toArray());
            try {
                checkSame(torus, Optional.of(placement));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", trial " + trial, e);
            }
        }
    }

    @Test
    void shouldWriteByWhichPathRanksSend() {
        FatTree tree = FatTree.kary(3, 2).withPaths(3);
        Placement placement = Placement.of(tree, 0, 3, 0, 7).over(PathTable.of(4, (from, to) -> (from + 2 * to) % 3));
        assertThat(checkSame(tree, Optional.of(placement))).endsWith("lids 0 -,2,1,0\nlids 1 1,-,2,1\nlids 2 2,1,-,2\nlids 3 0,2,1,-\n");
    }

    @Test
    void shouldWriteAnyTable() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 30; trial++) {
            int nodes = 1 + random.nextInt(6);
            TableFabric.Builder builder = new TableFabric.Builder(IntStream.range(0, nodes).mapToObj(i -> "n" + i).toList(),
                    List.of("s", "t1", "t2")).paths(1 + random.nextInt(3));
            for (int node = 0; node < nodes; node++) {
                builder.cable(node, nodes + random.nextInt(3), 1);
            }
            for (int i = 0; i < 4; i++) {
                builder.cable(nodes, nodes + 1 + random.nextInt(2), 0.5);
            }
            builder.link(nodes, nodes + 1, 1);
            builder.link(nodes + 1, nodes, 2);
            builder.link(nodes, nodes + 2, 2);
            builder.link(nodes + 2, nodes, 2);
            try {
                checkSame(builder.shortest().build(), Optional.empty());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", trial " + trial, e);
            }
        }
    }

    @Test
    void shouldRefuseNamesThatNoLineHolds() {
        assertThatThrownBy(() -> TopologyFileWriter.write(new Topology(FlatSwitch.of(List.of("a b")), Optional.empty())))
                .isInstanceOf(InputException.class).hasMessageContaining("name=a b");
    }
}
