package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HplDatOverridesTest {
    private static final Map<String, BiFunction<HplDatOverrides.Builder, String, HplDatOverrides.Builder>> OPTIONS =
            Map.ofEntries(Map.entry("-N", HplDatOverrides.Builder::n), Map.entry("--nb", HplDatOverrides.Builder::nb),
                    Map.entry("-P", HplDatOverrides.Builder::p), Map.entry("-Q", HplDatOverrides.Builder::q),
                    Map.entry("--pmap", HplDatOverrides.Builder::pmap),
                    Map.entry("--threshold", HplDatOverrides.Builder::threshold),
                    Map.entry("--pfact", HplDatOverrides.Builder::pfact),
                    Map.entry("--nbmin", HplDatOverrides.Builder::nbmin),
                    Map.entry("--ndiv", HplDatOverrides.Builder::ndiv),
                    Map.entry("--rfact", HplDatOverrides.Builder::rfact),
                    Map.entry("--bcast", HplDatOverrides.Builder::bcast),
                    Map.entry("--depth", HplDatOverrides.Builder::depth),
                    Map.entry("--swap", HplDatOverrides.Builder::swap),
                    Map.entry("--swap-threshold", HplDatOverrides.Builder::swapThreshold),
                    Map.entry("--equil", HplDatOverrides.Builder::equil),
                    Map.entry("--output", HplDatOverrides.Builder::output));

    private static HplDatOverrides.Builder option(String option, String text) {
        return OPTIONS.get(option).apply(HplDatOverrides.builder(), text);
    }

    private static HplDat defaultsWith(String option, String text) {
        return HplDat.defaults().with(option(option, text).build());
    }

    @Test
    void shouldChangeNothingWhenNoOptionIsGiven() {
        HplDatOverrides.Builder builder = HplDatOverrides.builder();
        OPTIONS.values().forEach(option -> option.apply(builder, null));
        assertThat(HplDat.defaults().with(builder.build())).isEqualTo(HplDat.defaults());
    }

    @Test
    void shouldPutEveryOptionInItsPlace() {
        HplDat dat = HplDat.defaults().with(HplDatOverrides.builder().n("8000, 16000").nb("128,192").p("1,2").q("2,1")
                .pmap("column").threshold("-1.5").pfact("left,1").nbmin("8").ndiv("3").rfact("CROUT").bcast("long,1")
                .depth("0,2").swap("spread-roll").swapThreshold("32").equil("no").output("r.txt").build());
        assertThat(dat.ns()).containsExactly(8000, 16000);
        assertThat(dat.nbs()).containsExactly(128, 192);
        assertThat(dat.ps()).containsExactly(1, 2);
        assertThat(dat.qs()).containsExactly(2, 1);
        assertThat(dat.mapping()).isEqualTo(ProcessMapping.COLUMN_MAJOR);
        assertThat(dat.threshold()).isEqualTo(-1.5);
        assertThat(dat.pfacts()).containsExactly(Factorization.LEFT, Factorization.CROUT);
        assertThat(dat.nbmins()).containsExactly(8);
        assertThat(dat.ndivs()).containsExactly(3);
        assertThat(dat.rfacts()).containsExactly(Factorization.CROUT);
        assertThat(dat.bcasts()).containsExactly(BroadcastAlgorithm.LONG, BroadcastAlgorithm.RING_M);
        assertThat(dat.depths()).containsExactly(0, 2);
        assertThat(dat.swap()).isEqualTo(SwapAlgorithm.SPREAD_ROLL);
        assertThat(dat.swapThreshold()).isEqualTo(32);
        assertThat(dat.equilibrate()).isFalse();
        assertThat(dat.outputFile()).isEqualTo("r.txt");
        assertThat(dat.device()).isNotIn(HplDat.STDOUT, HplDat.STDERR);
    }

    @Test
    void shouldWriteToStandardOutputForAMinus() {
        HplDat toFile = defaultsWith("--output", "r.txt");
        assertThat(toFile.with(option("--output", "-").build()).device()).isEqualTo(HplDat.STDOUT);
    }

    @ParameterizedTest
    @CsvSource({"0,RING", "1rg,RING", "1RINGM,RING_M", "2,TWO_RING", "2rM,TWO_RING_M", "Blong,LONG", "LnM,LONG_M"})
    void shouldKnowBroadcastsByWordAndNumber(String text, BroadcastAlgorithm expected) {
        assertThat(defaultsWith("--bcast", text).bcasts()).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "-N               | abc         | expected integers >= 0, found `abc`",
        "-N               | -1          | expected integers >= 0, found `-1`",
        "-N               | 8000,,16000 | expected integers >= 0, found ``",
        "-N               | 8000 16000  | expected integers >= 0, found `8000 16000`",
        "-N               | 1e4         | expected integers >= 0, found `1e4`, which is not a whole number",
        "-N               | \"\"        | expected integers >= 0, found ``",
        "-N               | 3000000000  | expected integers >= 0, found `3000000000`, which does not fit",
        "--nb             | 0           | expected integers >= 1, found `0`",
        "-P               | 0           | expected integers >= 1, found `0`",
        "-Q               | 1,-2        | expected integers >= 1, found `-2`",
        "--pmap           | diagonal    | expected row, column or 0..1, found `diagonal`",
        "--threshold      | high        | expected a real number, found `high`",
        "--threshold      | Infinity    | expected a real number, found `Infinity`",
        "--pfact          | 3           | expected left, crout, right or 0..2, found `3`",
        "--nbmin          | 0           | expected integers >= 1, found `0`",
        "--ndiv           | 1           | expected integers >= 2, found `1`",
        "--rfact          | left,up     | expected left, crout, right or 0..2, found `up`",
        "--bcast          | 9           | expected 1ring, 1ringM, 2ring, 2ringM, long, longM or 0..5, found `9`",
        "--depth          | -1          | expected integers >= 0, found `-1`",
        "--swap           | mix,mix     | expected binary, long, mix or 0..2, found `mix,mix`",
        "--swap-threshold | -1          | expected an integer >= 0, found `-1`",
        "--equil          | maybe       | expected no, yes or 0..1, found `maybe`",
        "--output         | \"\"        | expected a file's name, or - for standard output, found ``"})
    void shouldNameOptionTextAndExpectation(String option, String text, String message) {
        assertThatThrownBy(() -> option(option, text)).isInstanceOf(InputException.class)
                .hasMessageStartingWith("option " + option + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-N", "--nb", "-P", "--bcast", "--pfact"})
    void shouldRefuseMoreThanTwentyValues(String option) {
        String values = "2" + ",2".repeat(20);
        assertThatThrownBy(() -> option(option, values)).isInstanceOf(InputException.class)
                .hasMessageContaining("option " + option).hasMessageContaining("expected 1..20 values")
                .hasMessageContaining("found 21");
    }

    @Test
    void shouldRefuseGridsThatDoNotPairUpOrCannotBeCounted() {
        assertThatThrownBy(() -> defaultsWith("-P", "1,2")).isInstanceOf(InputException.class)
                .hasMessage("process grids: P has 2 values and Q has 1: give both (-P and -Q) one value for every grid");
        HplDatOverrides huge = HplDatOverrides.builder().p("65536").q("65536").build();
        assertThatThrownBy(() -> HplDat.defaults().with(huge)).isInstanceOf(InputException.class)
                .hasMessageContaining("P=65536 Q=65536 are 4294967296 processes");
    }

    @Test
    void shouldRefuseValuesThatNoReaderHasChecked() {
        HplDat d = HplDat.defaults();
        assertThatThrownBy(() -> new HplDat("", 6, List.of(-1), d.nbs(), d.mapping(), d.ps(), d.qs(), 16, d.pfacts(),
                d.nbmins(), d.ndivs(), d.rfacts(), d.bcasts(), d.depths(), d.swap(), 64, true, true, true, 8,
                WhoChooses.NOBODY, Settings.NONE, List.of())).isInstanceOf(InputException.class).hasMessageContaining("N >= 0");
        assertThatThrownBy(() -> new HplDat("", 6, List.of(), d.nbs(), d.mapping(), d.ps(), d.qs(), 16, d.pfacts(),
                d.nbmins(), d.ndivs(), d.rfacts(), d.bcasts(), d.depths(), d.swap(), 64, true, true, true, 8,
                WhoChooses.NOBODY, Settings.NONE, List.of())).isInstanceOf(InputException.class).hasMessageContaining("values of N");
        assertThatThrownBy(() -> new HplDat("", 6, d.ns(), d.nbs(), d.mapping(), d.ps(), d.qs(), Double.NaN,
                d.pfacts(), d.nbmins(), d.ndivs(), d.rfacts(), d.bcasts(), d.depths(), d.swap(), 64, true, true, true,
                8, WhoChooses.NOBODY, Settings.NONE, List.of())).isInstanceOf(InputException.class).hasMessageContaining("threshold=NaN");
    }

    @Test
    void shouldLeaveBroadcastAndRowSwapToTheProgram() {
        HplDat dat = HplDat.defaults();
        assertThat(dat.chooses().free(false)).isEqualTo(Free.NOTHING);
        assertThat(dat.chooses().free(true)).isEqualTo(Free.BOTH);
        assertThat(dat.with(HplDatOverrides.builder().bcast("long").build()).chooses().free(true)).isEqualTo(Free.SWAP);
        assertThat(dat.with(HplDatOverrides.builder().swap("long").build()).chooses().free(true)).isEqualTo(Free.BROADCAST);
        HplDat several = dat.with(HplDatOverrides.builder().bcast("2ring,long").swap("binary").build());
        assertThat(several.chooses().free(true)).isEqualTo(Free.NOTHING);
        HplDat auto = several.with(HplDatOverrides.builder().bcast("auto").swap("auto").build());
        assertThat(auto.chooses().free(false)).isEqualTo(Free.BOTH);
        assertThat(auto.bcasts()).containsExactly(BroadcastAlgorithm.TWO_RING);
        assertThat(auto.with(HplDatOverrides.builder().n("77").build()).chooses()).isEqualTo(auto.chooses());
        assertThat(auto.with(HplDatOverrides.builder().bcast("1ring").build()).chooses().free(false)).isEqualTo(Free.SWAP);
    }

    @Test
    void shouldRefuseAutoAmongOthers() {
        assertThatThrownBy(() -> HplDatOverrides.builder().bcast("1ring,auto")).isInstanceOf(InputException.class)
                .hasMessageContaining("--bcast").hasMessageContaining("auto stands alone");
        assertThatThrownBy(() -> HplDatOverrides.builder().swap("mix,auto")).isInstanceOf(InputException.class);
    }
}
