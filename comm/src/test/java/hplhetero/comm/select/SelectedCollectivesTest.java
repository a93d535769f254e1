package hplhetero.comm.select;

import static hplhetero.comm.Ranks.assertPattern;
import static hplhetero.comm.Ranks.await;
import static hplhetero.comm.Ranks.zeros;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Ranks;
import hplhetero.comm.collective.Algorithms;
import hplhetero.comm.collective.CollectiveAlgorithms;
import hplhetero.network.model.LinkCost;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FlatSwitch;
import hplhetero.network.topology.Placement;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class SelectedCollectivesTest {
    private static final NetworkCost COST = new NetworkCost(LinkCost.hockney(5e-6, 1e-9), LinkCost.hockney(1e-6, 2e-10), 0.3);
    private static final long UNIT_NANOS = 1_000_000;

    private static Selector selector(int ranks, Predictor predictor, Map<Collective, String> fixed, Choices known) {
        return new Selector("world", collective -> Algorithms.of(collective).stream().filter(algorithm -> algorithm.takes(ranks)).toList(),
                predictor, SelectionRules.DEFAULT, fixed, known);
    }

    private static Placement placement(int ranks) {
        return Placement.full(FlatSwitch.of(ranks));
    }

    private static Selector selector(int ranks) {
        return selector(ranks, Predictor.exact(placement(ranks), COST), Map.of(), Choices.none(placement(ranks)));
    }

    private static SelectedCollectives selected(Communicator comm, Selector selector) {
        return new SelectedCollectives(comm, CollectiveAlgorithms.of(comm), selector);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8})
    void shouldDoEachCollectiveRightWhicheverAlgorithmIsTried(int ranks) {
        Ranks.run(ranks, comm -> {
            Selector selector = selector(ranks, Predictor.NONE, Map.of(), Choices.none(placement(ranks)));
            SelectedCollectives selected = selected(comm, selector);
            Collectives.Broadcast broadcast = selected.broadcast(0);
            Collectives.Alltoall alltoall = selected.alltoall(40, 1);
            Collectives.Allgather allgather = selected.allgather(2);
            Collectives.Allreduce allreduce = selected.allreduce(64, SelectedCollectivesTest::add, 3);
            for (int call = 0; call < 50; call++) {
                broadcast(comm, broadcast, call);
                alltoall(comm, alltoall, call);
                allgather(comm, allgather);
                allreduce(comm, allreduce);
            }
            assertThat(selector.choices()).extracting(choice -> choice.key().collective())
                    .contains(Collective.BROADCAST, Collective.ALLTOALL, Collective.ALLGATHER, Collective.ALLREDUCE);
        });
    }

    private static void broadcast(Communicator comm, Collectives.Broadcast broadcast, int call) {
        int root = call % comm.size();
        MemorySegment buffer = comm.rank() == root ? Ranks.pattern(100, call) : zeros(100);
        broadcast.start(buffer, root);
        await(broadcast);
        assertPattern(buffer, call, "broadcast " + call);
    }

    private static void alltoall(Communicator comm, Collectives.Alltoall alltoall, int call) {
        int piece = call % 2 == 0 ? 40 : 3;
        MemorySegment outgoing = zeros((long) comm.size() * piece);
        MemorySegment incoming = zeros((long) comm.size() * piece);
        for (int to = 0; to < comm.size(); to++) {
            Ranks.fill(outgoing.asSlice((long) to * piece, piece), call + comm.rank() * 10 + to);
        }
        alltoall.start(outgoing, incoming);
        await(alltoall);
        for (int from = 0; from < comm.size(); from++) {
            assertPattern(incoming.asSlice((long) from * piece, piece), call + from * 10 + comm.rank(), "alltoall " + call);
        }
    }

    private static void allgather(Communicator comm, Collectives.Allgather allgather) {
        long[] lengths = IntStream.range(0, comm.size()).mapToLong(rank -> 5).toArray();
        long[] offsets = IntStream.range(0, comm.size()).mapToLong(rank -> 5L * rank).toArray();
        MemorySegment buffer = zeros(5L * comm.size());
        Ranks.fill(buffer.asSlice(offsets[comm.rank()], 5), comm.rank());
        allgather.start(buffer, offsets, lengths);
        await(allgather);
        for (int rank = 0; rank < comm.size(); rank++) {
            assertPattern(buffer.asSlice(offsets[rank], 5), rank, "allgather");
        }
    }

    private static void allreduce(Communicator comm, Collectives.Allreduce allreduce) {
        MemorySegment sums = zeros(64);
        sums.fill((byte) 1);
        allreduce.start(sums);
        await(allreduce);
        assertThat(sums.toArray(JAVA_BYTE)).containsOnly(comm.size());
    }

    private static void add(MemorySegment inout, MemorySegment in) {
        for (long i = 0; i < inout.byteSize(); i++) {
            inout.set(JAVA_BYTE, i, (byte) (inout.get(JAVA_BYTE, i) + in.get(JAVA_BYTE, i)));
        }
    }

    /** Each rank's clock shows another time of each algorithm, so that none would choose alike by itself. */
    @Test
    void shouldChooseByTheMeanOverTheRanks() {
        Map<String, long[]> units = Map.of("pairwise", new long[] {1, 9, 5}, "ring", new long[] {6, 1, 5}, "bruck", new long[] {5, 5, 5});
        Ranks.run(3, comm -> {
            Predictor alike = (algorithm, bytes, root) -> units.containsKey(algorithm.label()) ? 1 : 9;
            Choice choice = choice(comm, alike, units, Collective.ALLTOALL);
            assertThat(choice.algorithm()).isEqualTo("ring");
            assertThat(choice.seen()).isEqualTo(4e-3);
            assertThat(choice.others()).filteredOn(other -> other.algorithm().equals("pairwise")).first()
                    .satisfies(other -> assertThat(other.why()).isEqualTo("took 1.25 x the best in 2 trials"));
        });
    }

    @Test
    void shouldChooseABroadcastByItsLastRank() {
        Map<String, long[]> units = Map.of("binomial", new long[] {1, 9, 5}, "chain", new long[] {6, 1, 5}, "1ring", new long[] {5, 5, 5});
        Ranks.run(3, comm -> {
            Predictor alike = (algorithm, bytes, root) -> units.containsKey(algorithm.label()) ? 1 : 9;
            Choice choice = choice(comm, alike, units, Collective.BROADCAST);
            assertThat(choice.algorithm()).isEqualTo("1ring");
            assertThat(choice.seen()).isEqualTo(5e-3);
            assertThat(choice.others()).filteredOn(other -> other.algorithm().equals("long")).first()
                    .satisfies(other -> assertThat(other.why()).isEqualTo("predicted 9.00 x the best"));
        });
    }

    private static Choice choice(Communicator comm, Predictor predictor, Map<String, long[]> units, Collective collective) {
        Selector selector = selector(3, predictor, Map.of(), Choices.none(placement(3)));
        Selection selection = selector.selection(collective, 40, 0);
        long[] now = new long[1];
        SelectedCollectives selected = new SelectedCollectives(comm, CollectiveAlgorithms.of(comm), selector,
                () -> now[0] += UNIT_NANOS * units.get(selection.candidates().get(selection.current()).label())[comm.rank()]);
        Collectives.Broadcast broadcast = selected.broadcast(0);
        Collectives.Alltoall alltoall = selected.alltoall(40, 1);
        for (int call = 0; call < 30; call++) {
            if (collective == Collective.ALLTOALL) {
                alltoall(comm, alltoall, 0);
            } else {
                broadcast.start(zeros(40), 0);
                await(broadcast);
            }
        }
        return selector.choices().getFirst();
    }

    @Test
    void shouldTakeWhatWasAskedForAndWhatWasLearntEarlier() {
        Choices known = new Choices(Choices.place(placement(4)), List.of(
                new Choice(new ChoiceKey(Collective.BROADCAST, "world", SizeClass.of(100)), "2ring", Choice.State.CHOSEN, 1, 1, List.of()),
                new Choice(new ChoiceKey(Collective.BROADCAST, "rows", SizeClass.of(500)), "long", Choice.State.CHOSEN, 1, 1, List.of()),
                new Choice(new ChoiceKey(Collective.ALLREDUCE, "world", SizeClass.of(8)), "ring", Choice.State.LEARNING, 1, 1, List.of())));
        Selector selector = selector(4, Predictor.NONE, Map.of(Collective.ALLTOALL, "bruck"), known);

        assertThat(current(selector, Collective.BROADCAST, 127)).isEqualTo("2ring");
        assertThat(selector.selection(Collective.BROADCAST, 100, 0).isLearning()).isFalse();
        assertThat(selector.selection(Collective.BROADCAST, 500, 0).isLearning()).isTrue();
        assertThat(selector.selection(Collective.ALLREDUCE, 8, 0).isLearning()).isTrue();
        assertThat(current(selector, Collective.ALLTOALL, 1)).isEqualTo("bruck");
        assertThat(current(selector, Collective.ALLTOALL, 1 << 20)).isEqualTo("bruck");
        assertThat(selector.choices()).hasSize(5);
        assertThatIllegalArgumentException().isThrownBy(() -> selector(4, Predictor.NONE, Map.of(Collective.ALLTOALL, "brook"), known))
                .withMessageContaining("alltoall=brook").withMessageContaining("bruck");
    }

    private static String current(Selector selector, Collective collective, long bytes) {
        Selection selection = selector.selection(collective, bytes, 0);
        return selection.candidates().get(selection.current()).label();
    }

    @Test
    void shouldPriceOnceASizeClass() {
        int[] priced = new int[1];
        Selector selector = selector(4, (algorithm, bytes, root) -> priced[0]++, Map.of(), Choices.none(placement(4)));
        for (long bytes = 64; bytes < 128; bytes++) {
            selector.selection(Collective.BROADCAST, bytes, 0);
        }
        assertThat(priced[0]).isEqualTo(Algorithms.of(Collective.BROADCAST).size());
        assertThat(selector.selection(Collective.BROADCAST, 64, 0)).isSameAs(selector.selection(Collective.BROADCAST, 127, 3));
    }

    @Test
    void shouldRefuseToStartTwice() {
        Ranks.run(1, comm -> {
            Collectives.Broadcast broadcast = selected(comm, selector(1)).broadcast(0);
            broadcast.start(zeros(8), 0);
            assertThatIllegalStateException().isThrownBy(() -> broadcast.start(zeros(8), 0)).withMessageContaining("in flight");
            await(broadcast);
            broadcast.start(zeros(8), 0);
        });
    }

    @Test
    void shouldTellPlacementsApart() {
        assertThat(Choices.place(placement(4))).hasSize(16).isEqualTo(Choices.place(placement(4)))
                .isNotEqualTo(Choices.place(placement(4).permuted(1, 0, 2, 3)))
                .isNotEqualTo(Choices.place(Placement.of(FlatSwitch.of(5), 0, 1, 2, 3)));
    }
}
