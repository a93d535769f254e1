package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import hplhetero.hpl.Cases;
import hplhetero.hpl.World;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.Tags;
import hplhetero.hpl.matrix.LocalMatrix;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.testing.DailySlice;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class BlockCarrierTest {
    private static final int ROUNDS = 60;

    /** One message: the rank that sends it, the one that receives it, and its bytes. */
    private record Message(int from, int to, long bytes) {
    }

    /** Notes the messages that carry blocks. */
    private static final class Counting extends ForwardingCommunicator {
        private final List<Message> sent;

        Counting(Communicator inner, List<Message> sent) {
            super(inner);
            this.sent = sent;
        }

        @Override
        public Request isend(MemorySegment buffer, int destination, int tag) {
            if (tag == Tags.CARRY) {
                sent.add(new Message(rank(), destination, buffer.byteSize()));
            }
            return super.isend(buffer, destination, tag);
        }
    }

    /** Returns the rank that holds the blocks of each rank of the old map: the rank itself, or ranks in any order. */
    private static int[] holders(int ranks, Random random) {
        List<Integer> holders = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
        if (random.nextBoolean()) {
            Collections.shuffle(holders, random);
        }
        return holders.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void shouldCarryWhatIsNeededFromAnyMapToAnyOther() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            CarriedState state = CarriedState.random(random);
            int[] holderOf = holders(state.ranks(), random);
            List<Message> sent = Collections.synchronizedList(new ArrayList<>());
            String what = "seed " + seed + " round " + round;
            World.run(state.ranks(), ranks -> carry(state, holderOf, new Counting(ranks, sent), what));
            assertThat(byRow(sent)).as(what).isEqualTo(byRow(expected(state, holderOf)));
        }
    }

    private static void carry(CarriedState state, int[] holderOf, Communicator ranks, String what) {
        int old = IntStream.range(0, holderOf.length).filter(r -> holderOf[r] == ranks.rank()).findFirst().orElseThrow();
        Arena arena = Arena.ofAuto();
        LocalMatrix[] matrices = CarriedState.matrices(state.to(), ranks.rank(), arena);
        new BlockCarrier(ranks, state.from(), holderOf, state.to()).carry(state.panels(), state.old(old, arena), matrices);
        state.check(matrices, what);
    }

    /** Returns the messages that must be sent, of which there is one for each block row and each pair of ranks, element by element. */
    private static List<Message> expected(CarriedState state, int[] holderOf) {
        BlockMap from = state.from();
        List<Message> messages = new ArrayList<>();
        for (int row = 0; row < from.panels(); row++) {
            Map<List<Integer>, Integer> elements = new HashMap<>();
            for (int i = row * from.nb(); i < Math.min(from.n(), (row + 1) * from.nb()); i++) {
                for (int j = 0; j <= from.n(); j++) {
                    int source = holderOf[from.owner(row, j / from.nb())];
                    int target = state.to().owner(row, j / from.nb());
                    if (state.needs(i, j) && source != target) {
                        elements.merge(List.of(source, target), 1, Integer::sum);
                    }
                }
            }
            elements.forEach((pair, count) -> messages.add(new Message(pair.getFirst(), pair.getLast(), 8L * count)));
        }
        return messages;
    }

    /** Returns the bytes of all messages between each pair of ranks, in the order in which they are sent. */
    private static Map<String, List<Long>> byRow(List<Message> messages) {
        Map<String, List<Long>> byPair = new TreeMap<>();
        messages.forEach(m -> byPair.computeIfAbsent(m.from() + " to " + m.to(), _ -> new ArrayList<>()).add(m.bytes()));
        return byPair;
    }

    @Test
    void shouldSendNothingWhereNoBlockChangesRanks() {
        BlockMap map = BlockMap.of(Cases.of(50, 7).grid(2, 2).make());
        CarriedState state = new CarriedState(map, map, 3, 4);
        List<Message> sent = Collections.synchronizedList(new ArrayList<>());
        World.run(4, ranks -> carry(state, new int[] {0, 1, 2, 3}, new Counting(ranks, sent), "same map"));
        assertThat(sent).isEmpty();
    }

    @Test
    void shouldShareWhatSomeRanksKnow() {
        BlockMap map = BlockMap.of(Cases.of(10, 4).grid(1, 3).make());
        World.run(3, ranks -> {
            StopPoint mine = ranks.rank() == 1 ? new StopPoint(2, new int[] {0, 9, 3, 3, 5, 5, 6, 8}, 7) : StopPoint.unknown(map, 2);
            StopPoint shared = mine.shared(ranks);
            assertThat(shared.pivots()).containsExactly(0, 9, 3, 3, 5, 5, 6, 8);
            assertThat(shared.zeroPivot()).isEqualTo(7);
            assertThat(shared.panels()).isEqualTo(2);
        });
        assertThat(StopPoint.unknown(map, 3).pivots()).hasSize(10);
    }

    /** One block of 80 PB, with b, goes from rank 0 to rank 1; rank 2 has nothing to do, and hears of it all the same. */
    @Test
    void shouldEndOnAllRanksWhereOneLacksMemory() {
        int n = 100_000_000;
        BlockMap from = BlockMap.of(n, n, new MapSpec.Explicit(List.of(List.of(0)), List.of(0), List.of(0)));
        BlockMap to = BlockMap.of(n, n, new MapSpec.Explicit(List.of(List.of(1)), List.of(0), List.of(0)));
        String why = "no memory for 2 x " + 8L * n * (n + 1) + " bytes of blocks on their way to a new map: choose a smaller NB, or let"
                + " fewer ranks share a host";
        World.run(3, ranks -> {
            BlockCarrier carrier = new BlockCarrier(ranks, from, new int[] {0}, to);
            assertThatThrownBy(() -> carrier.carry(0, new LocalMatrix[0], new LocalMatrix[0])).isInstanceOf(OutOfMemoryError.class)
                    .hasMessage("rank 0 on " + ranks.hostName() + ": " + why);
        });
    }

    @Test
    void shouldRefuseMapsThatDoNotFit() {
        BlockMap map = BlockMap.of(Cases.of(50, 7).grid(1, 2).make());
        BlockMap other = BlockMap.of(Cases.of(50, 8).grid(1, 2).make());
        World.run(2, ranks -> {
            assertThatThrownBy(() -> new BlockCarrier(ranks, map, new int[] {0, 1}, other)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("N=50 NB=7 on the old map, N=50 NB=8 on the new one: choose a new map with the old N and NB");
            assertThatThrownBy(() -> new BlockCarrier(ranks, map, new int[] {0}, map)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("holders=1, the old map has rank 1: name the holder of the blocks of each rank");
            assertThatThrownBy(() -> new BlockCarrier(ranks, map, new int[] {0, 2}, map)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("rank=2 is holder of the blocks of rank 1 of the old map, ranks=2: name one of 0..1");
            BlockMap wide = BlockMap.of(Cases.of(50, 7).grid(1, 3).make());
            assertThatThrownBy(() -> new BlockCarrier(ranks, map, new int[] {0, 1}, wide)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("rank=2 is owner on the new map, ranks=2: name one of 0..1");
        });
    }
}
