package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.World;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class FirstFailureTest {

    @Test
    void shouldTellNothingWhereNoRankHasFailed() {
        World.run(5, ranks -> assertThat(FirstFailure.among(ranks, Optional.empty())).isEmpty());
    }

    @Test
    void shouldTellAllRanksOfTheLowestThatHasFailed() {
        World.run(5, ranks -> assertThat(FirstFailure.among(ranks, ranks.rank() == 3 || ranks.rank() == 4
                ? Optional.of("no file " + ranks.rank()) : Optional.empty())).hasValue("rank 3 on " + ranks.hostName() + ": no file 3"));
    }

    /** Characters of one to four bytes, of which a long text has some behind the end of the record. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "\u00e9", "\u20ac", "\ud83d\ude00"})
    void shouldCutLongTextsBetweenCharacters(String character) {
        String text = character.repeat(2000);
        World.run(2, ranks -> {
            String told = FirstFailure.among(ranks, Optional.of(text)).orElseThrow();
            String whole = "rank 0 on " + ranks.hostName() + ": " + text;
            assertThat(whole).startsWith(told);
            assertThat(told).endsWith(character).hasSizeGreaterThan(230);
        });
    }
}
