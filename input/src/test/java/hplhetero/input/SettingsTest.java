package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.input.Settings.Key;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @TempDir
    Path folder;

    private Settings read(String lines) {
        HplDatFile file = new HplDatFile(folder);
        return HplDatReader.read(file.write(file.text() + lines)).settings();
    }

    @Test
    void shouldReadEveryKey() {
        Settings settings = read("""
                any comment, map=cyclic

                hpl-hetero: plan=my.plan   cluster=/etc/my.cluster # comment workers=9
                \thpl-hetero: blas=vector workers=2\r
                hpl-hetero: slowdown=2,2,2@40%:4@10s:2,4
                """);
        assertThat(settings.text(Key.PLAN)).contains(folder.resolve("my.plan").toString());
        assertThat(settings.text(Key.CLUSTER)).contains("/etc/my.cluster");
        assertThat(settings.text(Key.BLAS)).contains("vector");
        assertThat(settings.text(Key.WORKERS)).contains("2");
        assertThat(settings.text(Key.SLOWDOWN)).contains("2,2,2@40%:4@10s:2,4");
        assertThat(settings.text(Key.MAP)).isEmpty();
        assertThat(read("hpl-hetero: map=weighted:rows=1,2;cols=2,1").text(Key.MAP)).contains("weighted:rows=1,2;cols=2,1");
    }

    @Test
    void shouldIgnoreOtherLinesAsNetlibDoes() {
        assertThat(read("")).isEqualTo(Settings.NONE);
        assertThat(read("map=cyclic\n# hpl-hetero: colour=red\nthe hpl-hetero: workers=2\n")).isEqualTo(Settings.NONE);
        assertThat(HplDatReader.read(new HplDatFile(folder).line(2, "hpl-hetero: workers=2").write()).settings())
                .isEqualTo(Settings.NONE);
    }

    @Test
    void shouldPreferTheOption() {
        Settings settings = read("hpl-hetero: workers=2");
        assertThat(settings.choose(Key.WORKERS, "3", Integer::valueOf)).contains(3);
        assertThat(settings.choose(Key.WORKERS, null, Integer::valueOf)).contains(2);
        assertThat(settings.choose(Key.BLAS, null, text -> text)).isEmpty();
    }

    @Test
    void shouldSayWhereABadValueStands() {
        Settings settings = read("hpl-hetero: workers=none map=round");
        assertThatThrownBy(() -> settings.choose(Key.WORKERS, null, text -> OptionText.integer("--workers", text, 1)))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("HPL.dat") + ", line 32: option --workers: expected an integer >= 1, found `none`");
        assertThatThrownBy(() -> settings.choose(Key.MAP, null, MapSpecReader::parse)).isInstanceOf(InputException.class)
                .hasMessageContaining(", line 32: map `round`: is not a map");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "hpl-hetero: colour=red            | line 32: expected one of map, plan, cluster, blas, workers, slowdown, bcast, swap, found",
        "hpl-hetero: workers               | line 32: expected workers=value, found `workers`: write the value behind =",
        "hpl-hetero: workers=              | line 32: expected workers=value, found `workers=`",
        "hpl-hetero: workers=2 workers=3   | line 32: expected workers once, found a second, the first in",
        "hpl-hetero: map=cyclic plan=p     | line 32: expected a plan or a map, found both: drop one",
        "hpl-hetero map=cyclic             | line 32: expected `hpl-hetero:`, found `hpl-hetero`",
        "HPL-hetero: map=cyclic            | line 32: expected `hpl-hetero:`, found `HPL-hetero:`"})
    void shouldRefuseWithLineAndRemedy(String line, String message) {
        assertThatThrownBy(() -> read(line)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("HPL.dat") + ", " + message.substring(0, 8)).hasMessageContaining(message);
    }

    @Test
    void shouldLeaveBroadcastAndRowSwapToTheProgram() {
        HplDatFile file = new HplDatFile(folder);
        HplDat plain = HplDatReader.read(file.write());
        assertThat(plain.chooses().free(true)).isEqualTo(Free.NOTHING);
        HplDat auto = HplDatReader.read(file.write(file.text() + "hpl-hetero: bcast=auto swap=auto\n"));
        assertThat(auto.chooses().free(false)).isEqualTo(Free.BOTH);
        assertThat(auto.sweep().bcasts()).isEqualTo(plain.sweep().bcasts().subList(0, 1));
        assertThat(auto.sweep().swap()).isEqualTo(plain.sweep().swap());
        assertThat(HplDatOverrides.of("--bcast", "long").on(auto).chooses().free(true)).isEqualTo(Free.SWAP);
        assertThatThrownBy(() -> read("hpl-hetero: bcast=1ring")).isInstanceOf(InputException.class)
                .hasMessageContaining("line 32: bcast=1ring: only auto is allowed here: put any other choice on lines 21 and 22");
    }
}
