package hplhetero.comm.collective;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Collectives;
import hplhetero.comm.Ranks;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of Bine trees, and how many bytes they send between groups of consecutive ranks, as on the groups of a dragonfly. */
final class BineTest {
    private static final long BYTES = 1 << 20;

    /** Checks a tree of 8 ranks computed by hand: distances from the root are 3, -1 and 1, those from an odd rank the negatives. */
    @Test
    void shouldSendDownATreeOfNegabinaryNumbers() {
        assertThat(messages(Collective.BROADCAST, 8, 0)).containsExactly("0: 0>3", "1: 0>7", "1: 3>4", "2: 0>1", "2: 3>2", "2: 4>5",
                "2: 7>6");
        assertThat(messages(Collective.BROADCAST, 8, 6)).containsExactly("0: 6>1", "1: 1>2", "1: 6>5", "2: 1>0", "2: 2>3", "2: 5>4",
                "2: 6>7");
    }

    /** Checks a tree of 6 ranks computed by hand: ranks 0, 2, 4 and 5 make the tree of 4; 1 and 3 hear from the rank before them. */
    @Test
    void shouldServeRanksBeyondAPowerOfTwoLast() {
        assertThat(messages(Collective.BROADCAST, 6, 0)).containsExactly("0: 0>5", "1: 0>2", "1: 5>4", "2: 0>1", "2: 2>3");
        assertThat(messages(Collective.BROADCAST, 1, 0)).isEmpty();
        assertThat(messages(Collective.BROADCAST, 3, 2)).containsExactly("0: 2>1", "1: 2>0");
    }

    /** The partners at the distances 3, -1, 1 of even ranks, and their negatives of odd ones. */
    @Test
    void shouldExchangeWithPartnersOfTheTree() {
        assertThat(messages(Collective.ALLREDUCE, 8, 0)).containsExactly("0: 0>3", "0: 1>6", "0: 2>5", "0: 3>0", "0: 4>7",
                "0: 5>2", "0: 6>1", "0: 7>4", "1: 0>7", "1: 1>2", "1: 2>1", "1: 3>4", "1: 4>3", "1: 5>6", "1: 6>5", "1: 7>0", "2: 0>1",
                "2: 1>0", "2: 2>3", "2: 3>2", "2: 4>5", "2: 5>4", "2: 6>7", "2: 7>6");
    }

    /** A combiner that tells its operands apart and depends on the order of all of them: each rank ends with the same value. */
    @ParameterizedTest
    @ValueSource(strings = {"bine", "doubling"})
    void shouldCombineInOneOrderOnAllRanks(String label) {
        for (int ranks = 1; ranks <= 9; ranks++) {
            AtomicLongArray values = new AtomicLongArray(ranks);
            Ranks.run(ranks, comm -> {
                MemorySegment value = Ranks.zeros(Long.BYTES);
                value.set(JAVA_LONG, 0, comm.rank() + 1);
                Collectives.Allreduce allreduce = CollectiveAlgorithms.of(comm).allreduce(label, Long.BYTES, (inout, in) ->
                        inout.set(JAVA_LONG_UNALIGNED, 0, 31 * inout.get(JAVA_LONG_UNALIGNED, 0) + in.get(JAVA_LONG_UNALIGNED, 0)), 1);
                allreduce.start(value);
                Ranks.await(allreduce);
                values.set(comm.rank(), value.get(JAVA_LONG, 0));
            });
            for (int rank = 1; rank < ranks; rank++) {
                assertThat(values.get(rank)).as("%s of %d on %d", label, ranks, rank).isEqualTo(values.get(0));
            }
        }
    }

    private static List<String> messages(Collective collective, int ranks, int root) {
        Traffic traffic = Algorithms.of(collective, "bine").traffic(ranks, BYTES, root);
        List<String> messages = new ArrayList<>();
        for (int stage = 0; stage < traffic.stages(); stage++) {
            int now = stage;
            traffic.messages(stage, (from, to, bytes) -> {
                assertThat(bytes).isEqualTo(BYTES);
                messages.add(now + ": " + from + ">" + to);
            });
        }
        return messages;
    }

    /**
     * The figures of docs/collectives.md, in per cent: the bytes over all places in a group at which a job may begin, and four roots. A
     * program written apart in another language gives the same ones.
     */
    @ParameterizedTest
    @CsvSource({"BROADCAST,bine,binomial,128,20,85", "BROADCAST,bine,binomial,512,60,81",
        "BROADCAST,scatter-swing,scatter-halving,128,20,82", "BROADCAST,scatter-swing,scatter-halving,512,60,78",
        "ALLREDUCE,bine,doubling,128,20,89", "ALLREDUCE,bine,doubling,512,60,86",
        "ALLREDUCE,swing,rabenseifner-near,128,20,82", "ALLREDUCE,swing,rabenseifner-near,512,60,78"})
    void shouldSendLessBetweenGroups(Collective collective, String bine, String other, int ranks, int size, int percent) {
        int roots = collective == Collective.BROADCAST ? 4 : 1;
        long less = 0;
        long more = 0;
        for (int root = 0; root < ranks; root += ranks / roots) {
            less += crossing(Algorithms.of(collective, bine).traffic(ranks, BYTES, root), size, size);
            more += crossing(Algorithms.of(collective, other).traffic(ranks, BYTES, root), size, size);
        }
        assertThat(Math.round(100.0 * less / more)).isEqualTo(percent);
    }

    /** Counts messages between groups of 18 ranks, among 64 ranks: the Bine tree sends 6, the binomial tree 9. */
    @Test
    void shouldSendAThirdLessAtBest() {
        assertThat(crossing("bine", 64, 18)).isEqualTo(6 * BYTES);
        assertThat(crossing("binomial", 64, 18)).isEqualTo(9 * BYTES);
    }

    /** Groups of a power of two that begin at the root are a binomial tree's subtrees: each gets the buffer once, which is the least. */
    @Test
    void shouldSendMoreBetweenGroupsThatAreSubtreesOfABinomialTree() {
        assertThat(crossing("binomial", 128, 16)).isEqualTo(7 * BYTES);
        assertThat(crossing("bine", 128, 16)).isEqualTo(19 * BYTES);
    }

    /** Returns the bytes that a broadcast from rank 0 sends between groups of {@code size} ranks, of which the first begins at rank 0. */
    private static long crossing(String label, int ranks, int size) {
        return crossing(Algorithms.of(Collective.BROADCAST, label).traffic(ranks, BYTES, 0), size, 1);
    }

    /**
     * Returns the bytes that go between groups of consecutive ranks, summed over several places of rank 0 in its group.
     *
     * @param size   ranks of a group
     * @param places number of places, from 0
     */
    private static long crossing(Traffic traffic, int size, int places) {
        long[] crossed = new long[1];
        for (int stage = 0; stage < traffic.stages(); stage++) {
            traffic.messages(stage, (from, to, bytes) -> {
                for (int place = 0; place < places; place++) {
                    crossed[0] += (from + place) / size == (to + place) / size ? 0 : bytes;
                }
            });
        }
        return crossed[0];
    }
}
