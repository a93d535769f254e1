package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HplDatOverridesTest {
    private static final List<String> OPTIONS = List.of("-N", "--nb", "-P", "-Q", "--pmap", "--threshold", "--pfact", "--nbmin", "--ndiv",
            "--rfact", "--bcast", "--depth", "--swap", "--swap-threshold", "--equil", "--output");

    private static HplDat defaultsWith(String option, String text) {
        return HplDatOverrides.of(option, text).on(HplDat.defaults());
    }

    @Test
    void shouldChangeNothingWhenNoOptionIsGiven() {
        HplDatOverrides none = HplDatOverrides.of(OPTIONS.stream().flatMap(option -> Stream.of(option, null)).toArray(String[]::new));
        assertThat(none.on(HplDat.defaults())).isEqualTo(HplDat.defaults());
        assertThat(none.has(OPTIONS.toArray(String[]::new))).isFalse();
    }

    @Test
    void shouldPutEveryOptionInItsPlace() {
        HplDat dat = HplDatOverrides.of("-N", "8000, 16000", "--nb", "128,192", "-P", "1,2", "-Q", "2,1", "--pmap", "column",
                "--threshold", "-1.5", "--pfact", "left,1", "--nbmin", "8", "--ndiv", "3", "--rfact", "CROUT", "--bcast", "long,1",
                "--depth", "0,2", "--swap", "spread-roll", "--swap-threshold", "32", "--equil", "no", "--output", "r.txt")
                .on(HplDat.defaults());
        SweepParameters sweep = dat.sweep();
        assertThat(sweep.ns()).containsExactly(8000, 16000);
        assertThat(sweep.nbs()).containsExactly(128, 192);
        assertThat(sweep.ps()).containsExactly(1, 2);
        assertThat(sweep.qs()).containsExactly(2, 1);
        assertThat(sweep.mapping()).isEqualTo(ProcessMapping.COLUMN_MAJOR);
        assertThat(sweep.threshold()).isEqualTo(-1.5);
        assertThat(sweep.pfacts()).containsExactly(Factorization.LEFT, Factorization.CROUT);
        assertThat(sweep.nbmins()).containsExactly(8);
        assertThat(sweep.ndivs()).containsExactly(3);
        assertThat(sweep.rfacts()).containsExactly(Factorization.CROUT);
        assertThat(sweep.bcasts()).containsExactly(BroadcastAlgorithm.LONG, BroadcastAlgorithm.RING_M);
        assertThat(sweep.depths()).containsExactly(0, 2);
        assertThat(sweep.swap()).isEqualTo(SwapAlgorithm.SPREAD_ROLL);
        assertThat(sweep.swapThreshold()).isEqualTo(32);
        assertThat(sweep.equilibrate()).isFalse();
        assertThat(dat.outputFile()).isEqualTo("r.txt");
        assertThat(dat.device()).isNotIn(HplDat.STDOUT, HplDat.STDERR);
    }

    @Test
    void shouldWriteToStandardOutputForAMinus() {
        HplDat toFile = defaultsWith("--output", "r.txt");
        assertThat(HplDatOverrides.of("--output", "-").on(toFile).device()).isEqualTo(HplDat.STDOUT);
    }

    @ParameterizedTest
    @CsvSource({"0,RING", "1rg,RING", "1RINGM,RING_M", "2,TWO_RING", "2rM,TWO_RING_M", "Blong,LONG", "LnM,LONG_M"})
    void shouldKnowBroadcastsByWordAndNumber(String text, BroadcastAlgorithm expected) {
        assertThat(defaultsWith("--bcast", text).sweep().bcasts()).containsExactly(expected);
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
        assertThatThrownBy(() -> HplDatOverrides.of(option, text)).isInstanceOf(InputException.class)
                .hasMessageStartingWith("option " + option + ": " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-N", "--nb", "-P", "--bcast", "--pfact"})
    void shouldRefuseMoreThanTwentyValues(String option) {
        String values = "2" + ",2".repeat(20);
        assertThatThrownBy(() -> HplDatOverrides.of(option, values)).isInstanceOf(InputException.class)
                .hasMessageContaining("option " + option).hasMessageContaining("expected 1..20 values")
                .hasMessageContaining("found 21");
    }

    @Test
    void shouldRefuseGridsThatDoNotPairUpOrCannotBeCounted() {
        assertThatThrownBy(() -> defaultsWith("-P", "1,2")).isInstanceOf(InputException.class)
                .hasMessage("process grids: P has 2 values and Q has 1: give both (-P and -Q) one value for every grid");
        HplDatOverrides huge = HplDatOverrides.of("-P", "65536", "-Q", "65536");
        assertThatThrownBy(() -> huge.on(HplDat.defaults())).isInstanceOf(InputException.class)
                .hasMessageContaining("P=65536 Q=65536 are 4294967296 processes");
    }

    @Test
    void shouldRefuseValuesThatNoReaderHasChecked() {
        HplDat dat = HplDat.defaults();
        SweepParameters d = dat.sweep();
        assertThatThrownBy(() -> dat.with(d.withMatrices(List.of(-1), d.nbs()))).isInstanceOf(InputException.class)
                .hasMessageContaining("N >= 0");
        assertThatThrownBy(() -> dat.with(d.withMatrices(List.of(), d.nbs()))).isInstanceOf(InputException.class)
                .hasMessageContaining("values of N");
        assertThatThrownBy(() -> dat.with(new SweepParameters(d.ns(), d.nbs(), d.mapping(), d.ps(), d.qs(), d.pfacts(), d.nbmins(),
                d.ndivs(), d.rfacts(), d.bcasts(), d.depths(), d.swap(), 64, true, true, true, 8, Double.NaN)))
                .isInstanceOf(InputException.class).hasMessageContaining("threshold=NaN");
    }

    @Test
    void shouldLeaveBroadcastAndRowSwapToTheProgram() {
        HplDat dat = HplDat.defaults();
        assertThat(dat.chooses().free(false)).isEqualTo(Free.NOTHING);
        assertThat(dat.chooses().free(true)).isEqualTo(Free.BOTH);
        assertThat(HplDatOverrides.of("--bcast", "long").on(dat).chooses().free(true)).isEqualTo(Free.SWAP);
        assertThat(HplDatOverrides.of("--swap", "long").on(dat).chooses().free(true)).isEqualTo(Free.BROADCAST);
        HplDat several = HplDatOverrides.of("--bcast", "2ring,long", "--swap", "binary").on(dat);
        assertThat(several.chooses().free(true)).isEqualTo(Free.NOTHING);
        HplDat auto = HplDatOverrides.of("--bcast", "auto", "--swap", "auto").on(several);
        assertThat(auto.chooses().free(false)).isEqualTo(Free.BOTH);
        assertThat(auto.sweep().bcasts()).containsExactly(BroadcastAlgorithm.TWO_RING);
        assertThat(HplDatOverrides.of("-N", "77").on(auto).chooses()).isEqualTo(auto.chooses());
        assertThat(HplDatOverrides.of("--bcast", "1ring").on(auto).chooses().free(false)).isEqualTo(Free.SWAP);
    }

    @Test
    void shouldRefuseAutoAmongOthers() {
        assertThatThrownBy(() -> HplDatOverrides.of("--bcast", "1ring,auto")).isInstanceOf(InputException.class)
                .hasMessageContaining("--bcast").hasMessageContaining("auto cannot stand in a list");
        assertThatThrownBy(() -> HplDatOverrides.of("--swap", "mix,auto")).isInstanceOf(InputException.class);
    }
}
