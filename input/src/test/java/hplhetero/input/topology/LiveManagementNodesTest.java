package hplhetero.input.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.input.text.InputException;
import hplhetero.network.lid.Contention;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.lid.tables.JobTables;
import hplhetero.network.lid.tables.TableDesign;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.TableFabric;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * OpenSM loads the tables that are designed for a fabric as sites have it: 6 leaves x 5 nodes and 6 roots, a management node at each root,
 * and an aggregation node in each switch.
 */
@Needs(Component.INFINIBAND)
class LiveManagementNodesTest {
    private static final int NODES = 30;
    private static final int ROOTS = 6;
    private static final int RANKS = 16;

    @TempDir
    Path folder;

    /** @param dead whether the cable between root 2 and leaf 1 is missing */
    private static String net(boolean dead) throws IOException {
        List<String> devices = new ArrayList<>();
        List<String> more = new ArrayList<>();
        for (String device : tree().split("\n\n")) {
            String name = device.replaceFirst("(?s)^\\w+ \\d+ \"(\\w+)\".*", "$1");
            if (device.startsWith("Hca")) {
                // the first node keeps its plain name, by which tools attach to the simulated fabric
                devices.add(name.equals("n0") ? device : device.replace("\"" + name + "\"", "\"" + name + " mlx5_0\""));
                continue;
            }
            String lines = device.lines().filter(line -> !(dead && (name.equals("leaf1") && line.contains("\"root2\"")
                    || name.equals("root2") && line.contains("\"leaf1\"")))).skip(1)
                    .map(line -> line.replaceFirst("\"(n[1-9][0-9]*)\"", "\"$1 mlx5_0\"")).collect(Collectors.joining("\n"));
            String sharp = name + " Mellanox Technologies Aggregation Node";
            more.add("Hca 1 \"" + sharp + "\"\n[1] \"" + name + "\"[20]");
            String login = "login" + name.substring(4) + " HCA-1";
            boolean root = name.startsWith("root");
            if (root) {
                more.add("Hca 1 \"" + login + "\"\n[1] \"" + name + "\"[21]");
            }
            devices.add("Switch 21 \"" + name + "\"\n" + lines + "\n[20] \"" + sharp + "\"[1]"
                    + (root ? "\n[21] \"" + login + "\"[1]" : ""));
        }
        devices.addAll(more);
        return String.join("\n\n", devices) + "\n";
    }

    private static String tree() throws IOException {
        try (InputStream in = LiveManagementNodesTest.class.getResourceAsStream("tree.net")) {
            return new String(in.readAllBytes());
        }
    }

    private static Traffic shift(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1 << 20, 0);
    }

    /** Ranks on nodes at leaves, some of them, in the order of their names. */
    private static Placement scattered(Fabric fabric, int ranks, long seed) {
        List<Integer> nodes = new ArrayList<>(IntStream.range(0, fabric.nodes()).boxed()
                .filter(node -> fabric.nodeName(node).startsWith("n")).toList());
        assertThat(nodes).hasSize(NODES);
        Collections.shuffle(nodes, new Random(seed));
        return Placement.of(fabric, nodes.stream().limit(ranks).sorted().mapToInt(Integer::intValue).toArray());
    }

    private static void requireFree(TableFabric fabric) {
        for (int job = 0; job < 20; job++) {
            int ranks = job == 0 ? NODES : RANKS;
            Placement placement = scattered(fabric, ranks, job);
            Placement chosen = placement.over(LidMethod.COLOURING.choose(LidQuestion.of(placement, List.of(shift(ranks)))).table());
            assertThat(Contention.of(chosen, shift(ranks)).free()).as("job %d", job).isTrue();
        }
    }

    @Test
    void shouldKeepRoutesFreeWhereEachSwitchHasANode() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, net(false))) {
            fabric.opensm("-R", "minhop", "-l", "3");
            Subnet before = fabric.dump("dump_fts");
            assertThat(before.fabric().nodes()).isEqualTo(NODES + ROOTS);
            assertThat(IntStream.range(0, NODES + ROOTS).mapToObj(before.fabric()::nodeName)).contains("n0", "n1", "n29", "login5");
            int routes = InfiniBandWalk.everyLid(fabric.cables(), fabric.tables());
            assertThat(routes).isEqualTo(12 * (12 + 8 * (NODES + ROOTS + 12)));
            String designed = before.write(TableDesign.of(before.fabric()).general(8));
            fabric.load(designed, "-l", "3");
            Subnet after = fabric.dump("dump_fts");
            assertThat(InfiniBandWalk.everyLid(fabric.cables(), fabric.tables())).isEqualTo(routes);
            assertThat(after.write(after.fabric())).isEqualTo(designed);
            requireFree(after.fabric());

            // a job may also have ranks on management nodes
            Placement everywhere = Placement.of(before.fabric(), IntStream.range(0, NODES + ROOTS).toArray());
            assertThat(JobTables.design(everywhere, List.of(shift(NODES + ROOTS)), 8).contentions().getFirst().stages())
                    .isEqualTo(NODES + ROOTS - 1);
            Placement placement = scattered(before.fabric(), RANKS, 1);
            JobTables job = JobTables.design(placement, List.of(shift(RANKS)), 2);
            assertThat(job.free()).isTrue();
            fabric.load(before.write(job.tables()), "-l", "3");
            assertThat(InfiniBandWalk.everyLid(fabric.cables(), fabric.tables())).isEqualTo(routes);
        }
    }

    /** The roots that are given make the tables that are found without them, and a wrong root is refused. */
    @Test
    void shouldTakeTheRootsThatAFileNames() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, net(false))) {
            fabric.opensm("-R", "minhop", "-l", "1");
            Subnet before = fabric.dump("dump_fts");
            String guids = IntStream.range(0, 12).filter(s -> before.fabric().vertexName(NODES + ROOTS + s).startsWith("root"))
                    .mapToObj(s -> "0x%016x".formatted(before.switchGuid(s))).collect(Collectors.joining("\n"));
            TableFabric rooted = before.fabric().withRoots(RootFile.read(Files.writeString(folder.resolve("roots"), "# roots\n" + guids
                    + "\n"), before));
            assertThat(before.write(TableDesign.of(rooted).general(2))).isEqualTo(before.write(TableDesign.of(before.fabric()).general(2)));
            assertThatThrownBy(() -> RootFile.read(Files.writeString(folder.resolve("wrong"), guids + "\n0x100001\n"), before))
                    .isInstanceOf(InputException.class).hasMessageContaining("wrong, line 7: expected the GUID of a switch");
        }
    }

    @Test
    void shouldReachEachLidFromARootWithADeadCable() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, net(true))) {
            fabric.opensm("-R", "minhop", "-l", "3");
            Subnet before = fabric.dump("dump_fts");
            int routes = InfiniBandWalk.everyLid(fabric.cables(), fabric.tables());
            fabric.load(before.write(TableDesign.of(before.fabric()).general(8)), "-l", "3");
            Subnet after = fabric.dump("dump_fts");
            assertThat(InfiniBandWalk.everyLid(fabric.cables(), fabric.tables())).isEqualTo(routes);
            requireFree(after.fabric());
        }
    }

    /** Shortest routes stand in for a dump that was not saved, and are tables that OpenSM can load. */
    @Test
    void shouldWriteTablesWhereNoneWereSaved() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, net(true))) {
            fabric.opensm("-R", "minhop", "-l", "3");
            fabric.dump("dump_fts");
            int routes = InfiniBandWalk.everyLid(fabric.cables(), fabric.tables());
            Subnet cables = InfiniBandReader.read(fabric.cables(), Fabric.ANY_SLOTS);
            assertThat(cables.notes()).anyMatch(note -> note.contains("no forwarding tables of 12 of 12 switches"));
            for (TableFabric tables : List.of(cables.fabric(), TableDesign.of(cables.fabric()).general(8))) {
                fabric.load(cables.write(tables), "-l", "3");
                fabric.dump("dump_fts");
                assertThat(InfiniBandWalk.everyLid(fabric.cables(), fabric.tables())).isEqualTo(routes);
            }
        }
    }
}
