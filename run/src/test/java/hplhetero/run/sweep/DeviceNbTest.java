package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.select.DeviceShapes.Shape;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.HplDatOverrides;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device whose rates are given: NB = 768 is the fastest. */
final class DeviceNbTest {
    private static final long WORK_BYTES = 12L << 30;
    private final List<Integer> measured = new ArrayList<>();
    @TempDir
    private Path folder;
    private boolean factors;

    @BeforeEach
    void factorPanels() {
        factors = true;
    }

    private List<Shape> shapes(int order, List<Integer> widths) {
        assertThat(order).isEqualTo(8192);
        measured.addAll(widths);
        return factors ? widths.stream().map(nb -> new Shape(order, nb, nb == 768 ? 50_000 : nb == 256 ? 42_000 : 40_000,
                OptionalDouble.of(5_000))).toList() : List.of();
    }

    private CaseChoice choice(String... options) {
        return CaseChoice.of(InputFile.find(Optional.empty(), folder), HplDatOverrides.of(options), new MapSpec.Cyclic()).onDevices();
    }

    private List<HplCase> chosen(CaseChoice choice, int mostNb) {
        return new DeviceNb(30_000, WORK_BYTES, one -> one.nb() <= mostNb, this::shapes).chosen(choice).cases();
    }

    @Test
    void shouldTakeTheNbThatIsMeasuredToBeTheFastest() {
        CaseChoice choice = choice("-N", "100000", "-P", "1", "-Q", "1");
        assertThat(chosen(choice, 4096)).extracting(HplCase::nb).containsExactly(768);
        assertThat(measured).containsExactly(256, 384, 512, 768, 1024);
        assertThat(new DeviceNb(30_000, WORK_BYTES, one -> true, this::shapes).chosen(choice).notes()).contains(
                "NB=768: the fastest of 256, 384, 512, 768, 1024 by the device's measured rates");
    }

    @Test
    void shouldMeasureOnlyWhatTheHostHasMemoryFor() {
        assertThat(chosen(choice("-N", "100000", "-P", "1", "-Q", "1"), 512)).extracting(HplCase::nb).containsExactly(256);
        assertThat(measured).containsExactly(256, 384, 512);
    }

    @Test
    void shouldKeepTheRuleWhereRunsAreShortOrDevicesFactorNoPanels() {
        assertThat(chosen(choice("-N", "40000", "-P", "1", "-Q", "1"), 4096)).extracting(HplCase::nb).containsExactly(256);
        assertThat(measured).isEmpty();
        factors = false;
        assertThat(chosen(choice("-N", "100000", "-P", "1", "-Q", "1"), 4096)).extracting(HplCase::nb).containsExactly(384);
    }

    @Test
    void shouldKeepAnNbThatWasGiven() {
        assertThat(chosen(choice("-N", "100000", "--nb", "320", "-P", "1", "-Q", "1"), 4096)).extracting(HplCase::nb).containsExactly(320);
        assertThat(measured).isEmpty();
    }
}
