package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HplDatReaderTest {
    @TempDir
    Path folder;

    private HplDatFile sample() {
        return new HplDatFile(folder);
    }

    @Test
    void shouldReadEveryLineOfNetlibsSample() {
        HplDat dat = HplDatReader.read(sample().write());
        assertThat(dat.outputFile()).isEqualTo("HPL.out");
        assertThat(dat.device()).isEqualTo(HplDat.STDOUT);
        assertThat(dat.sweep().ns()).containsExactly(30, 200);
        assertThat(dat.sweep().nbs()).containsExactly(3, 16);
        assertThat(dat.sweep().mapping()).isEqualTo(ProcessMapping.ROW_MAJOR);
        assertThat(dat.sweep().ps()).containsExactly(2, 1);
        assertThat(dat.sweep().qs()).containsExactly(2, 4);
        assertThat(dat.sweep().threshold()).isEqualTo(16.0);
        assertThat(dat.sweep().pfacts()).containsExactly(Factorization.CROUT);
        assertThat(dat.sweep().nbmins()).containsExactly(4);
        assertThat(dat.sweep().ndivs()).containsExactly(2);
        assertThat(dat.sweep().rfacts()).containsExactly(Factorization.RIGHT);
        assertThat(dat.sweep().bcasts()).containsExactly(BroadcastAlgorithm.RING);
        assertThat(dat.sweep().depths()).containsExactly(0);
        assertThat(dat.sweep().swap()).isEqualTo(SwapAlgorithm.MIX);
        assertThat(dat.sweep().swapThreshold()).isEqualTo(64);
        assertThat(dat.sweep().l1Transposed()).isTrue();
        assertThat(dat.sweep().uTransposed()).isTrue();
        assertThat(dat.sweep().equilibrate()).isTrue();
        assertThat(dat.sweep().align()).isEqualTo(8);
        assertThat(dat.notes()).isEmpty();
    }

    @Test
    void shouldReadEveryNumberOfTheChoices() {
        HplDat dat = HplDatReader.read(sample().line(9, "1").line(14, "3").line(15, "0 1 2").line(20, "3")
                .line(21, "2 1 0").line(22, "6").line(23, "0 1 2 3 4 5").line(26, "0").line(28, "1").line(29, "1")
                .line(30, "0").write());
        assertThat(dat.sweep().mapping()).isEqualTo(ProcessMapping.COLUMN_MAJOR);
        assertThat(dat.sweep().pfacts()).containsExactly(Factorization.LEFT, Factorization.CROUT, Factorization.RIGHT);
        assertThat(dat.sweep().rfacts()).containsExactly(Factorization.RIGHT, Factorization.CROUT, Factorization.LEFT);
        assertThat(dat.sweep().bcasts()).containsExactly(BroadcastAlgorithm.RING, BroadcastAlgorithm.RING_M,
                BroadcastAlgorithm.TWO_RING, BroadcastAlgorithm.TWO_RING_M, BroadcastAlgorithm.LONG,
                BroadcastAlgorithm.LONG_M);
        assertThat(dat.sweep().swap()).isEqualTo(SwapAlgorithm.BINARY_EXCHANGE);
        assertThat(dat.sweep().l1Transposed()).isFalse();
        assertThat(dat.sweep().uTransposed()).isFalse();
        assertThat(dat.sweep().equilibrate()).isFalse();
    }

    @Test
    void shouldReplaceWhatNetlibReplacesAndSaySo() {
        HplDat dat = HplDatReader.read(sample().line(9, "7").line(14, "2").line(15, "3 -1").line(21, "5")
                .line(22, "2").line(23, "9 4").line(26, "3").line(27, "-5").line(28, "2").line(29, "-1")
                .line(30, "4").line(31, "0").write());
        assertThat(dat.sweep().mapping()).isEqualTo(ProcessMapping.ROW_MAJOR);
        assertThat(dat.sweep().pfacts()).containsExactly(Factorization.RIGHT, Factorization.RIGHT);
        assertThat(dat.sweep().rfacts()).containsExactly(Factorization.RIGHT);
        assertThat(dat.sweep().bcasts()).containsExactly(BroadcastAlgorithm.RING_M, BroadcastAlgorithm.LONG);
        assertThat(dat.sweep().swap()).isEqualTo(SwapAlgorithm.SPREAD_ROLL);
        assertThat(dat.sweep().swapThreshold()).isZero();
        assertThat(dat.sweep().l1Transposed()).isTrue();
        assertThat(dat.sweep().uTransposed()).isTrue();
        assertThat(dat.sweep().equilibrate()).isTrue();
        assertThat(dat.sweep().align()).isEqualTo(4);
        assertThat(dat.notes()).contains(
                "line 9, PMAP 7: not one of 0..1, read as row, as in netlib HPL",
                "line 15, PFACT 3: not one of 0..2, read as right, as in netlib HPL",
                "line 15, PFACT -1: not one of 0..2, read as right, as in netlib HPL",
                "line 21, RFACT 5: not one of 0..2, read as right, as in netlib HPL",
                "line 23, BCAST 9: not one of 0..5, read as 1ringM, as in netlib HPL",
                "line 26, SWAP 3: not one of 0..2, read as long, as in netlib HPL",
                "line 27, swapping threshold -5: less than 0, read as 0, as in netlib HPL",
                "line 28, L1 2: not one of 0..1, read as transposed, as in netlib HPL",
                "line 29, U -1: not one of 0..1, read as transposed, as in netlib HPL",
                "line 30, EQUIL 4: not one of 0..1, read as yes, as in netlib HPL",
                "line 31, ALIGN 0: less than 1, read as 4, as in netlib HPL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"30 200", "30  200  Ns", "\t30\t \t200\tNs", "   30 200 300 are comment", "+30 0200 #Ns"})
    void shouldTakeAsManyValuesAsCountedHoweverTheyAreSeparated(String line) {
        assertThat(HplDatReader.read(sample().line(6, line).write()).sweep().ns()).containsExactly(30, 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n", "\r"})
    void shouldReadLinesWithAnyEnd(String end) {
        HplDat expected = HplDatReader.read(sample().write());
        assertThat(HplDatReader.read(sample().writeWithLineEnds(end))).isEqualTo(expected);
    }

    @Test
    void shouldSkipAByteOrderMarkAndReadForeignComments() {
        HplDat expected = HplDatReader.read(sample().write());
        assertThat(HplDatReader.read(sample().write("\ufeff" + sample().text()))).isEqualTo(expected);
        String german = sample().line(5, "2 Gr\u00f6\u00dfen").text();
        assertThat(HplDatReader.read(sample().write(german))).isEqualTo(expected);
        assertThat(HplDatReader.read(sample().write(german.getBytes(StandardCharsets.ISO_8859_1))))
                .isEqualTo(expected);
    }

    @Test
    void shouldReadLinesLongerThanNetlibsBufferAndIgnoreLinesAfterTheLast() {
        HplDat expected = HplDatReader.read(sample().write());
        String comment = " comment".repeat(100);
        String text = sample().line(1, comment).line(5, "2" + comment).line(31, "8\nmore lines 3\n-1\n").text();
        assertThat(HplDatReader.read(sample().write(text))).isEqualTo(expected);
    }

    @Test
    void shouldReadTwentyValuesAndAFileWithoutItsLastLineEnd() {
        String twenty = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20";
        String text = sample().line(5, "20").line(6, twenty).text();
        assertThat(HplDatReader.read(sample().write(text.strip())).sweep().ns()).hasSize(20).endsWith(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "-1e3", "1e-9", "16.", ".5", "+16.0"})
    void shouldReadAnyRealAsThreshold(String threshold) {
        assertThat(HplDatReader.read(sample().line(13, threshold + " threshold").write()).sweep().threshold())
                .isEqualTo(Double.parseDouble(threshold));
    }

    @Test
    void shouldReadTheFileNameWhereItIsNeeded() {
        HplDat dat = HplDatReader.read(sample().line(3, "results.txt here").line(4, "8").write());
        assertThat(dat.device()).isEqualTo(8);
        assertThat(dat.outputFile()).isEqualTo("results.txt");
        assertThat(HplDatReader.read(sample().line(3, "").write()).outputFile()).isEmpty();
    }

    @Test
    void shouldReadTheExampleOfTheProject() {
        HplDat dat = HplDatReader.read(Path.of("..", "examples", "HPL.dat"));
        assertThat(CaseExpander.expand(dat.sweep(), MapSpecReader.parse("cyclic"))).hasSize(24);
        assertThat(dat.notes()).isEmpty();
        assertThat(List.of(dat.sweep().ps(), dat.sweep().qs())).containsExactly(List.of(1, 1, 2), List.of(1, 2, 1));
    }

    @Test
    void shouldSayWhatIsWithoutEffectWhereItIsNotNetlibsDefault() {
        assertThat(HplDatReader.read(sample().line(28, "1").write()).notes())
                .containsExactly("line 28, L1 no-transposed: read and printed, "
                        + "but without effect: this program stores its matrix in its own way");
        assertThat(HplDatReader.read(sample().line(29, "1").line(31, "4").write()).notes()).singleElement().asString()
                .startsWith("line 29, U no-transposed; line 31, ALIGN 4: read and printed, but without effect");
    }

    @Test
    void shouldTakeAWordForADeviceAsAFile() {
        HplDat dat = HplDatReader.read(sample().line(3, "a.out").line(4, "file device out").write());
        assertThat(List.of(dat.device(), dat.outputFile())).containsExactly(0, "a.out");
        assertThat(dat.notes()).singleElement().asString()
                .startsWith("line 4, device file: not a number, read as 0 (a file), as in netlib HPL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"30 200Ns", "30 200#", "30\u00a0200\u00a0Ns", "\u00a030 200", "30 200(N)", "30 200N"})
    void shouldReadCommentsThatFollowWithoutABlankAndNoBreakBlanks(String line) {
        assertThat(HplDatReader.read(sample().line(6, line).write()).sweep().ns()).containsExactly(30, 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"30 1e3", "30 200.5", "30 200,400", "30 2k", "30 2e5Ns"})
    void shouldRefuseNumbersWhoseFirstDigitsAreNotMeant(String line) {
        Path file = sample().line(6, line).write();
        assertThatThrownBy(() -> HplDatReader.read(file)).hasMessageContaining("HPL.dat, line 6: expected 2 integers (N), found ");
    }

    @Test
    void shouldReadLinesThatEndWithTwoCarriageReturns() {
        HplDat expected = HplDatReader.read(sample().write());
        assertThat(HplDatReader.read(sample().writeWithLineEnds("\r\r\n"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "6 | line 6: `1 # of NBs` belongs on line 7: an earlier line is missing: add line 6",
        "5 | line 5: `500 Ns` belongs on line 6: an earlier line is missing: add line 5",
        "25 | line 25: `2 SWAP` belongs on line 26: an earlier line is missing: add line 25"})
    void shouldNameTheLineThatIsMissing(int missing, String message) {
        List<String> lines = netlibsWords();
        lines.remove(missing - 1);
        Path file = sample().write(String.join("\n", lines));
        assertThatThrownBy(() -> HplDatReader.read(file)).hasMessageContaining(message);
    }

    @Test
    void shouldNameTheLineThatIsWrapped() {
        List<String> lines = netlibsWords();
        lines.set(4, "3 # of problems sizes (N)");
        lines.set(5, "500 600 800");
        lines.add(6, "900 1000 Ns");
        Path file = sample().write(String.join("\n", lines));
        assertThatThrownBy(() -> HplDatReader.read(file))
                .hasMessageContaining("line 7: `900 1000 Ns` belongs on line 6: an earlier line was wrapped into two");
    }

    /** Netlib's own file with one value a line. */
    private static List<String> netlibsWords() {
        return new ArrayList<>("""
                title
                title
                HPL.out output file name (if any)
                6 device out (6=stdout,7=stderr,file)
                1 # of problems sizes (N)
                500 Ns
                1 # of NBs
                64 NBs
                0 PMAP process mapping (0=Row-,1=Column-major)
                1 # of process grids (P x Q)
                1 Ps
                1 Qs
                16.0 threshold
                1 # of panel fact
                2 PFACTs
                1 # of recursive stopping criterium
                4 NBMINs (>= 1)
                1 # of panels in recursion
                2 NDIVs
                1 # of recursive panel fact.
                1 RFACTs
                1 # of broadcast
                1 BCASTs
                1 # of lookahead depth
                1 DEPTHs (>=0)
                2 SWAP
                64 swapping threshold
                0 L1 in form
                0 U  in form
                1 Equilibration
                8 memory alignment in double (> 0)
                """.lines().toList());
    }

    @Test
    void shouldNotMindACommentInTheWrongPlace() {
        List<String> lines = netlibsWords();
        lines.set(11, "1 Ps");
        Path file = sample().write(String.join("\n", lines));
        assertThat(HplDatReader.read(file).sweep().qs()).containsExactly(1);
    }
}
