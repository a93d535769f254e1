package hplhetero.hpl.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import hplhetero.hpl.problem.Slowdown.Change;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SlowdownTest {
    @Test
    void shouldReadFactorsAndChanges() {
        assertThat(Slowdown.parse("2.5")).isEqualTo(new Slowdown(2.5));
        assertThat(Slowdown.parse(" 2@40%:4@1.5s:1 ")).isEqualTo(new Slowdown(2, List.of(new Change(0.4, false, 4),
                new Change(1.5, true, 1))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2.5", "1000000", "2@0%:4", "2@40%:4", "2@7%:4", "2@33.333333%:1.25@100%:2", "1@0s:3",
        "2@0.5s:4@1000000s:2", "2@70%:4@10s:3@80%:2"})
    void shouldSayAgainWhatItHasRead(String text) {
        assertThat(Slowdown.parse(text).words()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "0.5          | expected numbers >= 1, found `0.5`: give a factor such as 2",
        "x            | expected numbers >= 1, found `x`",
        "''           | expected numbers >= 1, found ``",
        "NaN          | expected numbers >= 1, found `NaN`",
        "-Infinity    | expected numbers >= 1, found `-Infinity`",
        "1000001      | expected factors up to 1000000, found `1000001`",
        "@40%:4       | expected numbers >= 1, found ``",
        "2@40%:0.9    | expected numbers >= 1, found `0.9`",
        "2@40%:1e7    | expected factors up to 1000000, found `1e7`",
        "2@           | expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@`: give a factor such as 2, and changes such as 2@40%:4",
        "2@40:4       | expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@40:4`",
        "2@40%        | expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@40%`",
        "2@40%:       | expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@40%:`",
        "2@40%:4:5    | expected @SHARE%:FACTOR or @SECONDSs:FACTOR, found `2@40%:4:5`",
        "2@101%:4     | expected a share of 0..100 %, found `101%`",
        "2@-1%:4      | expected a share of 0..100 %, found `-1%`",
        "2@x%:4       | expected a share of 0..100 %, found `x%`",
        "2@-1s:4      | expected seconds >= 0, found `-1s`",
        "2@1e999s:4   | expected seconds >= 0, found `1e999s`",
        "2@70%:4@40%:2 | expected a later change than @70%, found `@40%`: name changes in the order in which they come",
        "2@1s:4@1s:2  | expected a later change than @1s, found `@1s`",
    })
    void shouldRefuseWhatMeansNothing(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> Slowdown.parse(text)).withMessageContaining(message);
    }

    @Test
    void shouldHoldTheLastChangeThatHasCome() {
        Slowdown slowdown = Slowdown.parse("2@40%:4@70%:2");
        assertThat(slowdown.factor(0, 1e9)).isEqualTo(2);
        assertThat(slowdown.factor(0.39, 0)).isEqualTo(2);
        assertThat(slowdown.factor(0.4, 0)).isEqualTo(4);
        assertThat(slowdown.factor(0.7, 0)).isEqualTo(2);
        assertThat(Slowdown.parse("1@10s:3").factor(1, 9.9)).isEqualTo(1);
        assertThat(Slowdown.parse("1@10s:3").factor(0, 10)).isEqualTo(3);
    }

    @Test
    void shouldKnowWhetherItSlowsAndWhetherItChanges() {
        assertThat(Slowdown.parse("1@40%:1").isNone()).isTrue();
        assertThat(Slowdown.parse("1@40%:2").isNone()).isFalse();
        assertThat(Slowdown.parse("2").isNone()).isFalse();
        assertThat(Slowdown.parse("2").isSteady()).isTrue();
        assertThat(Slowdown.parse("2@40%:2").isSteady()).isTrue();
        assertThat(Slowdown.parse("2@40%:3").isSteady()).isFalse();
    }
}
