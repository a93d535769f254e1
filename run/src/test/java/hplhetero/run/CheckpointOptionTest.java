package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.option.CheckpointOption;
import hplhetero.run.resume.Place;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code --checkpoint} and {@code --signal} say. */
final class CheckpointOptionTest {

    private static CheckpointOption parsed(String... words) {
        CheckpointOption option = new CheckpointOption();
        new CommandLine(option).parseArgs(words);
        return option;
    }

    @ParameterizedTest
    @CsvSource({"states, states, 1200", "states:5min, states, 300", "states:every 5min, states, 300", "states:every5min, states, 300",
        "a:b:1.5h, a:b, 5400", "a:b, a:b, 1200", "/x/y:90s, /x/y, 90", "x:0s, x, 0", "x:5, x:5, 1200", "x:5m, x:5m, 1200"})
    void shouldTakeATimeBehindTheLastColon(String text, Path folder, long seconds) {
        assertThat(parsed("--checkpoint", text).place()).contains(new Place(folder, Duration.ofSeconds(seconds)));
    }

    @Test
    void shouldAlwaysListenToCtrlCAndTheEndOfABatchJob() {
        assertThat(parsed().place()).isEmpty();
        assertThat(parsed().signals()).containsExactly("INT", "TERM");
        assertThat(parsed("--signal", "sigusr1").signals()).containsExactly("INT", "TERM", "USR1");
        assertThat(parsed("--signal", "TERM").signals()).containsExactly("INT", "TERM");
    }
}
