package hplhetero.hpl.swap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.comm.Await;
import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import hplhetero.comm.Sites;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Row swaps send what is stated for their pivots, and what is expected is the mean of that. */
class RowSwapTrafficTest {
    private static final int N = 91;
    private static final int NB = 8;
    private static final int ROUNDS = 30;
    private static final int TAG = 2;
    private static final int THRESHOLD = 20;

    /** The bytes of each message to and from each rank, in their order. */
    private record Messages(List<List<Long>> sent, List<List<Long>> received) {

        static Messages none(int ranks) {
            return new Messages(lists(ranks), lists(ranks));
        }

        private static List<List<Long>> lists(int ranks) {
            return IntStream.range(0, ranks).<List<Long>>mapToObj(rank -> new ArrayList<>()).toList();
        }

        static Messages of(Traffic traffic, int rank) {
            Messages expected = none(traffic.ranks());
            for (int stage = 0; stage < traffic.stages(); stage++) {
                traffic.stage(stage, rank, new Traffic.Sink() {
                    @Override
                    public void send(int to, long bytes) {
                        expected.sent.get(to).add(bytes);
                    }

                    @Override
                    public void receive(int from, long bytes) {
                        expected.received.get(from).add(bytes);
                    }
                });
            }
            return expected;
        }
    }

    /** Keeps the bytes of each message that a rank sends and waits for. */
    private static final class Recorded extends ForwardingCommunicator {
        private Messages messages;

        Recorded(Communicator inner) {
            super(inner);
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            messages.sent.get(destination).add(buffer.byteSize());
            return super.isend(buffer, destination, tag);
        }

        @Override
        public Request irecv(MemorySegment buffer, int source, int tag) {
            messages.received.get(source).add(buffer.byteSize());
            return super.irecv(buffer, source, tag);
        }
    }

    private static int[] pivots(Random random, int top, int jb, int n) {
        return IntStream.range(0, jb).map(i -> top + i + random.nextInt(n - top - i)).toArray();
    }

    @ParameterizedTest
    @CsvSource({"2, BINARY_EXCHANGE, true", "3, BINARY_EXCHANGE, true", "4, BINARY_EXCHANGE, false", "5, BINARY_EXCHANGE, true",
            "2, SPREAD_ROLL, true", "2, SPREAD_ROLL, false", "3, SPREAD_ROLL, true", "5, SPREAD_ROLL, true", "6, SPREAD_ROLL, false",
            "4, MIX, true"})
    void shouldSendExactlyWhatIsStatedForItsPivots(int ranks, SwapAlgorithm algorithm, boolean equilibrate) {
        sendsWhatIsStated(Sites.of(new int[ranks]), algorithm, equilibrate);
    }

    @ParameterizedTest
    @CsvSource({"0 1, BINARY_EXCHANGE, true", "0 0 1, SPREAD_ROLL, true", "0 1 0 1, MIX, true", "0 0 1 1 1, SPREAD_ROLL, false",
            "0 1 2 0 0 1, MIX, true"})
    void shouldSendExactlyWhatIsStatedAmongSites(String siteOf, SwapAlgorithm algorithm, boolean equilibrate) {
        sendsWhatIsStated(Sites.of(Stream.of(siteOf.split(" ")).mapToInt(Integer::parseInt).toArray()), algorithm, equilibrate);
    }

    private static void sendsWhatIsStated(Sites sites, SwapAlgorithm algorithm, boolean equilibrate) {
        int ranks = sites.size();
        HplCase c = Cases.of(N, NB).grid(ranks, 1).swap(algorithm, THRESHOLD).equilibrate(equilibrate).make();
        World.run(ranks, column -> {
            LocalLayout layout = new LocalLayout(BlockMap.of(c), column.rank());
            int[] rankOfRow = IntStream.range(0, layout.map().panels()).map(k -> layout.map().owner(k, 0)).toArray();
            Recorded recorded = new Recorded(column);
            try (Arena arena = Arena.ofShared()) {
                LocalMatrix a = LocalMatrix.allocate(0, 0, layout.rowSets().getFirst().rows(), layout.localColumns().getFirst().cols(),
                        arena);
                RowSwap swap = RowSwap.of(c, new ProcessColumn(recorded, sites, rankOfRow, NB),
                        new SwapCapacity(a.cols().size(), 1, TAG), new RowCopies(), arena);
                Random random = new Random(3);
                for (int round = 0; round < ROUNDS; round++) {
                    int k = random.nextInt(layout.map().panels());
                    int jb = layout.map().width(k);
                    RowPermutation permutation = new RowPermutation(NB);
                    permutation.set(k * NB, pivots(random, k * NB, jb, N), jb);
                    int columns = 1 + random.nextInt(2 * THRESHOLD);
                    recorded.messages = Messages.none(ranks);
                    Await.done(swap.start(a, permutation, 0, columns, new SwappedRows(NB), 0));
                    Traffic traffic = RowSwapTraffic.of(c, sites, rankOfRow, permutation, columns);
                    assertThat(recorded.messages).as("seed 3, round %d, %s", round, permutation)
                            .isEqualTo(Messages.of(traffic, column.rank()));
                }
            }
        });
    }

    /** Bytes by stage, sender and receiver; each message is stated at both ends. */
    private static Map<List<Integer>, Double> bytes(Traffic traffic) {
        Map<List<Integer>, Double> sent = new HashMap<>();
        Map<List<Integer>, Double> received = new HashMap<>();
        for (int stage = 0; stage < traffic.stages(); stage++) {
            for (int rank = 0; rank < traffic.ranks(); rank++) {
                int at = stage;
                int me = rank;
                traffic.stage(stage, rank, new Traffic.Sink() {
                    @Override
                    public void send(int to, long bytes) {
                        sent.merge(List.of(at, me, to), (double) bytes, Double::sum);
                    }

                    @Override
                    public void receive(int from, long bytes) {
                        received.merge(List.of(at, from, me), (double) bytes, Double::sum);
                    }
                });
            }
        }
        assertThat(sent).isEqualTo(received);
        return sent;
    }

    /** Over pivots anywhere in a matrix of very many rows, that of the first panel; which rank owns its block row makes no difference. */
    @ParameterizedTest
    @CsvSource({"2, 0, BINARY_EXCHANGE", "3, 1, BINARY_EXCHANGE", "4, 3, BINARY_EXCHANGE", "5, 0, BINARY_EXCHANGE", "6, 2, BINARY_EXCHANGE",
            "2, 1, SPREAD_ROLL", "3, 0, SPREAD_ROLL", "4, 2, SPREAD_ROLL", "5, 4, SPREAD_ROLL"})
    void shouldExpectTheMeanOverPivots(int ranks, int owner, SwapAlgorithm algorithm) {
        int nb = 12 * ranks;
        int columns = 100;
        int trials = 400;
        int[] rankOfRow = IntStream.range(0, 3000 * ranks).map(k -> (k + owner) % ranks).toArray();
        int n = nb * rankOfRow.length;
        HplCase c = Cases.of(n, nb).grid(ranks, 1).swap(algorithm, THRESHOLD).equilibrate(false).make();
        Random random = new Random(11);
        RowPermutation permutation = new RowPermutation(nb);
        Map<List<Integer>, Double> mean = new HashMap<>();
        for (int trial = 0; trial < trials; trial++) {
            permutation.set(0, pivots(random, 0, nb, n), nb);
            bytes(RowSwapTraffic.of(c, Sites.of(new int[ranks]), rankOfRow, permutation, columns))
                    .forEach((message, bytes) -> mean.merge(message, bytes / trials, Double::sum));
        }
        long[] leaving = new long[ranks];
        leaving[owner] = nb;
        Map<List<Integer>, Double> expected = bytes(RowSwapTraffic.expected(algorithm, Sites.of(new int[ranks]), nb,
                leaving, 8L * columns));
        assertThat(mean.keySet()).isEqualTo(expected.keySet());
        mean.forEach((message, bytes) -> assertThat(bytes).as("seed 11, %s", message)
                .isCloseTo(expected.get(message), within(0.04 * expected.get(message))));
    }

    /** Evening out leaves the pieces of U alike, and moves what is expected to be beyond an equal share: a few rows. */
    @ParameterizedTest
    @CsvSource({"2, 192", "4, 192", "5, 320"})
    void shouldExpectEvenPiecesWhereRowsOfUAreEvenedOut(int ranks, int nb) {
        int[] rankOfRow = IntStream.range(0, 1000).map(k -> k % ranks).toArray();
        int n = nb * rankOfRow.length;
        HplCase c = Cases.of(n, nb).grid(ranks, 1).swap(SwapAlgorithm.SPREAD_ROLL, 0).equilibrate(true).make();
        Random random = new Random(13);
        RowPermutation permutation = new RowPermutation(nb);
        int trials = 200;
        double straight = 0;
        for (int trial = 0; trial < trials; trial++) {
            permutation.set(0, pivots(random, 0, nb, n), nb);
            RowSwapTraffic traffic = RowSwapTraffic.of(c, Sites.of(new int[ranks]), rankOfRow, permutation, 1);
            Map<List<Integer>, Double> bytes = bytes(traffic);
            assertThat(bytes.entrySet().stream().filter(message -> message.getKey().getFirst() > 0))
                    .allSatisfy(message -> assertThat(message.getValue()).isCloseTo(8.0 * nb / ranks, within(8.0)));
            straight += bytes.entrySet().stream().filter(message -> message.getKey().getFirst() == 0)
                    .mapToDouble(Map.Entry::getValue).sum() / trials / 8;
        }
        double leaving = nb * (ranks - 1.0) / ranks;
        // of a binomial number of rows the mean excess is about 0.4 standard deviations
        double evenedOut = ranks * 0.4 * Math.sqrt(nb * (ranks - 1.0)) / ranks;
        assertThat(straight).isCloseTo(leaving + evenedOut, within(0.1 * evenedOut));
        assertThat(evenedOut).isLessThan(0.1 * nb);
    }

    /** Rows of U cross to the other site once, those that leave only where they belong there, and none to even out. */
    @ParameterizedTest
    @CsvSource({"0 1, 1.5", "0 0 1 1, 1.5", "0 0 0 1, 1.25"})
    void shouldCrossNoOftenerThanItMust(String text, double rowsOfEach) {
        int[] siteOf = Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
        int nb = 192;
        int[] rankOfRow = IntStream.range(0, 4000).map(k -> k % siteOf.length).toArray();
        int n = nb * rankOfRow.length;
        HplCase c = Cases.of(n, nb).grid(siteOf.length, 1).swap(SwapAlgorithm.MIX, THRESHOLD).equilibrate(true).make();
        Random random = new Random(17);
        RowPermutation permutation = new RowPermutation(nb);
        int trials = 100;
        double crossed = 0;
        for (int trial = 0; trial < trials; trial++) {
            permutation.set(0, pivots(random, 0, nb, n), nb);
            crossed += bytes(RowSwapTraffic.of(c, Sites.of(siteOf), rankOfRow, permutation, 1)).entrySet().stream()
                    .filter(message -> siteOf[message.getKey().get(1)] != siteOf[message.getKey().get(2)])
                    .mapToDouble(Map.Entry::getValue).sum() / trials / 8 / nb;
        }
        assertThat(crossed).isCloseTo(rowsOfEach, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"20, BINARY_EXCHANGE", "21, SPREAD_ROLL"})
    void shouldMixByTheNumberOfColumns(int columns, SwapAlgorithm taken) {
        assertThat(SwapAlgorithm.MIX.taken(columns, THRESHOLD)).isEqualTo(taken);
        assertThat(Arrays.stream(SwapAlgorithm.values()).filter(algorithm -> algorithm != SwapAlgorithm.MIX))
                .allSatisfy(algorithm -> assertThat(algorithm.taken(columns, THRESHOLD)).isEqualTo(algorithm));
    }
}
