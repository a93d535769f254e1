package hplhetero.hpl.model.messages;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.SwapAlgorithm;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of pivot exchanges and row swaps, by hand. */
class ColumnMessagesTest {
    private final RunMessages messages = new RunMessages();

    @Test
    void shouldReadTheRoundsOfAPivotExchange() {
        List<PivotRounds.Round> rounds = messages.pivots(5, 800).rounds();
        assertThat(rounds).hasSize(3).allMatch(round -> round.leastBytes() == 16 + 800);
        assertThat(rounds.get(1).messages()).containsExactly(new Pair(0, 2), new Pair(1, 3), new Pair(2, 4), new Pair(3, 0),
                new Pair(4, 1));
        assertThat(rounds.get(2).messages()).contains(new Pair(0, 4), new Pair(4, 3));
        assertThat(messages.pivots(1, 800).rounds()).isEmpty();
        assertThat(messages.pivots(5, 800).rounds()).isSameAs(rounds);
    }

    /** Leaving rows go along in each round, folding included; a rank gets all of U but its own part. */
    @ParameterizedTest
    @CsvSource({"2, 1, 1", "3, 3, 2", "4, 2, 2", "5, 4, 3", "6, 4, 3", "8, 3, 3", "9, 5, 4", "16, 4, 4", "17, 6, 5"})
    void shouldExchangeRowsByDoubling(int ranks, int rounds, int receipts) {
        assertThat(messages.swap(SwapAlgorithm.BINARY_EXCHANGE, ranks)).isEqualTo(new SwapRounds(rounds, 1, 1, 0,
                new Fraction(ranks - 1, ranks), receipts));
    }

    /** One rank sends leaving rows to each other; then the pieces of U go around. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 16, 17})
    void shouldSpreadLeavingRowsAndRollU(int ranks) {
        SwapRounds read = messages.swap(SwapAlgorithm.SPREAD_ROLL, ranks);
        assertThat(read).isEqualTo(new SwapRounds(1, ranks - 1, (ranks - 1.0) / ranks, ranks - 1, new Fraction(ranks - 1, ranks),
                ranks - 1));
        assertThat(read.receivedInEach()).isEqualTo(new Fraction(1, ranks));
    }

    /** Half of the rows that leave, and each row of U once, whatever is asked for: half of U each way. */
    @ParameterizedTest
    @EnumSource(names = {"BINARY_EXCHANGE", "SPREAD_ROLL"})
    void shouldCountRowsThatCrossBetweenSites(SwapAlgorithm algorithm) {
        assertThat(messages.crossings(algorithm, new int[] {3, 1})).containsExactly(new SiteCrossing(0, 1, 1.5, 1));
        assertThat(messages.crossings(algorithm, new int[] {0, 0, 1, 1})).containsExactly(new SiteCrossing(0, 2, 1.5, 1));
        assertThat(messages.crossings(algorithm, new int[] {0, 1, 2})).hasSize(3);
        assertThat(messages.crossings(algorithm, new int[3])).isEmpty();
    }

    /** All of a site, then its first ranks: who wins, then two rows; then all of a site again. */
    @Test
    void shouldReadTheRoundsOfAPivotExchangeAmongSites() {
        List<PivotRounds.Round> rounds = messages.pivots(new int[] {4, 4, 2, 2}, 800).rounds();
        assertThat(rounds).extracting(PivotRounds.Round::leastBytes).containsExactly(816L, 16L, 800L, 1616L);
        assertThat(rounds.get(1).messages()).containsExactlyInAnyOrder(new Pair(0, 2), new Pair(2, 0));
        assertThat(rounds.get(2).messages()).containsExactlyInAnyOrder(new Pair(0, 2), new Pair(2, 0));
        assertThat(rounds.get(3).messages()).containsExactlyInAnyOrder(new Pair(0, 1), new Pair(2, 3));
    }
}
