package hplhetero.hpl.model.messages;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Sites;
import hplhetero.comm.collective.Algorithms;
import hplhetero.hpl.model.messages.PanelDelivery.Exchange;
import hplhetero.hpl.model.messages.PanelDelivery.Hop;
import hplhetero.hpl.model.messages.PanelDelivery.Piece;
import hplhetero.hpl.model.messages.PanelDelivery.Source;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Segments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is read of broadcasts, against what the papers and HPL's sources say of them, by hand. */
class PanelDeliveryTest {
    private static final Segments WHOLE = new Segments(1, 1);

    private final RunMessages messages = new RunMessages();

    private PanelDelivery panel(BroadcastAlgorithm algorithm, int ranks) {
        return messages.panel(algorithm, ranks);
    }

    /** Any of the catalogue, whether HPL has it or not. */
    private static PanelDelivery delivery(String label, int ranks) {
        return new DeliveryReader(Algorithms.delivery(label, ranks, 0), Sites.of(new int[ranks])).read();
    }

    private static Hop hop(int from, int to, int cut, int streams, Integer... earlier) {
        return new Hop(from, to, cut, streams, List.of(earlier));
    }

    private static Piece piece(int from, int to, long part, long whole) {
        return new Piece(new Pair(from, to), new Fraction(part, whole));
    }

    private static List<Pair> line(int... ranks) {
        List<Pair> line = new ArrayList<>();
        for (int i = 1; i < ranks.length; i++) {
            line.add(new Pair(ranks[i - 1], ranks[i]));
        }
        return line;
    }

    @Test
    void shouldPassSegmentsOnAlongARing() {
        PanelDelivery read = panel(BroadcastAlgorithm.RING, 4);
        assertThat(read.cuts()).containsExactly(Segments.OF_PANELS);
        assertThat(read.hops()).containsExactly(hop(0, 1, 0, 1), hop(1, 2, 0, 1), hop(2, 3, 0, 1));
        assertThat(read.exchange()).isEmpty();
    }

    @Test
    void shouldServeTwoRingsAtOnceAfterTheNextRank() {
        PanelDelivery read = panel(BroadcastAlgorithm.TWO_RING_M, 7);
        assertThat(read.cuts()).containsExactly(WHOLE, Segments.OF_PANELS);
        assertThat(read.hops()).containsExactly(hop(0, 1, 0, 1), hop(0, 2, 1, 2, 1), hop(0, 4, 1, 2, 1), hop(2, 3, 1, 1), hop(4, 5, 1, 1),
                hop(5, 6, 1, 1));
        assertThat(read.exchange()).isEmpty();
    }

    /** Down a tree of 8 places rank 4 gets a fifth, then 2 gets two, then 1 and 3 one; then four fifths go around. */
    @Test
    void shouldSpreadPiecesAndRollThem() {
        PanelDelivery read = panel(BroadcastAlgorithm.LONG, 5);
        assertThat(read.hops()).isEmpty();
        assertThat(read.exchange()).hasValue(new Exchange(List.of(new Source(0, List.of())), List.of(4, 2, 1, 3), 3, new Fraction(4, 5), 4,
                new Fraction(1, 5), line(0, 1, 2, 3, 4), List.of(List.of(piece(0, 4, 1, 5)), List.of(piece(0, 2, 2, 5)),
                        List.of(piece(0, 1, 1, 5), piece(2, 3, 1, 5)))));
    }

    @Test
    void shouldSpreadPiecesAfterTheNextRankIsServed() {
        PanelDelivery read = panel(BroadcastAlgorithm.LONG_M, 5);
        assertThat(read.hops()).containsExactly(hop(0, 1, 0, 1));
        assertThat(read.cuts()).containsExactly(WHOLE);
        assertThat(read.before()).isEqualTo(1);
        assertThat(read.exchange()).hasValue(new Exchange(List.of(new Source(0, List.of(1))), List.of(3, 2, 4), 2, new Fraction(3, 4), 3,
                new Fraction(1, 4), line(0, 2, 3, 4), List.of(List.of(piece(0, 3, 1, 2)), List.of(piece(0, 2, 1, 4), piece(3, 4, 1, 4)))));
    }

    /** Two halves from the same rank are pieces, not segments: also of a short panel. */
    @Test
    void shouldTellPiecesFromSegmentsBetweenTwo() {
        assertThat(panel(BroadcastAlgorithm.LONG, 2).exchange()).hasValue(new Exchange(List.of(new Source(0, List.of())), List.of(1), 1,
                new Fraction(1, 2), 1, new Fraction(1, 2), line(0, 1), List.of(List.of(piece(0, 1, 1, 2)))));
        assertThat(panel(BroadcastAlgorithm.LONG_M, 2).exchange()).isEmpty();
        assertThat(panel(BroadcastAlgorithm.RING, 2).exchange()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "4", "5", "6", "7", "8", "11", "16", "17", "31", "64"})
    void shouldSendAllButItsOwnPieceInAnyNumber(int ranks) {
        Exchange read = panel(BroadcastAlgorithm.LONG, ranks).exchange().orElseThrow();
        assertThat(read.rounds()).isEqualTo((int) Math.ceil(Math.log(ranks) / Math.log(2)));
        assertThat(read.inRounds()).isEqualTo(new Fraction(ranks - 1, ranks));
        assertThat(read.steps()).isEqualTo(ranks - 1);
        assertThat(read.inEachStep()).isEqualTo(new Fraction(1, ranks));
        assertThat(read.pairs()).hasSize(ranks - 1).allMatch(pair -> pair.to() == pair.from() + 1);
    }

    @Test
    void shouldCrossToOtherSitesBesideTheRootsOwn() {
        PanelDelivery read = messages.panel(BroadcastAlgorithm.RING_M, new int[] {5, 7, 5, 5, 7});
        assertThat(read.hops()).containsExactlyInAnyOrder(hop(0, 2, cut(read, WHOLE), 1), hop(0, 3, cut(read, Segments.OF_PANELS), 1, 2),
                hop(0, 1, cut(read, Segments.OF_PANELS), 1), hop(1, 4, cut(read, Segments.OF_PANELS), 1));
        assertThat(messages.panel(BroadcastAlgorithm.RING_M, new int[] {0, 1, 0, 0, 1})).isSameAs(read);
        PanelDelivery pieces = messages.panel(BroadcastAlgorithm.LONG, new int[] {0, 0, 0, 1});
        assertThat(pieces.hops()).containsExactly(hop(0, 3, 0, 1));
        assertThat(pieces.exchange().orElseThrow().takers()).containsExactlyInAnyOrder(1, 2);
        assertThat(pieces.exchange().orElseThrow().inRounds()).isEqualTo(new Fraction(2, 3));
    }

    private static int cut(PanelDelivery read, Segments segments) {
        assertThat(read.cuts()).contains(segments);
        return read.cuts().indexOf(segments);
    }

    /** Nobody has taught the planner these. */
    @Test
    void shouldReadBroadcastsThatHplLacks() {
        PanelDelivery tree = delivery("binomial", 6);
        assertThat(tree.cuts()).containsExactly(WHOLE);
        assertThat(tree.hops()).containsExactly(hop(0, 4, 0, 1), hop(0, 2, 0, 1, 4), hop(0, 1, 0, 1, 2, 4), hop(2, 3, 0, 1),
                hop(4, 5, 0, 1));
        PanelDelivery chain = delivery("chain", 3);
        assertThat(chain.cuts()).containsExactly(Segments.SHORT);
        assertThat(chain.hops()).containsExactly(hop(0, 1, 0, 1), hop(1, 2, 0, 1));
        assertThat(delivery("scatter-ring", 4).exchange()).hasValue(new Exchange(List.of(new Source(0, List.of())), List.of(2, 1, 3), 2,
                new Fraction(3, 4), 3, new Fraction(1, 4), line(0, 1, 2, 3), List.of(List.of(piece(0, 2, 1, 2)),
                        List.of(piece(0, 1, 1, 4), piece(2, 3, 1, 4)))));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReachEveryRankOnceAfterItsSender(BroadcastAlgorithm algorithm) {
        for (int ranks = 2; ranks <= 33; ranks++) {
            PanelDelivery read = panel(algorithm, ranks);
            Set<Integer> reached = new TreeSet<>(Set.of(0));
            for (int i = 0; i <= read.hops().size(); i++) {
                if (i == read.before() && read.exchange().isPresent()) {
                    assertThat(read.exchange().get().sources()).allMatch(source -> reached.contains(source.rank()));
                    assertThat(reached).doesNotContainAnyElementsOf(read.exchange().get().takers());
                    reached.addAll(read.exchange().get().takers());
                }
                if (i < read.hops().size()) {
                    assertThat(reached).contains(read.hops().get(i).from());
                    assertThat(reached.add(read.hops().get(i).to())).isTrue();
                }
            }
            assertThat(reached).as("%s on %d", algorithm, ranks).hasSize(ranks);
            assertThat(read.hops()).allSatisfy(hop -> assertThat(Arrays.asList(WHOLE, Segments.OF_PANELS))
                    .contains(read.cuts().get(hop.cut())));
        }
    }
}
