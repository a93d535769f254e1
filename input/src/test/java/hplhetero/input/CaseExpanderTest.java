package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseExpanderTest {
    private static final MapSpec CYCLIC = new MapSpec.Cyclic();

    private static SweepParameters sweep(String... options) {
        return HplDatOverrides.of(options).on(HplDat.defaults()).sweep();
    }

    @Test
    void shouldGiveTheTestsOfNetlibsSampleInItsOrder(@TempDir Path folder) {
        SweepParameters sweep = HplDatReader.read(new HplDatFile(folder).write()).sweep();
        Stream<String> rows = CaseExpander.expand(sweep, CYCLIC).stream()
                .map(c -> c.variantCode() + " " + c.n() + " " + c.nb() + " " + c.p() + " " + c.q());
        assertThat(rows).containsExactly("WR00R2C4 30 3 2 2", "WR00R2C4 30 16 2 2", "WR00R2C4 200 3 2 2",
                "WR00R2C4 200 16 2 2", "WR00R2C4 30 3 1 4", "WR00R2C4 30 16 1 4", "WR00R2C4 200 3 1 4",
                "WR00R2C4 200 16 1 4");
    }

    @Test
    void shouldRunTheInnerLoopsInNetlibsOrder() {
        SweepParameters sweep = sweep("--depth", "0,1", "--bcast", "0,1", "--rfact", "left,crout", "--pfact", "left,right", "--nbmin",
                "2,4", "--ndiv", "2,3");
        List<String> codes = CaseExpander.expand(sweep, CYCLIC).stream().map(HplCase::variantCode).toList();
        assertThat(codes).hasSize(64).startsWith("WR00L2L2", "WR00L3L2", "WR00L2L4", "WR00L3L4", "WR00L2R2");
        assertThat(codes.get(8)).isEqualTo("WR00C2L2");
        assertThat(codes.get(16)).isEqualTo("WR01L2L2");
        assertThat(codes.get(32)).isEqualTo("WR10L2L2");
        assertThat(codes.getLast()).isEqualTo("WR11C3R4");
    }

    @Test
    void shouldCarryWhatDoesNotVary() {
        MapSpec map = MapSpecReader.parse("cells:0,0,1");
        SweepParameters sweep = sweep("-Q", "2", "--swap", "long", "--swap-threshold", "9", "--equil", "no", "--threshold", "0",
                "--pmap", "column");
        HplCase only = CaseExpander.expand(sweep, map).getFirst();
        assertThat(only.map()).isEqualTo(map);
        assertThat(only.swap()).isEqualTo(sweep.swap());
        assertThat(only.swapThreshold()).isEqualTo(9);
        assertThat(only.equilibrate()).isFalse();
        assertThat(only.threshold()).isZero();
        assertThat(only.mapping()).isEqualTo(sweep.mapping());
    }

    @Test
    void shouldRefuseAMapThatDoesNotFitEveryGrid() {
        SweepParameters sweep = sweep("-P", "1,1", "-Q", "2,3");
        assertThatThrownBy(() -> CaseExpander.expand(sweep, MapSpecReader.parse("cells:0,0,1")))
                .isInstanceOf(InputException.class).hasMessageContaining("P=1 Q=3").hasMessageContaining("rank 2 of 3");
    }

    @Test
    void shouldRefuseMoreTestsThanAnyoneCanWant() {
        String twenty = "2" + ",2".repeat(19);
        SweepParameters sweep = sweep("-N", twenty, "--nb", twenty, "--nbmin", twenty, "--ndiv", twenty, "--depth", twenty, "--bcast",
                twenty, "--pfact", twenty, "--rfact", twenty);
        assertThatThrownBy(() -> CaseExpander.expand(sweep, CYCLIC)).isInstanceOf(InputException.class)
                .hasMessageContaining("25600000000 tests").hasMessageContaining("1000000");
    }
}
