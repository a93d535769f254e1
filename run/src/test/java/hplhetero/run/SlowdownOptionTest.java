package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.input.Settings;
import hplhetero.input.Settings.Key;
import hplhetero.input.Settings.Setting;
import hplhetero.input.text.InputException;
import hplhetero.results.Sweep;
import hplhetero.results.json.JsonReader;
import hplhetero.run.terminal.ExitCode;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose ranks change their speed on purpose, as users see it. */
@Slow
final class SlowdownOptionTest {
    private static final List<Slowdown> CHANGING = List.of(Slowdown.NONE, Slowdown.parse("1@50%:3"));

    @TempDir
    private Path folder;

    private int run(String... options) {
        String[] usual = {"run", "--map", "cyclic", "--blas", "reference", "--progress", "none", "--history", "no", "--output",
            folder.resolve("out").toString(), "--json", folder.resolve("json").toString()};
        return Main.execute(Stream.of(usual, options).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private Sweep read() throws IOException {
        return JsonReader.read("json", Files.readAllBytes(folder.resolve("json")));
    }

    @Test
    void shouldPassAndTellThatARankChangedItsSpeed() throws IOException {
        assertThat(run("-N", "200", "--nb", "16", "-Q", "2", "--emulate-slowdown", "1,1@50%:3")).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(folder.resolve("json"))).containsPattern("\"emulatedSlowdown\" : \\[ 1.0, \"1@50%:3\" \\]");
        assertThat(Files.readString(folder.resolve("out"))).contains("ranks were slowed 1, 1@50%:3 times by sleeping");
        assertThat(read().run().slowdown()).isEqualTo(CHANGING);
        assertThat(read().tests()).singleElement().satisfies(test -> assertThat(test.result().status()).isEqualTo(CheckStatus.PASSED));
    }

    /** Rank 1 would compute for minutes if its factor did not change where the clock starts. */
    @Test
    void shouldChangeTheSpeedOfARankOtherThanTheFirst() {
        int code = assertTimeoutPreemptively(Duration.ofSeconds((long) BusyMachine.seconds(60)),
                () -> run("-N", "200", "--nb", "16", "-Q", "2", "--emulate-slowdown", "1,300000@0s:1"));
        assertThat(code).isEqualTo(ExitCode.OK);
    }

    private static Settings settings(String text) {
        return new Settings(Map.of(Key.SLOWDOWN, new Setting(text, "HPL.dat line 32")));
    }

    @Test
    void shouldReadTheSettingOfAnHplDat() {
        assertThat(new SlowdownOption().slowdowns(settings("1,1@50%:3"), 2)).isEqualTo(CHANGING);
        assertThat(new SlowdownOption().slowdowns(Settings.NONE, 2)).isEmpty();
        assertThatThrownBy(() -> new SlowdownOption().slowdowns(settings("1,1@150%:3"), 2)).isInstanceOf(InputException.class)
                .hasMessageStartingWith("HPL.dat line 32: --emulate-slowdown 1,1@150%:3: expected a share of 0..100 %, found `150%`");
    }
}
