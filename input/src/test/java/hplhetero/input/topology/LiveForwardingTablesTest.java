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
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenSM loads the tables that are designed here, into a fabric of 6 leaves x 5 nodes and 6 roots, cabled otherwise at each leaf. */
@Needs(Component.INFINIBAND)
class LiveForwardingTablesTest {
    private static final int LEAVES = 6;
    private static final int HOSTS = 5;
    private static final int NODES = LEAVES * HOSTS;
    private static final int JOBS = 50;
    private static final int RANKS = 16;

    @TempDir
    Path folder;

    private static String tree() throws IOException {
        try (InputStream in = LiveForwardingTablesTest.class.getResourceAsStream("tree.net")) {
            return new String(in.readAllBytes());
        }
    }

    /** Without a root and the cable between another root and a leaf. */
    private static String damaged() throws IOException {
        return Arrays.stream(tree().split("\n\n")).filter(device -> !device.contains("Switch 6 \"root5\""))
                .map(device -> device.lines().filter(line -> !line.contains("] \"root5\"")
                        && !(device.contains("\"leaf1\"\n") && line.contains("] \"root2\""))
                        && !(device.contains("Switch 6 \"root2\"") && line.contains("] \"leaf1\""))).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n\n")) + "\n";
    }

    private static String root(TableFabric fabric, int from, int to, int path) {
        int[] route = new int[fabric.longestRoute()];
        assertThat(fabric.route(from, to, path, route)).isEqualTo(4);
        return fabric.vertexName(fabric.to(route[1]));
    }

    private static Traffic shift(int ranks) {
        return AlltoallKind.RING.traffic(ranks, 1 << 20, 0);
    }

    private static Placement scattered(Fabric fabric, int ranks, long seed) {
        List<Integer> nodes = new ArrayList<>(IntStream.range(0, fabric.nodes()).boxed().toList());
        Collections.shuffle(nodes, new Random(seed));
        return Placement.of(fabric, nodes.stream().limit(ranks).sorted().mapToInt(Integer::intValue).toArray());
    }

    /** Of {@value #JOBS} jobs, those with a contended stage. */
    private static long contended(TableFabric fabric, LidMethod method) {
        return IntStream.range(0, JOBS).filter(job -> {
            Placement placement = scattered(fabric, RANKS, job);
            Placement chosen = placement.over(method.choose(LidQuestion.of(placement, List.of(shift(RANKS)))).table());
            return !Contention.of(chosen, shift(RANKS)).free();
        }).count();
    }

    @Test
    void shouldClimbOverTheRootThatWasMeant() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, tree())) {
            fabric.opensm("-R", "minhop", "-l", "3");
            Subnet before = fabric.dump("dump_lfts");
            TableFabric designed = TableDesign.of(before.fabric()).general(before.lids());
            fabric.load(before.write(designed), "-l", "3");
            Subnet after = fabric.dump("dump_fts");
            Set<Integer> ports = new HashSet<>();
            for (int from = 0; from < NODES; from++) {
                for (int to = 0; to < NODES; to++) {
                    for (int path = 0; path < after.lids() && from / HOSTS != to / HOSTS; path++) {
                        assertThat(root(after.fabric(), from, to, path)).as("n%d to n%d, LID %d", from, to, after.firstLid(to) + path)
                                .isEqualTo("root" + (to + path) % 6);
                        ports.add(after.port(after.fabric().next(path, NODES + from / HOSTS, to)));
                    }
                    assertThat(after.firstLid(to)).isEqualTo(before.firstLid(to));
                }
            }
            assertThat(ports).hasSize(6);
            assertThat(after.write(after.fabric())).isEqualTo(before.write(designed));
            for (int ranks : new int[] {2, 11, RANKS, 23, NODES}) {
                Placement placement = scattered(after.fabric(), ranks, ranks);
                Placement chosen = placement.over(LidMethod.COLOURING.choose(LidQuestion.of(placement, List.of(shift(ranks)))).table());
                assertThat(Contention.of(chosen, shift(ranks)).free()).as("%d ranks", ranks).isTrue();
            }
            TableFabric own = InfiniBandReader.read(fabric.cables(), folder.resolve("opensm-lfts.dump"), Fabric.ANY_SLOTS).fabric();
            InfiniBandWalk.checkAll(own, fabric.cables(), fabric.tables());
            compare(after.fabric(), before.fabric(), fabric);
        }
    }

    /** OpenSM's own engines on the same fabric. */
    private static void compare(TableFabric designed, TableFabric minhop, SoftwareFabric fabric) throws IOException, InterruptedException {
        fabric.opensm("-R", "updn", "-l", "3");
        TableFabric updn = fabric.dump("dump_fts").fabric();
        assertThat(fabric.opensm("-R", "ftree", "-l", "3")).contains("LMC > 0 is not supported by fat-tree routing")
                .contains("minhop tables configured");
        assertThat(fabric.opensm("-R", "ftree", "-l", "0", "-r")).contains("ftree tables configured");
        TableFabric ftree = fabric.dump("dump_fts").fabric();
        for (TableFabric one : List.of(minhop, updn, ftree, designed)) {
            assertThat(contended(one, LidMethod.SINGLE)).as(one.name()).isGreaterThan(JOBS / 2);
        }
        assertThat(contended(designed, LidMethod.COLOURING)).isZero();
    }

    /** With two LIDs of six roots, where neither OpenSM's tables nor general ones free each job. */
    @Test
    void shouldFreeAJobWithFewerLidsThanRoots() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, tree())) {
            fabric.opensm("-R", "minhop", "-l", "1");
            Subnet before = fabric.dump("dump_fts");
            TableFabric general = TableDesign.of(before.fabric()).general(before.lids());
            assertThat(contended(before.fabric(), LidMethod.COLOURING)).isPositive();
            assertThat(contended(general, LidMethod.COLOURING)).isPositive();
            for (int job = 0; job < JOBS; job++) {
                assertThat(JobTables.design(scattered(general, RANKS, job), List.of(shift(RANKS)), before.lids()).free()).as("%d", job)
                        .isTrue();
            }
            Placement placement = scattered(before.fabric(), RANKS, 1);
            JobTables tables = JobTables.design(placement, List.of(shift(RANKS)), before.lids());
            fabric.load(before.write(tables.tables()), "-l", "1");
            Subnet after = fabric.dump("dump_fts");
            assertThat(after.write(after.fabric())).isEqualTo(before.write(tables.tables()));
            assertThat(Contention.of(placement.on(after.fabric()).over(tables.choice().table()), shift(RANKS)).free()).isTrue();
        }
    }

    @Test
    void shouldRouteAroundWhatIsMissing() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, damaged())) {
            fabric.opensm("-R", "updn", "-l", "3");
            Subnet before = fabric.dump("dump_fts");
            assertThat(before.fabric().switches()).isEqualTo(11);
            fabric.load(before.write(TableDesign.of(before.fabric()).general(8)), "-l", "3");
            TableFabric after = fabric.dump("dump_fts").fabric();
            for (int from = 0; from < NODES; from++) {
                for (int to = 0; to < NODES; to++) {
                    Set<String> roots = new HashSet<>();
                    for (int path = 0; path < 8 && from / HOSTS != to / HOSTS; path++) {
                        String root = root(after, from, to, path);
                        roots.add(root);
                        assertThat(root).isEqualTo((to + path) % 5 == 2 && (from / HOSTS == 1 || to / HOSTS == 1) ? root
                                : "root" + (to + path) % 5);
                    }
                    assertThat(roots).hasSize(from / HOSTS == to / HOSTS ? 0 : from / HOSTS == 1 || to / HOSTS == 1 ? 4 : 5);
                }
            }
        }
    }

    /** OpenSM loads tables for a cable that has gone; only who reads the dump sees it. */
    @Test
    void shouldRefuseWhatIsLoadedForCablesThatHaveGone() throws IOException, InterruptedException {
        String tables;
        try (SoftwareFabric fabric = new SoftwareFabric(folder, tree())) {
            fabric.opensm("-R", "minhop", "-l", "1");
            Subnet whole = fabric.dump("dump_fts");
            tables = whole.write(TableDesign.of(whole.fabric()).general(2));
        }
        try (SoftwareFabric fabric = new SoftwareFabric(folder, damaged())) {
            fabric.load(tables, "-l", "1");
            assertThatThrownBy(() -> fabric.dump("dump_fts")).isInstanceOf(InputException.class).hasMessageContaining("has no cable");
        }
    }

    /** A subnet manager may give nodes other LIDs than they had; a file says whose each was. */
    @Test
    void shouldFindLidsThatHaveMoved() throws IOException, InterruptedException {
        try (SoftwareFabric fabric = new SoftwareFabric(folder, tree())) {
            fabric.opensm("-R", "minhop", "-l", "3");
            Subnet before = fabric.dump("dump_fts");
            Path memory = folder.resolve("guid2lid");
            String lids = Files.readString(memory);
            String[] ends = {"0x0000000000100001", "0x000000000010003b"};
            String[] ranges = Arrays.stream(ends).map(guid -> lids.lines().filter(line -> line.startsWith(guid)).findFirst().orElseThrow()
                    .substring(guid.length())).toArray(String[]::new);
            Files.writeString(memory, lids.replace(ends[0] + ranges[0], ends[0] + "#").replace(ends[1] + ranges[1], ends[1] + ranges[0])
                    .replace(ends[0] + "#", ends[0] + ranges[1]));
            fabric.load(before.write(TableDesign.of(before.fabric()).general(8)), "-l", "3");
            Subnet after = fabric.dump("dump_fts");
            assertThat(after.firstLid(0)).isEqualTo(before.firstLid(29)).isNotEqualTo(before.firstLid(0));
            for (int path = 0; path < 8; path++) {
                assertThat(root(after.fabric(), 10, 0, path)).isEqualTo("root" + path % 6);
                assertThat(root(after.fabric(), 10, 29, path)).isEqualTo("root" + (29 + path) % 6);
            }
        }
    }
}
