package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.job.PairRounds.Pair;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairRoundsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 7, 10, 33})
    void shouldPairEveryoneWithEveryoneOnce(int count) {
        assertThat(PairRounds.of(count, 100).pairs()).doesNotHaveDuplicates().hasSize(count * Math.max(0, count - 1) / 2)
                .allMatch(pair -> pair.a() < pair.b());
    }

    @Test
    void shouldHaveEachInOnePairOfARound() {
        for (List<Pair> round : PairRounds.of(9, 100).rounds()) {
            assertThat(round.stream().flatMap(pair -> IntStream.of(pair.a(), pair.b()).boxed())).doesNotHaveDuplicates().hasSize(8);
        }
    }

    @Test
    void shouldGiveEachAsManyPartnersWhereNotAllPairsFit() {
        PairRounds rounds = PairRounds.of(100, 31);
        assertThat(rounds.rounds()).hasSize(31);
        assertThat(IntStream.range(0, 100)).allMatch(one -> rounds.partners(one).size() == 31);
    }
}
