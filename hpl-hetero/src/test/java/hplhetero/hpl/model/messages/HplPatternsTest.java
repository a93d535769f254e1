package hplhetero.hpl.model.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.grid.VirtualGrid;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.swap.RowSwapTraffic;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What all ranks of a grid send at once, by hand and against the statements it is read from. */
class HplPatternsTest {
    /** Rank 1 has cells in two rows, rank 4 in two columns; the rows have three, two and three ranks. */
    private static final VirtualGrid CELLS = new VirtualGrid(3, 3, new int[] {0, 1, 2, 3, 1, 1, 4, 4, 5});

    private static Set<Pair> pairs(Traffic traffic, int stage) {
        Set<Pair> pairs = new HashSet<>();
        traffic.messages(stage, (from, to, bytes) -> pairs.add(new Pair(from, to)));
        return pairs;
    }

    private static Set<Pair> pairs(Traffic traffic) {
        Set<Pair> pairs = new HashSet<>();
        for (int stage = 0; stage < traffic.stages(); stage++) {
            pairs.addAll(pairs(traffic, stage));
        }
        return pairs;
    }

    private static Set<Pair> pairs(int... ranks) {
        Set<Pair> pairs = new HashSet<>();
        for (int i = 0; i < ranks.length; i += 2) {
            pairs.add(new Pair(ranks[i], ranks[i + 1]));
        }
        return pairs;
    }

    /** Messages that the busiest rank sends, or receives. */
    private static long degree(Traffic traffic, int stage) {
        Map<Integer, Integer> counts = new TreeMap<>();
        traffic.messages(stage, (from, to, bytes) -> {
            counts.merge(from, 1, Integer::sum);
            counts.merge(-1 - to, 1, Integer::sum);
        });
        return counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    @Test
    void shouldMakeOneRingOfEachRowWhereverPanelsStart() {
        Traffic rows = HplPatterns.of(2, 3, ProcessMapping.ROW_MAJOR).rows(BroadcastAlgorithm.RING);
        assertThat(rows.stages()).isEqualTo(1);
        assertThat(pairs(rows, 0)).isEqualTo(pairs(0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3));
        Traffic byColumns = HplPatterns.of(2, 3, ProcessMapping.COLUMN_MAJOR).rows(BroadcastAlgorithm.RING);
        assertThat(pairs(byColumns, 0)).isEqualTo(pairs(0, 2, 2, 4, 4, 0, 1, 3, 3, 5, 5, 1));
    }

    /** The rank after the root is served alone; then the root sends past it while the others pass on: not from two roots at once. */
    @Test
    void shouldNotPutTogetherWhatWouldMakeARankSendTwice() {
        Traffic rows = HplPatterns.of(1, 5, ProcessMapping.ROW_MAJOR).rows(BroadcastAlgorithm.RING_M);
        assertThat(rows.stages()).isEqualTo(6);
        assertThat(pairs(rows, 0)).isEqualTo(pairs(0, 1, 1, 2, 2, 3, 3, 4, 4, 0));
        assertThat(pairs(rows, 1)).isEqualTo(pairs(0, 2, 2, 3, 3, 4));
        for (int stage = 0; stage < 6; stage++) {
            assertThat(degree(rows, stage)).isEqualTo(1);
        }
    }

    /** A root opens both rings at once, so from every root two messages of a rank are no more than it has anyway. */
    @Test
    void shouldPutTwoRingsOfAllRootsTogether() {
        Traffic rows = HplPatterns.of(1, 5, ProcessMapping.ROW_MAJOR).rows(BroadcastAlgorithm.TWO_RING);
        assertThat(rows.stages()).isEqualTo(1);
        assertThat(degree(rows, 0)).isEqualTo(2);
        assertThat(pairs(rows, 0)).isEqualTo(pairs(0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 3, 1, 4, 2, 0, 3, 1, 4, 2));
    }

    @Test
    void shouldSpreadFromAllRootsByTheSameDistancesAndRollOnce() {
        Traffic rows = HplPatterns.of(1, 8, ProcessMapping.ROW_MAJOR).rows(BroadcastAlgorithm.LONG);
        assertThat(rows.stages()).as("what rolls goes as the last pieces did").isEqualTo(3);
        int[] distances = {4, 2, 1};
        for (int stage = 0; stage < 3; stage++) {
            for (Pair pair : pairs(rows, stage)) {
                assertThat(Math.floorMod(pair.to() - pair.from(), 8)).isEqualTo(distances[stage]);
            }
            assertThat(pairs(rows, stage)).hasSize(8);
        }
    }

    /** Rows of unlike length, in which ranks own several cells. */
    @ParameterizedTest
    @EnumSource(BroadcastAlgorithm.class)
    void shouldHaveWhatEachRowOfAMapSendsFromEachRoot(BroadcastAlgorithm algorithm) {
        int[][] rows = {{0, 1, 2}, {3, 1}, {4, 5}};
        Set<Pair> expected = new HashSet<>();
        for (int[] row : rows) {
            for (int root = 0; root < row.length; root++) {
                expected.addAll(named(pairs(Algorithms.of(algorithm).traffic(row.length, 1L << 26, root)), row));
            }
        }
        assertThat(pairs(HplPatterns.of(CELLS, 7).rows(algorithm))).isEqualTo(expected);
    }

    private static Set<Pair> named(Set<Pair> pairs, int[] members) {
        Set<Pair> named = new HashSet<>();
        pairs.forEach(pair -> named.add(new Pair(members[pair.from()], members[pair.to()])));
        return named;
    }

    @ParameterizedTest
    @EnumSource(value = SwapAlgorithm.class, names = "MIX", mode = Mode.EXCLUDE)
    void shouldHaveWhatEachColumnOfAMapSwapsWhicheverRankRowsLeave(SwapAlgorithm algorithm) {
        int[][] columns = {{0, 3, 4}, {1, 4}, {2, 1, 5}};
        Set<Pair> expected = new HashSet<>();
        for (int[] column : columns) {
            for (int owner = 0; owner < column.length; owner++) {
                long[] leaving = new long[column.length];
                leaving[owner] = column.length;
                expected.addAll(named(pairs(RowSwapTraffic.expected(algorithm, Sites.of(new int[column.length]), column.length,
                        leaving, 8)), column));
            }
        }
        assertThat(pairs(HplPatterns.of(CELLS, 6).columns(algorithm))).isEqualTo(expected);
    }

    @Test
    void shouldExchangeBetweenAllColumnsStageByStage() {
        HplPatterns patterns = HplPatterns.of(4, 2, ProcessMapping.ROW_MAJOR);
        Traffic swaps = patterns.columns(SwapAlgorithm.BINARY_EXCHANGE);
        assertThat(swaps.stages()).isEqualTo(2);
        assertThat(pairs(swaps, 0)).isEqualTo(pairs(0, 2, 2, 0, 1, 3, 3, 1, 4, 6, 6, 4, 5, 7, 7, 5));
        assertThat(pairs(swaps, 1)).isEqualTo(pairs(0, 4, 4, 0, 1, 5, 5, 1, 2, 6, 6, 2, 3, 7, 7, 3));
        Traffic spread = patterns.columns(SwapAlgorithm.SPREAD_ROLL);
        assertThat(degree(spread, 0)).as("each to each").isEqualTo(3);
        assertThat(pairs(spread, 1)).isEqualTo(pairs(0, 2, 2, 4, 4, 6, 6, 0, 1, 3, 3, 5, 5, 7, 7, 1));
        assertThat(spread.stages()).as("of like stages one").isEqualTo(2);
        assertThat(pairs(patterns.columns(SwapAlgorithm.MIX))).isEqualTo(pairs(spread));
    }

    @Test
    void shouldExchangePivotsInAllColumns() {
        Traffic pivots = HplPatterns.of(5, 2, ProcessMapping.COLUMN_MAJOR).pivots();
        Traffic expected = Algorithms.of(Collective.PIVOT_EXCHANGE).getFirst().traffic(5, 64, 0);
        assertThat(pivots.stages()).isEqualTo(expected.stages());
        for (int stage = 0; stage < pivots.stages(); stage++) {
            Set<Pair> both = new HashSet<>(pairs(expected, stage));
            both.addAll(named(pairs(expected, stage), new int[] {5, 6, 7, 8, 9}));
            assertThat(pairs(pivots, stage)).isEqualTo(both);
        }
    }

    @Test
    void shouldSendNothingWhereARowOrColumnHasOneRank() {
        HplPatterns row = HplPatterns.of(1, 4, ProcessMapping.ROW_MAJOR);
        assertThat(row.columns(SwapAlgorithm.MIX).stages()).isZero();
        assertThat(row.pivots().stages()).isZero();
        assertThat(HplPatterns.of(4, 1, ProcessMapping.ROW_MAJOR).rows(BroadcastAlgorithm.LONG_M).stages()).isZero();
    }

    @Test
    void shouldTellBothEndsOfEachMessage() {
        for (Traffic traffic : HplPatterns.of(CELLS, 6).all(BroadcastAlgorithm.LONG_M, SwapAlgorithm.MIX)) {
            for (int stage = 0; stage < traffic.stages(); stage++) {
                List<String> sent = new ArrayList<>();
                List<String> received = new ArrayList<>();
                for (int rank = 0; rank < traffic.ranks(); rank++) {
                    int self = rank;
                    traffic.stage(stage, rank, new Traffic.Sink() {
                        @Override
                        public void send(int to, long bytes) {
                            sent.add(self + ">" + to + ":" + bytes);
                        }

                        @Override
                        public void receive(int from, long bytes) {
                            received.add(from + ">" + self + ":" + bytes);
                        }
                    });
                }
                assertThat(sent).isNotEmpty().containsExactlyInAnyOrderElementsOf(received);
            }
        }
    }

    @Test
    void shouldRefuseOwnersThatAreNoRanks() {
        assertThatIllegalArgumentException().isThrownBy(() -> HplPatterns.of(CELLS, 5)).withMessageContaining("owner=5")
                .withMessageContaining("ranks=5");
    }
}
