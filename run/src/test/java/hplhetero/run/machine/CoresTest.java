package hplhetero.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CoresTest {
    @TempDir
    private Path root;

    @Test
    void shouldCountTwoThreadsOfACoreOnce() throws IOException {
        allow("0-3");
        siblings("0,2", 0, 2);
        siblings("1,3", 1, 3);
        assertThat(new Cores(root).usable(4)).isEqualTo(2);
    }

    @Test
    void shouldCountOnlyCoresTheAffinityAllows() throws IOException {
        allow("1,3");
        siblings("0,2", 0, 2);
        siblings("1,3", 1, 3);
        assertThat(new Cores(root).usable(4)).isEqualTo(1);
    }

    @Test
    void shouldNotExceedWhatTheJvmGrants() throws IOException {
        allow("0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            siblings(String.valueOf(cpu), cpu);
        }
        assertThat(new Cores(root).usable(2)).isEqualTo(2);
    }

    @Test
    void shouldTrustTheJvmWhereTheSystemTellsNothing() {
        assertThat(new Cores(root).usable(6)).isEqualTo(6);
    }

    /** Two sockets whose cores are numbered in turn, the second threads of all cores behind them, and a node without cores. */
    @Test
    void shouldKeepTheCoresOfAMemoryNodeTogether() throws IOException {
        allow("0-7");
        for (int cpu = 0; cpu < 4; cpu++) {
            siblings(cpu + "," + (cpu + 4), cpu, cpu + 4);
        }
        assertThat(new Cores(root).usable()).containsExactly(0, 1, 2, 3);
        memoryNode(0, "0,2,4,6");
        memoryNode(1, "1,3,5,7");
        memoryNode(2, "");
        assertThat(new Cores(root).usable()).containsExactly(0, 2, 1, 3);
        assertThat(new Cores(root).memoryNodesOf(List.of(0, 1))).containsExactly(0, 1);
        assertThat(new Cores(root).memoryNodesOf(List.of(2, 6))).containsExactly(0);
    }

    @Test
    void shouldCountCoresNearToADevice() throws IOException {
        memoryNode(0, "0-3");
        memoryNode(1, "4-7");
        pciDevice("0000:3b:00.0", "1");
        pciDevice("0000:af:00.0", "-1");
        Cores cores = new Cores(root);
        assertThat(cores.near("0000:3b:00.0", List.of(2, 3, 4, 5, 6))).isEqualTo(3);
        assertThat(cores.near("0000:3b:00.0", List.of(0, 9))).isZero();
        assertThat(cores.near("0000:af:00.0", List.of(2, 9))).isZero();
        assertThat(cores.near("0000:00:00.0", List.of(2))).isZero();
        assertThat(cores.near("", List.of(2))).isZero();
    }

    @Test
    void shouldPutCoresNearToADeviceFirst() throws IOException {
        memoryNode(0, "0-3");
        memoryNode(1, "4-7");
        pciDevice("0000:3b:00.0", "1");
        pciDevice("0000:af:00.0", "-1");
        Cores cores = new Cores(root);
        assertThat(cores.nearFirst("0000:3b:00.0", List.of(2, 0, 6, 4, 1))).containsExactly(6, 4, 2, 0, 1);
        assertThat(cores.nearFirst("0000:af:00.0", List.of(2, 6, 0))).containsExactly(2, 6, 0);
        assertThat(cores.nearFirst("", List.of(6, 2))).containsExactly(6, 2);
    }

    private void pciDevice(String address, String node) throws IOException {
        Files.writeString(Files.createDirectories(root.resolve("sys/bus/pci/devices/" + address)).resolve("numa_node"), node + "\n");
    }

    /** Two fast cores and two slow ones, as on boards with cores of two kinds; the process may not use one of the slow ones. */
    @Test
    void shouldTellTheClockOfEachCore() throws IOException {
        allow("0-2");
        for (int cpu = 0; cpu < 4; cpu++) {
            siblings(String.valueOf(cpu), cpu);
            Path folder = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/cpufreq"));
            Files.writeString(folder.resolve("cpuinfo_max_freq"), (cpu < 2 ? 2_400_000 : 1_800_000) + "\n");
        }
        assertThat(new Cores(root).gigahertz()).containsExactly(2.4, 2.4, 1.8);
        Files.delete(root.resolve("sys/devices/system/cpu/cpu1/cpufreq/cpuinfo_max_freq"));
        assertThat(new Cores(root).gigahertz()).isEmpty();
    }

    /** Boards with cores of two kinds mostly give the lowest numbers to the slow ones. */
    @Test
    void shouldNameFastCoresFirstWithinEachMemoryNode() throws IOException {
        allow("0-5");
        memoryNode(0, "0-3");
        memoryNode(1, "4-5");
        int[] kilohertz = {1_800_000, 1_800_000, 2_400_000, 2_400_000, 1_800_000, 3_000_000};
        for (int cpu = 0; cpu < kilohertz.length; cpu++) {
            siblings(String.valueOf(cpu), cpu);
            Path folder = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/cpufreq"));
            Files.writeString(folder.resolve("cpuinfo_max_freq"), kilohertz[cpu] + "\n");
        }
        assertThat(new Cores(root).usable()).containsExactly(2, 3, 0, 1, 5, 4);
        assertThat(new Cores(root).gigahertz()).containsExactly(2.4, 2.4, 1.8, 1.8, 3.0, 1.8);
    }

    @Test
    void shouldCountMemoryNodesThatShareTheCoresEvenly() throws IOException {
        allow("0-7");
        for (int cpu = 0; cpu < 8; cpu++) {
            siblings(String.valueOf(cpu), cpu);
        }
        assertThat(new Cores(root).evenNodes()).isEqualTo(1);
        memoryNode(0, "0,2,4,6");
        memoryNode(1, "1,3,5,7");
        memoryNode(2, "");
        assertThat(new Cores(root).evenNodes()).isEqualTo(2);
        allow("0-6");
        assertThat(new Cores(root).evenNodes()).as("4 cores on one node, 3 on the other").isEqualTo(1);
        allow("0-1");
        assertThat(new Cores(root).evenNodes()).as("a core on each node").isEqualTo(1);
    }

    @Test
    void shouldReadListsOfRanges() {
        assertThat(Cores.range("0-2,8,10-11")).containsExactlyInAnyOrder(0, 1, 2, 8, 10, 11);
    }

    private void allow(String list) throws IOException {
        Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(root.resolve("proc/self/status"), "Name:\tjava\nCpus_allowed_list:\t" + list + "\n");
    }

    private void memoryNode(int node, String cpus) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/devices/system/node/node" + node));
        Files.writeString(folder.resolve("cpulist"), cpus + "\n");
    }

    private void siblings(String list, int... cpus) throws IOException {
        for (int cpu : cpus) {
            Path folder = Files.createDirectories(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology"));
            Files.writeString(folder.resolve("thread_siblings_list"), list + "\n");
        }
    }
}
