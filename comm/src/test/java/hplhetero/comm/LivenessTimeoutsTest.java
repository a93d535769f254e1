package hplhetero.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LivenessTimeoutsTest {

    /** Predicted seconds, and what follows. */
    @ParameterizedTest
    @CsvSource({"0, 600, 4", "1, 60, 4", "30, 300, 4", "600, 600, 10", "72000, 600, 60"})
    void shouldGrowWithTheRun(long predicted, long stall, long silence) {
        assertThat(LivenessTimeouts.USUAL.stall(Duration.ofSeconds(predicted))).isEqualTo(Duration.ofSeconds(stall));
        assertThat(LivenessTimeouts.USUAL.silence(Duration.ofSeconds(predicted))).isEqualTo(Duration.ofSeconds(silence));
    }

    @Test
    void shouldBeWhatTheUserSays() {
        LivenessTimeouts fixed = new LivenessTimeouts(Optional.of(Duration.ofSeconds(5)), Optional.of(Duration.ofSeconds(100)));
        assertThat(fixed.stall(Duration.ofHours(20))).isEqualTo(Duration.ofSeconds(5));
        assertThat(fixed.silence(Duration.ofMillis(1))).isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void shouldRefuseNone() {
        assertThatThrownBy(() -> new LivenessTimeouts(Optional.empty(), Optional.of(Duration.ZERO)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("silence=PT0S");
    }
}
