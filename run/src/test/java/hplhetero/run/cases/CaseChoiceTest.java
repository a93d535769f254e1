package hplhetero.run.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.text.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CaseChoiceTest {
    private static final long GIB = 1L << 30;
    private final MemoryGuard guard = MemoryGuardTest.of(20 * GIB);

    @TempDir
    private Path folder;

    @Test
    void shouldSizeOnlyWhenNobodyGaveAnN() {
        assertThat(choose(HplDatOverrides.of("--nb", "64")).sized()).isTrue();
        assertThat(choose(HplDatOverrides.of("-N", "77")).sized()).isFalse();
    }

    @Test
    void shouldReadTheFileOfTheWorkingFolderBeforeSizing() throws Exception {
        Files.writeString(folder.resolve("HPL.dat"), "too short\n");
        assertThatThrownBy(() -> choose(HplDatOverrides.of())).isInstanceOf(InputException.class)
                .hasMessageContaining("HPL.dat");
    }

    @Test
    void shouldCountTheRanksOfTheLargestGrid() {
        assertThat(choose(HplDatOverrides.of("-N", "10", "-P", "1,3,2", "-Q", "2,2,1")).ranks()).isEqualTo(6);
    }

    @Test
    void shouldSizeForTwentySecondsInWholeBlocks() {
        CaseChoice sized = SizedCase.choose(choose(HplDatOverrides.of("--nb", "100")), 100.0, "100 GFLOPS", guard, Optional.empty());
        HplCase one = sized.cases().getFirst();
        double seconds = one.flops() / (50e9 * 2 * SizedCase.KERNEL_RATE_SHARE);
        assertThat(seconds).isBetween(0.95 * SizedCase.TARGET_SECONDS, 1.01 * SizedCase.TARGET_SECONDS);
        assertThat(one.n() % 100).isZero();
        assertThat(sized.notes()).anySatisfy(note -> assertThat(note).contains("N=" + one.n(), "about 20 s"));
    }

    @Test
    void shouldFitNbToNWhereNobodyGaveOne() {
        assertThat(nbs(choose(HplDatOverrides.of("-N", "1000")))).containsOnly(96);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "1000,5000")))).containsOnly(160);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "8000")))).containsOnly(160);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "2000", "--nb", "7")))).containsOnly(7);
    }

    @Test
    void shouldFitNbToTheNItHasFound() {
        CaseChoice sized = SizedCase.choose(choose(HplDatOverrides.of()), 100.0, "100 GFLOPS", guard, Optional.empty());
        assertThat(sized.cases().getFirst().n()).isGreaterThan(12000).matches(n -> n % 160 == 0);
        assertThat(nbs(sized)).containsOnly(160);
    }

    @Test
    void shouldFitNbToDevices() {
        assertThat(nbs(choose(HplDatOverrides.of("-N", "1000")).onDevices())).containsOnly(96);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "5000")).onDevices())).containsOnly(160);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "5000,20000")).onDevices())).containsOnly(256);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "90000")).onDevices())).containsOnly(384);
        assertThat(nbs(choose(HplDatOverrides.of("-N", "90000", "--nb", "64")).onDevices())).containsOnly(64);
        CaseChoice sized = SizedCase.choose(choose(HplDatOverrides.of()).onDevices(), 30_000.0, "30 TFLOPS",
                MemoryGuardTest.of(64 * GIB), Optional.empty());
        assertThat(sized.cases().getFirst().n()).isGreaterThan(60_000).matches(n -> n % 384 == 0);
        assertThat(nbs(sized)).containsOnly(384);
    }

    @Test
    void shouldSizeByMemoryWhereThatIsLess() {
        CaseChoice sized = SizedCase.choose(choose(HplDatOverrides.of("--nb", "100")), 100.0, "100 GFLOPS", MemoryGuardTest.of(GIB / 8),
                Optional.empty());
        assertThat(sized.cases().getFirst().n()).isEqualTo(3600);
        assertThat(sized.notes()).anySatisfy(note -> assertThat(note).contains("80 % of the available memory"));
    }

    /** Who asks for memory means it: a run of 80 % of it may take hours. */
    @Test
    void shouldFillTheMemoryThatIsAskedForHoweverLongThatTakes() {
        CaseChoice open = choose(HplDatOverrides.of("--nb", "100"));
        MemoryGuard large = MemoryGuardTest.of(8L * 100_000 * 100_000);
        CaseChoice quarter = SizedCase.choose(open, 1.0, "1 GFLOPS", large, Optional.of(MemoryUse.parse("--mem", "25%")));
        assertThat(quarter.cases().getFirst().n()).isEqualTo(50_000);
        assertThat(quarter.notes()).anySatisfy(note -> assertThat(note).contains("the largest that takes 25 % of the available memory"));
        CaseChoice amount = SizedCase.choose(open, 1.0, "1 GFLOPS", large, Optional.of(MemoryUse.parse("--mem", "3.2GB")));
        assertThat(amount.cases().getFirst().n()).isEqualTo(20_000);
        assertThat(amount.notes()).anySatisfy(note -> assertThat(note).contains("the largest that takes 3.0 GiB of the available memory"));
    }

    private static List<Integer> nbs(CaseChoice choice) {
        return choice.cases().stream().map(HplCase::nb).toList();
    }

    private CaseChoice choose(HplDatOverrides options) {
        return CaseChoice.of(InputFile.find(Optional.empty(), folder), options, new MapSpec.Cyclic());
    }
}
