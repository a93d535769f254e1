package hplhetero.comm.collective;

import static hplhetero.comm.collective.TrafficChecks.BUFFER;
import static hplhetero.comm.collective.TrafficChecks.TAG;
import static hplhetero.comm.collective.TrafficChecks.assertSame;
import static hplhetero.comm.collective.TrafficChecks.assertSameEnds;
import static hplhetero.comm.collective.TrafficChecks.assertSendsWhatItHas;
import static hplhetero.comm.collective.TrafficChecks.finish;
import static hplhetero.comm.collective.TrafficChecks.offsets;
import static hplhetero.comm.collective.TrafficChecks.run;
import static hplhetero.comm.collective.TrafficChecks.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.LoneRank;
import hplhetero.comm.Ranks;
import hplhetero.comm.Sites;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import hplhetero.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each executor sends what its algorithm states, and the statements hold together. */
@Timeout(300)
@Slow
class TrafficTest {
    private static final int MOST_RANKS = 17;
    /** Of a piece or a whole; the last two in segments, of which the last is short. */
    private static final long[] SIZES = {0, 1, 5, 8, 129, 4096, 40_001, 600_013};
    private static final long[] SHORT_SIZES = {0, 1, 24, 1001};

    static Stream<Algorithm> algorithms() {
        return Arrays.stream(Collective.values()).flatMap(collective -> Algorithms.of(collective).stream());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldSendExactlyWhatIsStated(Algorithm algorithm) {
        forAll(algorithm, (traffic, bytes, root) -> {
            for (int rank = 0; rank < traffic.ranks(); rank++) {
                LoneRank communicator = new LoneRank(rank, traffic.ranks());
                run(CollectiveAlgorithms.of(communicator), algorithm, communicator, bytes, root);
                assertSame(communicator, traffic, rank, bytes + " bytes from " + root);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldStateEachMessageAtBothEndsInTheSameStage(Algorithm algorithm) {
        forAll(algorithm, (traffic, bytes, root) -> {
            for (int stage = 0; stage < traffic.stages(); stage++) {
                String what = traffic.name() + " of " + bytes + " bytes from " + root + " on " + traffic.ranks() + " at stage " + stage;
                assertSameEnds(traffic, stage, what);
            }
        });
    }

    /** Who has nothing yet sends nothing: to no rank more than has come in earlier stages. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldBroadcastOnlyWhatHasCome(Algorithm algorithm) {
        forAll(algorithm, (traffic, bytes, root) -> {
            if (algorithm.collective() == Collective.BROADCAST) {
                for (int rank = 0; rank < traffic.ranks(); rank++) {
                    assertSendsWhatItHas(traffic, rank, rank == root ? bytes : 0, rank == root ? 0 : bytes);
                }
            }
        });
    }

    /** Who has read what one rank sends as a root knows it of all. */
    @ParameterizedTest
    @EnumSource
    void shouldCountRanksFromTheRootOfAPanelBroadcast(BroadcastAlgorithm panel) {
        Algorithm algorithm = Algorithms.of(panel);
        forAll(algorithm, (traffic, bytes, root) -> assertTurned(traffic, algorithm.traffic(traffic.ranks(), bytes, 0), root));
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountRanksFromTheRootAmongSites(BroadcastAlgorithm panel) {
        Random random = new Random(9);
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            int[] siteOf = random.ints(ranks, 0, 3).toArray();
            for (int root = 0; root < ranks; root++) {
                int from = root;
                int size = ranks;
                int[] fromRoot = IntStream.range(0, ranks).map(rank -> siteOf[(from + rank) % size]).toArray();
                assertTurned(Algorithms.delivery(panel, Sites.of(siteOf), root).of(600_013),
                        Algorithms.delivery(panel, Sites.of(fromRoot), 0).of(600_013), root);
            }
        }
    }

    private static void assertTurned(Traffic traffic, Traffic fromRankZero, int root) {
        int ranks = traffic.ranks();
        assertThat(traffic.stages()).isEqualTo(fromRankZero.stages());
        for (int stage = 0; stage < traffic.stages(); stage++) {
            assertThat(list(traffic, stage)).as("%s from %d of %d at stage %d", traffic.name(), root, ranks, stage)
                    .containsExactlyInAnyOrderElementsOf(list(fromRankZero, stage).stream()
                            .map(m -> List.of((m.getFirst() + root) % ranks, (m.get(1) + root) % ranks, m.get(2))).toList());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSendExactlyWhatIsStatedAmongSites(BroadcastAlgorithm panel) {
        Random random = new Random(7);
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Sites sites = Sites.of(random.ints(ranks, 0, 3).toArray());
            for (long bytes : SIZES) {
                for (int root = 0; root < ranks; root++) {
                    Traffic traffic = Algorithms.delivery(panel, sites, root).of(bytes);
                    for (int stage = 0; stage < traffic.stages(); stage++) {
                        assertSameEnds(traffic, stage, "seed=7 " + traffic.name());
                    }
                    for (int rank = 0; rank < ranks; rank++) {
                        LoneRank communicator = new LoneRank(rank, ranks);
                        Collectives.Broadcast broadcast = CollectiveAlgorithms.of(communicator, sites).broadcast(panel, TAG);
                        broadcast.start(BUFFER.asSlice(0, bytes), root);
                        finish(broadcast);
                        assertSame(communicator, traffic, rank, "seed=7 " + bytes + " bytes from " + root);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringEachPieceToEachOtherSiteOnce(AllgatherAlgorithm algorithm) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Random random = new Random(ranks);
            int[] siteOf = random.ints(ranks, 0, 4).toArray();
            Sites sites = Sites.of(siteOf);
            long[] lengths = random.longs(ranks, 0, 50).map(length -> Math.max(0, length - 15)).toArray();
            Traffic traffic = Algorithms.hierarchicalAllgather(algorithm, sites, lengths);
            long[] crossed = new long[1];
            for (int stage = 0; stage < traffic.stages(); stage++) {
                assertSameEnds(traffic, stage, "seed=" + ranks + " " + traffic.name());
                traffic.messages(stage, (from, to, bytes) -> crossed[0] += siteOf[from] == siteOf[to] ? 0 : bytes);
            }
            assertThat(crossed[0]).as("seed=%d", ranks).isEqualTo((sites.groups().length - 1) * Arrays.stream(lengths).sum());
            for (int rank = 0; rank < ranks; rank++) {
                LoneRank communicator = new LoneRank(rank, ranks);
                Collectives.Allgather allgather = CollectiveAlgorithms.of(communicator, sites).allgather(algorithm, TAG);
                allgather.start(Ranks.zeros(Arrays.stream(lengths).sum()), offsets(lengths), lengths);
                finish(allgather);
                assertSame(communicator, traffic, rank, "seed=" + ranks);
            }
        }
    }

    /** What arrives nowhere reads as zeros: a rank's own candidate wins, or one at the first site that has any. */
    @ParameterizedTest
    @ValueSource(longs = {0, 8, 1024})
    void shouldExchangePivotsAmongSitesAsStated(long payload) {
        for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
            int[] siteOf = new Random(ranks).ints(ranks, 0, 4).toArray();
            Sites sites = Sites.of(siteOf);
            int[][] groups = sites.groups();
            for (int rank = 0; rank < ranks && groups.length > 1; rank++) {
                boolean first = siteOf[rank] == siteOf[0];
                int holder = (rank + 2) % ranks;
                for (boolean wins : new boolean[] {true, false}) {
                    int winner = wins ? rank : groups[first && groups[0].length == 1 ? 1 : 0][0];
                    Traffic traffic = Algorithms.hierarchicalPivots(sites, payload, holder, winner);
                    for (int stage = 0; stage < traffic.stages(); stage++) {
                        assertSameEnds(traffic, stage, "seed=" + ranks + " " + traffic.name());
                    }
                    LoneRank communicator = new LoneRank(rank, ranks);
                    Collectives.PivotExchange exchange = CollectiveAlgorithms.of(communicator, sites).pivotExchange(payload, TAG);
                    MemorySegment record = Ranks.zeros(Collectives.PivotExchange.recordBytes(payload));
                    record.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0, wins ? 1 : Collectives.PivotExchange.NO_MAGNITUDE);
                    record.set(ValueLayout.JAVA_LONG_UNALIGNED, 8, wins ? 5 : Collectives.PivotExchange.NO_ROW);
                    exchange.start(record, holder);
                    finish(exchange);
                    assertSame(communicator, traffic, rank, "seed=" + ranks + " holder " + holder + " winner " + winner);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldSendPiecesOfUnlikeSizeAsStated(Algorithm algorithm) {
        if (algorithm.collective() != Collective.ALLGATHER) {
            return;
        }
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            for (int seed = 0; algorithm.takes(ranks) && seed < 10; seed++) {
                Random random = new Random(seed);
                long[] lengths = random.longs(ranks, 0, 50).map(length -> Math.max(0, length - 15)).toArray();
                Traffic traffic = Algorithms.allgather(algorithm.label(), lengths);
                for (int rank = 0; rank < ranks; rank++) {
                    LoneRank communicator = new LoneRank(rank, ranks);
                    Collectives.Allgather allgather = CollectiveAlgorithms.of(communicator).allgather(algorithm.label(), TAG);
                    allgather.start(Ranks.zeros(Arrays.stream(lengths).sum()), offsets(lengths), lengths);
                    finish(allgather);
                    assertSame(communicator, traffic, rank, "seed=" + seed);
                }
            }
        }
    }

    /** What is said to follow from rank 0's messages does. */
    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldBeAsSymmetricalAsItSays(Algorithm algorithm) {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            Traffic traffic = algorithm.takes(ranks) ? algorithm.traffic(ranks, 40, 0) : null;
            for (int stage = 0; traffic != null && stage < traffic.stages(); stage++) {
                Traffic.Symmetry symmetry = traffic.symmetry(stage);
                List<List<Long>> messages = list(traffic, stage);
                int size = ranks;
                if (symmetry != Traffic.Symmetry.NONE) {
                    assertThat(messages).as("%s ranks=%d stage=%d", algorithm.label(), ranks, stage).containsExactlyInAnyOrderElementsOf(
                            messages.stream().filter(message -> message.getFirst() == 0).flatMap(message -> LongStream.range(0, size)
                                    .mapToObj(rank -> List.of(rank, symmetry == Traffic.Symmetry.XOR ? rank ^ message.get(1)
                                            : (rank + message.get(1)) % size, message.get(2)))).toList());
                }
            }
        }
        assertThat(Algorithms.of(Collective.ALLTOALL, "ring-mpi-barrier").traffic(16, 40, 0).symmetry(0)).isEqualTo(Traffic.Symmetry.SHIFT);
        assertThat(Algorithms.of(Collective.ALLTOALL, "pairwise").traffic(16, 40, 0).symmetry(3)).isEqualTo(Traffic.Symmetry.XOR);
    }

    private static List<List<Long>> list(Traffic traffic, int stage) {
        List<List<Long>> messages = new ArrayList<>();
        traffic.messages(stage, (from, to, bytes) -> messages.add(List.of((long) from, (long) to, bytes)));
        return messages;
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldStateWithoutGarbage(Algorithm algorithm) {
        Traffic traffic = algorithm.traffic(64, 3_000_000, 5);
        long[] sum = new long[1];
        Traffic.Sink sink = sink((to, bytes) -> sum[0] += bytes, (from, bytes) -> sum[0] -= bytes);
        stateAll(traffic, sink);
        long before = Ranks.allocatedBytes();
        stateAll(traffic, sink);
        assertThat(Ranks.allocatedBytes() - before).isLessThan(10_000);
        assertThat(sum[0]).isZero();
    }

    private static void stateAll(Traffic traffic, Traffic.Sink sink) {
        for (int stage = 0; stage < traffic.stages(); stage++) {
            for (int rank = 0; rank < traffic.ranks(); rank++) {
                traffic.stage(stage, rank, sink);
            }
        }
    }

    @Test
    void shouldHaveALabelForEachAlgorithm() {
        for (Collective collective : Collective.values()) {
            List<Algorithm> algorithms = Algorithms.of(collective);
            assertThat(algorithms).isNotEmpty().allSatisfy(algorithm -> assertThat(algorithm.collective()).isEqualTo(collective));
            assertThat(algorithms.stream().map(Algorithm::label)).doesNotHaveDuplicates()
                    .allSatisfy(label -> assertThat(Algorithms.of(collective, label).label()).isEqualTo(label));
        }
        for (BroadcastAlgorithm panel : BroadcastAlgorithm.values()) {
            assertThat(panel.hplName()).endsWith(Algorithms.of(panel).label());
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Algorithms.of(Collective.ALLGATHER, "rnig"))
                .withMessageContaining("allgather=rnig").withMessageContaining("doubling, ring, bruck, neighbour, halving");
    }

    @Test
    void shouldRefuseWhatNoAlgorithmCanDo() {
        Algorithm neighbour = Algorithms.of(Collective.ALLGATHER, "neighbour");
        assertThatIllegalArgumentException().isThrownBy(() -> neighbour.traffic(5, 8, 0)).withMessageContaining("ranks=5");
        Algorithm ring = Algorithms.of(Collective.BROADCAST, "1ring");
        assertThatIllegalArgumentException().isThrownBy(() -> ring.traffic(0, 8, 0)).withMessageContaining("ranks=0");
        assertThatIllegalArgumentException().isThrownBy(() -> ring.traffic(2, -1, 0)).withMessageContaining("bytes=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> ring.traffic(2, 8, 2)).withMessageContaining("root=2");
    }

    /** Looked at from another side: the messages of the papers' table, counted. */
    @Test
    void shouldSendAsManyMessagesAsThePapersCount() {
        assertThat(messages(Collective.ALLTOALL, "simple-spread", 16, 100)).containsExactly(1, 15 * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "ring", 16, 100)).containsExactly(15, 15 * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "pairwise", 16, 100)).containsExactly(15, 15 * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "pairwise", 12, 100)).containsExactly(11, 11 * 12, 11 * 12 * 100);
        assertThat(messages(Collective.ALLTOALL, "pairwise", 13, 100)).containsExactly(13, 12 * 13, 12 * 13 * 100);
        assertThat(messages(Collective.ALLTOALL, "ring-one-barrier", 16, 100)).containsExactly(4 + 15, (4 + 15) * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "ring-mpi-barrier", 16, 100)).containsExactly(5 * 15, 5 * 15 * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "ring-light-barrier", 16, 100)).containsExactly(29, 29 * 16, 15 * 16 * 100);
        assertThat(messages(Collective.ALLTOALL, "bruck", 16, 100)).containsExactly(4, 4 * 16, 4 * 8 * 16 * 100);
    }

    /** A message that brings nothing new is spared: 15 ranks are sent the whole once. */
    @Test
    void shouldSpareMessagesInLong() {
        long mebibyte = 1 << 20;
        assertThat(messages(Collective.BROADCAST, "scatter-ring", 16, mebibyte)).containsExactly(4 + 15, 15 + 15 * 16, 17 * mebibyte);
        assertThat(messages(Collective.BROADCAST, "long", 16, mebibyte)).containsExactly(4 + 15, 223, 15 * mebibyte);
        assertThat(messages(Collective.BROADCAST, "scatter-swing", 16, mebibyte)).containsExactly(4 + 4, 15 + 49, 15 * mebibyte);
        assertThat(messages(Collective.BROADCAST, "binomial", 16, mebibyte)).containsExactly(4, 15, 15 * mebibyte);
        assertThat(messages(Collective.BROADCAST, "1ring", 16, mebibyte)).containsExactly(15 + 3, 15 * 4, 15 * mebibyte);
        assertThat(messages(Collective.BROADCAST, "chain", 16, mebibyte)).containsExactly(15 + 15, 15 * 16, 15 * mebibyte);
    }

    /** Stages, messages, bytes. */
    private static long[] messages(Collective collective, String label, int ranks, long size) {
        Traffic traffic = Algorithms.of(collective, label).traffic(ranks, size, 0);
        long[] counts = {traffic.stages(), 0, 0};
        for (int stage = 0; stage < traffic.stages(); stage++) {
            traffic.messages(stage, (from, to, bytes) -> {
                counts[1]++;
                counts[2] += bytes;
            });
        }
        return counts;
    }

    /** Looks at one statement. */
    private interface Check {
        void of(Traffic traffic, long bytes, int root);
    }

    private static void forAll(Algorithm algorithm, Check check) {
        boolean rooted = switch (algorithm.collective()) {
            case BROADCAST, GATHER, PIVOT_EXCHANGE -> true;
            case ALLTOALL, ALLGATHER, ALLREDUCE, BARRIER -> false;
        };
        long[] sizes = switch (algorithm.collective()) {
            case BROADCAST, ALLREDUCE -> SIZES;
            case BARRIER -> new long[1];
            default -> SHORT_SIZES;
        };
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            for (long bytes : sizes) {
                for (int root = 0; root < (rooted ? ranks : 1) && algorithm.takes(ranks); root++) {
                    check.of(algorithm.traffic(ranks, bytes, root), bytes, root);
                }
            }
        }
    }
}
