package hplhetero.input.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.Routes;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.input.text.InputException;
import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterFileReaderTest {
    private static final String TWO = """
            rank 0 host=a speed=50GFLOPS
            rank 1 host=b speed=25GFLOPS
            link other-host latency=20us bandwidth=1GB/s
            """;

    @TempDir
    Path folder;

    private Cluster read(String text) {
        return ClusterFileReader.read(write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private Path write(byte[] bytes) {
        try {
            return Files.write(folder.resolve("my.cluster"), bytes);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void shouldReadEveryKey() {
        Cluster cluster = read("""
                # comment
                ranks 0-3 host=a,b workers=4 speed=55 GFLOPS panel=10GFLOPS memory=16GiB cores=4 clock=3.0GHz flop/cycle=16
                  rank 4  host=c   workers=2 memory=512MiB variation=0.02   # another
                update 4 step=12us panel-element=2ns row-element=1.5ns solve=20ps element=0.3ns multiply=18.5ps
                panel 4 column=3us element=1ns multiply=0.1ns team=2
                peak 4 100GFLOPS measured, # and not a comment
                times other-host 1 KiB = 21 us  8B=20.5us # in any order, before or behind the link
                link same-host latency=0.5us bandwidth=10GB/s
                link other-host latency=20us bandwidth=10Gbit/s swap=4GB/s
                link other-site latency=1ms bandwidth=unlimited
                site east hosts=a,c
                site west hosts=b
                origin measured on a, b and c
                """);
        assertThat(cluster.size()).isEqualTo(5);
        assertThat(cluster.ranks().get(2)).isEqualTo(new RankProfile(2, "b", 4, UpdateCost.constant(55), PanelCost.constant(10),
                16L << 30, new Peak(192, "cluster file: 4 cores x 3.0 GHz x 16 flop/cycle"), 0));
        assertThat(cluster.ranks().get(4)).isEqualTo(new RankProfile(4, "c", 2,
                new UpdateCost(12e-6, 2e-9, 1.5e-9, 20e-12, 0.3e-9, 18.5e-12), new PanelCost(3e-6, 1e-9, 0.1e-9, 2), 512L << 20,
                new Peak(100, "measured, # and not a comment"), 0.02));
        assertThat(cluster.network().hostOf()).containsExactly(0, 0, 1, 1, 2);
        assertThat(cluster.network().siteOf()).containsExactly(0, 0, 1, 1, 0);
        assertThat(cluster.network().links()).containsEntry(PairClass.SAME_HOST, new PairCost(0.5e-6, 1e-10))
                .containsEntry(PairClass.OTHER_HOST, new PairCost(20e-6, 8e-10, 2.5e-10,
                        new TreeMap<>(Map.of(8L, 20.5e-6, 1024L, 21e-6))))
                .containsEntry(PairClass.OTHER_SITE, new PairCost(1e-3, 0));
        assertThat(cluster.origin()).isEqualTo("measured on a, b and c");
    }

    @Test
    void shouldSeatRanksOnTheFabricThatALineNames() throws IOException {
        Files.writeString(folder.resolve("net.topology"), """
                fabric table
                node a,b,c
                switch s,t
                link a,c s
                link b t
                link s t bandwidth=0.5
                """.replace("fabric table", "fabric table routes=shortest"));
        Cluster cluster = read("topology net.topology # beside this file\n" + TWO);
        Routes routes = cluster.network().routes().orElseThrow();
        assertThat(routes.placement().nodeOf(0)).isZero();
        assertThat(routes.placement().nodeOf(1)).isEqualTo(1);
        assertThat(routes.cost().network().latency()).isEqualTo(20e-6);
        assertThat(routes.cost().network().secondsPerByte()).isEqualTo(1e-9);
        assertThat(cluster.network().siteOf()).containsOnly(0);
        assertThat(ClusterFileWriter.write(cluster)).contains("# a topology file of its own says which links hosts share");
        assertRefused("topology net.topology\n" + TWO.replace("host=b", "host=d"), "has no node for host d of the cluster");
        assertRefused("topology net.topology\ntopology net.topology\n" + TWO, "expected one line `topology`");
        assertRefused("topology\n" + TWO, "expected the name of a topology file");
        assertRefused("topology none.topology\n" + TWO, "none.topology");
        assertRefused("topology net.topology\nsite x hosts=a\nsite y hosts=b\nlink other-site latency=1ms bandwidth=1GB/s\n" + TWO,
                "drop the lines `site`");
        Files.writeString(folder.resolve("net.topology"), "fabric switch 4\nranks 0-2 nodes=0-2\n");
        assertRefused("topology net.topology\n" + TWO, "places 3 ranks, the cluster has 2");
        Files.writeString(folder.resolve("net.topology"), "fabric switch 4\nranks 0-1 nodes=0\n");
        assertRefused("topology net.topology\n" + TWO, "rank 1 of host b sits on node n0, but each host needs a node of its own");
    }

    /** A host with two sockets of two cores with two threads each, and a GPU whose memory is a NUMA node. */
    @Test
    void shouldTakeCoresAndMemoryFromLstopo() throws IOException {
        String cores = "<object type=\"Core\" os_index=\"0\"><object type=\"PU\"/>\n<object type=\"PU\"/></object>\n".repeat(2);
        String socket = "<object type=\"Package\" os_index=\"0\">\n<object type=\"NUMANode\"\n local_memory=\"10000000000\">"
                + "</object>\n" + cores + "</object>\n";
        String gpu = "<object type=\"NUMANode\" subtype=\"GPUMemory\" local_memory=\"80000000000\"/>\n";
        Files.writeString(folder.resolve("a.xml"), "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology version=\"2.0\">\n"
                + "<object type=\"Machine\">\n" + socket + socket + gpu + "<object type=\"OSDev\" name=\"mlx5_0\"/>\n</object>\n"
                + "</topology>\n");
        Files.writeString(folder.resolve("vm.xml"), "<object type=\"Machine\"><object type=\"PU\"/></object>");
        String link = "\nlink same-host latency=1us bandwidth=1GB/s\nlink other-host latency=1us bandwidth=1GB/s\n";
        Cluster cluster = read("ranks 0-3 host=a,b lstopo=a.xml speed=50GFLOPS clock=3GHz flop/cycle=16\n"
                + "rank 4 host=c lstopo=" + folder.resolve("a.xml") + " workers=3 memory=1GB speed=50GFLOPS\n"
                + "rank 5 host=d lstopo=vm.xml speed=50GFLOPS" + link);
        assertThat(cluster.ranks().stream().map(RankProfile::workers)).containsExactly(2, 2, 2, 2, 3, 1);
        assertThat(cluster.ranks().stream().map(RankProfile::memoryBytes))
                .containsExactly(8_000_000_000L, 8_000_000_000L, 8_000_000_000L, 8_000_000_000L, 1_000_000_000L, Long.MAX_VALUE);
        assertThat(cluster.ranks().getFirst().peak().gflops()).isEqualTo(2 * 3 * 16);
        assertRefused("rank 0 host=a lstopo=none.xml speed=50GFLOPS", "'lstopo node1.xml' on the host makes one");
        Files.writeString(folder.resolve("a.txt"), "Machine (16GB total)\n  Package L#0\n");
        assertRefused("rank 0 host=a lstopo=a.txt speed=50GFLOPS", "a.txt: has no core: save the output of `lstopo");
    }

    private void assertRefused(String text, String why) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContaining(why);
    }

    @Test
    void shouldFillInWhatIsNotGiven() {
        Cluster cluster = read(TWO);
        RankProfile rank = cluster.ranks().get(1);
        assertThat(rank.workers()).isEqualTo(1);
        assertThat(rank.memoryBytes()).isEqualTo(Long.MAX_VALUE);
        assertThat(rank.peak()).isEqualTo(Peak.UNKNOWN);
        assertThat(1e-9 / rank.panel().perMultiply()).isCloseTo(25 * ClusterFileReader.PANEL_SHARE, within(1e-9));
        assertThat(cluster.network().siteOf()).containsExactly(0, 0);
        assertThat(cluster.origin()).isEqualTo("cluster file " + folder.resolve("my.cluster"));
    }

    @Test
    void shouldTakeUpdatesWhoseTimeIsThatOfTheirElements() {
        RankProfile rank = read("rank 0 host=a\nupdate 0 element=1ns").ranks().getFirst();
        assertThat(rank.update()).isEqualTo(new UpdateCost(0, 0, 0, 0, 1e-9, 0));
        double perFlop = rank.update().seconds(1000, 1000, 100) / (2.0 * 1000 * 1000 * 100);
        assertThat(rank.panel().seconds(1000, 100) / (1000.0 * 100 * 100)).isCloseTo(perFlop / ClusterFileReader.PANEL_SHARE,
                within(1e-20));
    }

    @Test
    void shouldReadWhatADeviceCosts() {
        RankProfile rank = read("""
                rank 0 host=a speed=1TFLOPS device-memory=2GiB
                streamed 0 element=1ns multiply=1ps
                device-panel 0 multiply=50ps
                shared-panel 0 column=9us multiply=60ps
                """).ranks().getFirst();
        DeviceCost device = rank.device().orElseThrow();
        assertThat(device).isEqualTo(new DeviceCost(2L << 30, Optional.of(new UpdateCost(0, 0, 0, 0, 1e-9, 1e-12)),
                Optional.of(new PanelCost(0, 0, 5e-11)), Optional.of(new PanelCost(9e-6, 0, 6e-11))));
        assertThat(rank.panelAmong(1)).isEqualTo(device.panel().orElseThrow());
        assertThat(rank.panelAmong(2)).isEqualTo(device.shared().orElseThrow());
        RankProfile older = read("rank 0 host=a speed=1TFLOPS\ndevice-panel 0 multiply=50ps").ranks().getFirst();
        assertThat(older.panelAmong(1)).isEqualTo(device.panel().orElseThrow());
        assertThat(older.panelAmong(2)).isEqualTo(older.panel());
        assertThat(read("rank 0 host=a speed=1TFLOPS\nshared-panel 0 multiply=50ps").ranks().getFirst().panelAmong(2))
                .isEqualTo(device.panel().orElseThrow());
        assertThat(read("rank 0 host=a speed=1TFLOPS").ranks().getFirst().device()).isEmpty();
        assertRefused("rank 0 host=a speed=1TFLOPS\nstreamed 1 element=1ns", "unknown rank 1");
        assertRefused("rank 0 host=a speed=1TFLOPS\nstreamed 0 step=1ns", "a time > 0 for element or multiply");
        assertRefused("rank 0 host=a speed=1TFLOPS device-memory=0GiB", "expected an amount of memory > 0");
    }

    @Test
    void shouldNeedNoLinkForOneRank() {
        assertThat(read("rank 0 host=a speed=1TFLOPS").ranks().getFirst().update()).isEqualTo(UpdateCost.constant(1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\r", "\n\n \t\n"})
    void shouldAcceptAnyLineEndAndAByteOrderMark(String end) {
        assertThat(read("\ufeff" + TWO.replace("\n", end)).ranks()).isEqualTo(read(TWO).ranks());
    }

    @Test
    void shouldTakeLinesInAnyOrder() {
        String reversed = TWO.lines().reduce("", (text, line) -> line + "\n" + text);
        assertThat(read(reversed)).isEqualTo(read(TWO));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "update 2 multiply=1ps           | line 4: unknown rank 2: the ranks of the file are 0..1: add a line",
        "panel 0-5 multiply=1ps          | line 4: unknown rank 2",
        "peak 9 5GFLOPS                  | line 4: unknown rank 9",
        "rank 1 host=c speed=1GFLOPS     | line 4: rank 1 is given a second time, first in FILE, line 2: drop one",
        "rank 3 host=c speed=1GFLOPS     | line 4: rank 3 is given, but rank 2 is missing: number the ranks 0, 1, 2",
        "rank 2 host=c speed=0GFLOPS     | line 4: expected a speed > 0 with its unit, such as 55GFLOPS, found `0GFLOPS`: write",
        "rank 2 host=c speed=-4GFLOPS    | found `-4GFLOPS`",
        "rank 2 host=c speed=fast        | found `fast`: write a decimal number and a unit, one of GFLOPS",
        "rank 2 host=c speed=0x1GFLOPS   | found `0x1GFLOPS`",
        "rank 2 host=c speed=nan         | found `nan`",
        "rank 2 host=c speed=1e999GFLOPS | found `1e999GFLOPS`, which is too large or too small",
        "rank 2 host=c speed=55          | found `55`, which has no unit",
        "rank 2 host=c speed=55GB        | found `55GB`, whose unit is unknown",
        "rank 2 host=c speed=            | found ``",
        "rank 2 host=c                   | line 4: expected speed=... of rank 2, found none: add it",
        "rank 2 speed=1GFLOPS            | line 4: expected host=..., found none: add it, such as host=node1",
        "rank 2 host=c speed=1GFLOPS speed=2GFLOPS | line 4: expected each key once, found `speed`",
        "rank 2 host=c velocity=1GFLOPS  | line 4: expected one of host, workers, speed",
        "rank 2 c speed=1GFLOPS          | line 4: expected key=value, found `c`",
        "rank 2 host=c speed=1GFLOPS workers=0   | line 4: expected workers, an integer >= 1, found `0`",
        "rank 2 host=c speed=1GFLOPS workers=two | line 4: expected workers, an integer >= 1, found `two`",
        "rank 2 host=c speed=1GFLOPS memory=0GiB | expected an amount of memory > 0",
        "rank 2 host=c speed=1GFLOPS memory=16   | found `16`, which has no unit",
        "rank 2 host=c speed=1GFLOPS cores=4     | line 4: expected clock=..., found none",
        "rank 2 host=c speed=1GFLOPS variation=-1 | line 4: expected a variation >= 0",
        "ranks 2-1 host=c speed=1GFLOPS  | found `2-1`: write the smaller number first",
        "ranks 2,2 host=c speed=1GFLOPS  | rank 2 appears twice in `2,2`",
        "ranks 2-999999999 host=c speed=1GFLOPS | and no number above",
        "rank host=c                     | line 4: expected ranks such as 3, 0-2 or 0-2,5, found `host=c`",
        "rank                            | line 4: expected ranks such as 3, 0-2 or 0-2,5, found nothing",
        "rank two host=c                 | found `two`",
        "ranks 2-4 host=c,d speed=1GFLOPS | line 4: 3 ranks on 2 hosts: name one host",
        "ranks 2-4 host=c[1-3            | expected names of hosts",
        "ranks 2-4 host=c[3-1]           | expected a range of hosts such as node[1-16], found `c[3-1]`",
        "update 0 multiply=1ps           | line 4: rank 0 has speed= in FILE, line 1 too: drop one",
        "update 0 step=1us               | line 4: expected a time > 0 for element or multiply, found `step=1us`: give the time of one",
        "update 0 multiply=0ps           | line 4: expected a time > 0 for element or multiply, found `multiply=0ps`",
        "panel 0 column=0s               | line 4: expected a time > 0 for column or element or multiply, found `column=0s`",
        "update 0 multiply=-1ps          | line 4: expected a time >= 0 with its unit, such as 20us, found `-1ps`",
        "link other-host latency=1us bandwidth=1GB/s | line 4: expected each link once, found `other-host`",
        "link far latency=1us bandwidth=1GB/s    | line 4: expected same-host, other-host or other-site, found `far`",
        "link same-host bandwidth=1GB/s  | line 4: expected latency=..., found none",
        "link same-host latency=1us      | line 4: expected bandwidth=..., found none",
        "link same-host latency=1us bandwidth=0GB/s | expected a bandwidth > 0",
        "times same-host 8B=1us          | line 4: times of same-host, which has no link: add a line such as `link same-host",
        "times far 8B=1us                | line 4: expected same-host, other-host or other-site, found `far`",
        "times other-host                | line 4: expected sizes and times, such as 8B=20us 1KiB=22us, found nothing",
        "times other-host 8B             | line 4: expected sizes and times, such as 8B=20us 1KiB=22us, found `8B`",
        "times other-host 8=1us          | found `8`, which has no unit",
        "times other-host 8B=1           | found `1`, which has no unit",
        "times other-host 0.5B=1us       | line 4: expected a whole number of bytes, found `0.5B`: write such as 8B or 64KiB",
        "times other-host 8B=0us         | line 4: expected a time > 0, found `0us`: write what a message of 8B takes",
        "times other-host 8B=1us 8B=2us  | line 4: expected each size once, found `8B`",
        "times other-host 1KiB=1us 1024B=2us | line 4: expected each size once, found `1024B`",
        "site A hosts=a                  | FILE: host b belongs to no site, but other hosts do: add it to a line such as `site A hosts=b`",
        "site A hosts=a,z                | line 4: expected a host that has ranks, found `z`",
        "site A hosts=a,b,a              | line 4: host a belongs to a site already",
        "site hosts=a                    | line 4: expected a site's name",
        "node 2 host=c                   | line 4: expected rank, ranks, update, panel, streamed, device-panel, shared-panel, peak, link, "
                + "times, site, topology or origin",
    })
    void shouldRefuseWithLineAndRemedy(String line, String message) {
        assertThatThrownBy(() -> read(TWO + line)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("my.cluster").toString())
                .hasMessageContaining(message.replace("FILE", folder.resolve("my.cluster").toString()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "rank 0 host=a speed=1GFLOPS; rank 1 host=a speed=1GFLOPS | ranks 0 and 1 have no link: add a line such as `link same-host",
        "rank 0 host=a speed=1GFLOPS; rank 1 host=b speed=1GFLOPS | ranks 0 and 1 have no link: add a line such as `link other-host",
        "ranks 0-1 host=a,b speed=1GFLOPS; site A hosts=a; site B hosts=b | add a line such as `link other-site latency=",
        "rank 1 host=a speed=1GFLOPS | line 1: rank 1 is given, but rank 0 is missing",
        "# nothing | has no rank: add a line such as"})
    void shouldRefuseWhatIsMissing(String lines, String message) {
        assertThatThrownBy(() -> read(lines.replace(';', '\n'))).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    @Test
    void shouldRefuseWhatIsNoFile() {
        assertThatThrownBy(() -> ClusterFileReader.read(folder.resolve("none"))).isInstanceOf(InputException.class)
                .hasMessage(folder.resolve("none") + ": no such file: name one that exists; examples/ has some to start from");
        assertThatThrownBy(() -> ClusterFileReader.read(folder)).isInstanceOf(InputException.class)
                .hasMessageContaining("is a directory: name the cluster file itself");
        assertThatThrownBy(() -> ClusterFileReader.read(write(new byte[] {'r', 0}))).isInstanceOf(InputException.class)
                .hasMessageContaining("is not a text file (byte 0x00 at offset 1): name a cluster file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-fast-one-slow", "classroom", "sixty-four"})
    void shouldReadTheExamplesAndWriteThemBack(String name) {
        Cluster cluster = ClusterFileReader.read(Path.of("../examples", name + ".cluster"));
        assertThat(cluster.size()).isGreaterThan(1);
        String text = ClusterFileWriter.write(cluster);
        assertThat(read(text)).isEqualTo(cluster);
        assertThat(text).contains("speed=").doesNotContain("update");
    }

    @Test
    void shouldAcceptOrRefuseAnyText() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        String[] words = {"", " ", "#", "=", "rank", "update", "-", ",", "0", "9999999999", "\n", "\r", "[", "]", "host=", "e99999",
            "\u00b5s", "GFLOPS", "site A hosts=a"};
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder(TWO + "update 0 multiply=1ps\npanel 1 multiply=1ns\npeak 0 1GFLOPS x\n");
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                int at = random.nextInt(text.length());
                text.replace(at, Math.min(text.length(), at + random.nextInt(8)), words[random.nextInt(words.length)]);
            }
            assertThat(outcome(text.toString())).as("seed %d, file%n%s", seed, text).matches("(?s)Cluster.*|.*my.cluster.*: .*");
        }
    }

    private String outcome(String text) {
        try {
            return read(text).toString();
        } catch (InputException refused) {
            return refused.getMessage();
        }
    }
}
