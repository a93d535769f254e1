package hplhetero.input.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileWriterTest {
    @TempDir
    Path folder;

    private Cluster readBack(Cluster cluster) throws IOException {
        return ClusterFileReader.read(Files.writeString(folder.resolve("c"), ClusterFileWriter.write(cluster)));
    }

    @RepeatedTest(20)
    void shouldLoseNoBitOfAnyNumber(RepetitionInfo times) throws IOException {
        long seed = 20 * DailySlice.TODAY.day() + times.getCurrentRepetition();
        Random random = new Random(seed);
        List<RankProfile> ranks = new ArrayList<>();
        for (int rank = 0; rank < 50; rank++) {
            ranks.add(new RankProfile(rank, "host" + rank / 2, random.nextInt(1, 64), update(random), panel(random),
                    random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextLong(1, 1L << 50),
                    random.nextBoolean() ? Peak.UNKNOWN : new Peak(random.nextDouble() * 1e4, "FMA peak measured # " + rank),
                    random.nextBoolean() ? 0 : random.nextDouble(), device(random)));
        }
        List<Integer> hostOf = ranks.stream().map(r -> r.rank() / 2).toList();
        List<Integer> siteOf = ranks.stream().map(r -> r.rank() / 20).toList();
        Network network = new Network(Map.of(PairClass.SAME_HOST, link(random), PairClass.OTHER_HOST, link(random),
                PairClass.OTHER_SITE, new PairCost(0, 0)), hostOf, siteOf);
        Cluster cluster = new Cluster(ranks, network, "measured 2026-11-20T12:00:00Z on host0 # with 50 ranks");
        assertThat(readBack(cluster)).as("seed %d", seed).isEqualTo(cluster);
    }

    @Test
    void shouldKeepRemarksAsCommentsOfOneLine() throws IOException {
        RankProfile rank = new RankProfile(0, "node1", 4, UpdateCost.constant(55), PanelCost.constant(10), 16L << 30, Peak.UNKNOWN, 0.3);
        Cluster cluster = new Cluster(List.of(rank), new Network(Map.of(), List.of(0), List.of(0)), "test");
        String text = ClusterFileWriter.write(cluster, List.of("rank 0 varied\nby 30 %", "another"));
        assertThat(text.lines().skip(1)).startsWith("# rank 0 varied by 30 %", "# another", "origin test");
        assertThat(ClusterFileReader.read(Files.writeString(folder.resolve("c"), text))).isEqualTo(cluster);
    }

    private static UpdateCost update(Random random) {
        return random.nextBoolean() ? UpdateCost.constant(random.nextDouble() * 1000)
                : new UpdateCost(seconds(random), seconds(random), seconds(random), seconds(random), seconds(random) + 1e-15,
                seconds(random));
    }

    private static PanelCost panel(Random random) {
        return random.nextBoolean() ? PanelCost.constant(random.nextInt(1, 100))
                : new PanelCost(seconds(random), seconds(random) + 1e-15, seconds(random), random.nextInt(1, 5));
    }

    /** What is known of a device, of which something is known, or none. */
    private static Optional<DeviceCost> device(Random random) {
        DeviceCost cost = new DeviceCost(random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(1, 1L << 40),
                random.nextBoolean() ? Optional.empty() : Optional.of(update(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of(panel(random)),
                random.nextBoolean() ? Optional.empty() : Optional.of(panel(random)));
        return Optional.of(cost).filter(known -> !known.equals(new DeviceCost(Long.MAX_VALUE, Optional.empty(), Optional.empty(),
                Optional.empty())));
    }

    private static double seconds(Random random) {
        return random.nextInt(8) == 0 ? 0 : random.nextDouble() * Math.pow(10, -random.nextInt(16));
    }

    private static PairCost link(Random random) {
        SortedMap<Long, Double> times = new TreeMap<>();
        for (long bytes = random.nextLong(1, 99); random.nextInt(4) > 0; bytes += random.nextLong(1, 1 << 20)) {
            times.put(bytes, seconds(random) + 1e-9 * (1 + random.nextDouble()));
        }
        return new PairCost(seconds(random), seconds(random) * 1e-9, seconds(random) * 1e-9, times);
    }

    @Test
    void shouldWriteWhatAPersonWouldWrite() {
        RankProfile rank = new RankProfile(0, "node1", 4, UpdateCost.constant(55), PanelCost.constant(10), 16L << 30, Peak.UNKNOWN, 0);
        RankProfile other = new RankProfile(1, "node2", 2, new UpdateCost(12e-6, 3e-9, 0, 2e-11, 0, 1.8e-11), new PanelCost(0, 1e-9, 1e-10),
                Long.MAX_VALUE, new Peak(64, "measured"), 0.02, Optional.of(new DeviceCost(40L << 30,
                Optional.of(new UpdateCost(0, 0, 0, 0, 4e-10, 0)), Optional.of(new PanelCost(4e-6, 0, 2e-11)),
                Optional.of(new PanelCost(9e-6, 0, 3e-11)))));
        Network network = new Network(Map.of(PairClass.OTHER_HOST, new PairCost(20e-6, 1 / 1.2e9, 2e-10,
                new TreeMap<>(Map.of(8L, 20.5e-6, 1L << 20, 9e-4)))), List.of(0, 1), List.of(0, 1));
        assertThat(ClusterFileWriter.write(new Cluster(List.of(rank, other), network, "a\ntest")).lines().skip(1)).containsExactly(
                "origin a test",
                "",
                "rank 0 host=node1 workers=4 speed=55GFLOPS panel=10GFLOPS memory=16GiB",
                "rank 1 host=node2 workers=2 device-memory=40GiB variation=0.02",
                "update 1 step=12us panel-element=3ns row-element=0s solve=20ps element=0s multiply=18ps",
                "panel 1 column=0s element=1ns multiply=100ps",
                "streamed 1 step=0s panel-element=0s row-element=0s solve=0s element=400ps multiply=0s",
                "device-panel 1 column=4us element=0s multiply=20ps",
                "shared-panel 1 column=9us element=0s multiply=30ps",
                "peak 1 64GFLOPS measured",
                "",
                "link other-host latency=20us bandwidth=1.2GB/s swap=5GB/s",
                "times other-host 8B=20.5us 1MiB=900us",
                "site 1 hosts=node1",
                "site 2 hosts=node2");
    }

    @Test
    void shouldChooseTheUnitThatReadsBest() {
        assertThat(Quantity.TIME.write(3.158881730894534e-5)).isEqualTo("31.58881730894534us");
        assertThat(Quantity.TIME.write(8.409307546179086e-9)).isEqualTo("8.409307546179086ns");
        assertThat(Quantity.TIME.write(3.881975019538655e-10)).isEqualTo("388.1975019538655ps");
        assertThat(Quantity.TIME.write(0.25)).isEqualTo("250ms");
        assertThat(Quantity.BANDWIDTH.write(43948632256.21146)).isEqualTo("43.94863225621146GB/s");
        assertThat(Quantity.MEMORY.write(16L << 30)).isEqualTo("16GiB");
    }

    @Test
    void shouldRefuseHostsWhoseNamesAndNumbersDiffer() {
        RankProfile rank = new RankProfile(0, "a", 1, UpdateCost.constant(1), PanelCost.constant(1), 1, Peak.UNKNOWN, 0);
        RankProfile other = new RankProfile(1, "a", 1, rank.update(), rank.panel(), 1, Peak.UNKNOWN, 0);
        RankProfile third = new RankProfile(1, "b", 1, rank.update(), rank.panel(), 1, Peak.UNKNOWN, 0);
        Map<PairClass, PairCost> links = Map.of(PairClass.OTHER_HOST, new PairCost(0, 0));
        assertThatThrownBy(() -> ClusterFileWriter.write(new Cluster(List.of(rank, other),
                new Network(links, List.of(0, 1), List.of(0, 0)), "test"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterFileWriter.write(new Cluster(List.of(rank, third),
                new Network(links, List.of(0, 0), List.of(0, 0)), "test"))).isInstanceOf(IllegalArgumentException.class);
    }
}
