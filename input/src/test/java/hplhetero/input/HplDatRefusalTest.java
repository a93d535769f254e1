package hplhetero.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong in a file is named: file, line, the text found, what was expected. */
class HplDatRefusalTest {
    @TempDir
    Path folder;

    private HplDatFile sample() {
        return new HplDatFile(folder);
    }

    private static String refusal(Path file) {
        try {
            return "accepted: " + HplDatReader.read(file);
        } catch (InputException e) {
            return e.getMessage();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "4  | ?           | expected 1 integer (device out), found `?`",
        "5  | abc         | expected the number of values of N, 1..20, found `abc`",
        "5  | 0           | expected the number of values of N, 1..20, found `0`",
        "5  | 21          | expected the number of values of N, 1..20, found `21`",
        "5  | -1          | expected the number of values of N, 1..20, found `-1`",
        "5  | 99999999999 | expected the number of values of N, 1..20, found `99999999999`, which does not fit",
        "5  | 1.5         | expected the number of values of N, 1..20, found `1.5`, which is not a whole number",
        "5  | \"\"        | expected the number of values of N, 1..20, found an empty line",
        "5  | 3           | 6: expected 3 integers (N), found only 2, then `Ns`",
        "6  | 30          | expected 2 integers (N), found only 1, then the end of the line",
        "6  | abc 3       | expected 2 integers (N), found `abc`",
        "6  | 30 200.5    | expected 2 integers (N), found `200.5`, which is not a whole number",
        "6  | 1.5e1 3     | expected 2 integers (N), found `1.5e1`, which is not a whole number",
        "6  | 30,200      | expected 2 integers (N), found `30,200`",
        "6  | 2147483648 1| expected 2 integers (N), found `2147483648`, which does not fit in 32 bits",
        "6  | 30 -1       | expected N >= 0, found `-1`",
        "6  | 0x10 1      | expected 2 integers (N), found `0x10`",
        "6  | \u0663 1    | expected 2 integers (N), found `\\u0663`",
        "8  | 0 1         | expected NB >= 1, found `0`",
        "9  | Row         | expected 1 integer (PMAP), found `Row`",
        "10 | x           | expected the number of values of P and Q, 1..20, found `x`",
        "11 | 0 1         | expected P >= 1, found `0`",
        "12 | 2 -4        | expected Q >= 1, found `-4`",
        "12 | 2147483647 1| P=2 Q=2147483647 are 4294967294 processes: choose P x Q <= 2147483647",
        "13 | threshold   | expected a real number (threshold), found `threshold`",
        "13 | nan         | expected a real number (threshold), found `nan`",
        "13 | 1e999       | expected a real number (threshold), found `1e999`, which is too large",
        "13 | 16f         | expected a real number (threshold), found `16f`",
        "15 | Crout       | expected 1 integer (PFACT), found `Crout`",
        "17 | 0           | expected NBMIN >= 1, found `0`",
        "19 | 1           | expected NDIV >= 2, found `1`",
        "21 | right       | expected 1 integer (RFACT), found `right`",
        "23 | 1ring       | expected 1 integer (BCAST), found `1ring`",
        "25 | -1          | expected DEPTH >= 0, found `-1`",
        "26 | mix         | expected 1 integer (SWAP), found `mix`",
        "27 | many        | expected 1 integer (swapping threshold), found `many`",
        "28 | L1          | expected 1 integer (L1), found `L1`",
        "29 | U           | expected 1 integer (U), found `U`",
        "30 | yes         | expected 1 integer (EQUIL), found `yes`",
        "31 | \"\"        | expected 1 integer (ALIGN), found an empty line"})
    void shouldNameLineTextAndExpectation(int line, String text, String message) {
        Path file = sample().line(line, text).write();
        String at = message.matches("\\d+: .*") ? message : line + ": " + message;
        assertThat(refusal(file)).startsWith(file + ", line " + at);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 10, 17, 30})
    void shouldTellHowShortAFileIs(int lines) {
        Path file = lines == 0 ? sample().write("") : sample().cutAfter(lines).write();
        assertThat(refusal(file)).startsWith(file + ": ends after line " + lines + " of 31: expected ")
                .contains("on line " + Math.max(3, lines + 1) + ": add");
    }

    @Test
    void shouldRefuseAnEmptyFileNameWhenAFileIsAskedFor() {
        Path file = sample().line(3, " ").line(4, "9").write();
        assertThat(refusal(file)).startsWith(file + ", line 3: expected the output file's name, since line 4");
    }

    @Test
    void shouldRefuseWhatIsNoReadableFile() throws IOException {
        Path missing = folder.resolve("none.dat");
        assertThat(refusal(missing)).startsWith(missing + ": no such file").contains("-N 8000");
        assertThat(refusal(folder)).startsWith(folder + ": is a directory");
        Path loop = folder.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        assertThat(refusal(loop)).startsWith(loop + ": cannot be read: ").doesNotContain("null");
        Path inFile = sample().write().resolve("HPL.dat");
        assertThat(refusal(inFile)).startsWith(inFile + ": ").doesNotContain("null");
    }

    @Test
    void shouldRefuseBinaryAndHugeFiles() {
        Path file = sample().write(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
        assertThat(refusal(file)).isEqualTo(file + ": is not a text file (byte 0x7f at offset 0): "
                + "name an HPL.dat, saved as ASCII or UTF-8");
        assertThat(refusal(sample().write(sample().text().getBytes(StandardCharsets.UTF_16LE))))
                .contains("is not a text file (byte 0x00 at offset 1)");
        assertThat(refusal(sample().write(" ".repeat((1 << 20) + 1)))).contains("is larger than 1048576 bytes");
    }

    @Test
    void shouldShowLongAndUnprintableTextInAForm() {
        String message = refusal(sample().line(6, "\u001b[31m" + "x".repeat(1000)).write());
        assertThat(message).contains("is not a text file (byte 0x1b");
        message = refusal(sample().line(6, "\u00a7" + "x".repeat(1000)).write());
        assertThat(message).contains("`\\u00a7xxx").contains("...`").hasSizeLessThan(400);
    }

    @Test
    void shouldKeepTheCauseOfAnUnreadableFile() {
        assertThatThrownBy(() -> HplDatReader.read(folder.resolve("none.dat"))).isInstanceOf(InputException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    @Test
    void shouldGiveNothingButARefusalOrAResultForJunk() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] junk = new byte[random.nextInt(2000)];
            random.nextBytes(junk);
            assertThat(refusal(sample().write(junk))).as("seed %d", seed).startsWith(folder.toString());
        }
    }

    @Test
    void shouldGiveNothingButARefusalOrAResultForAlteredFiles() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        List<String> words = List.of("", " ", "x", "0", "-1", "20", "21", "1.5", "1e5", "99999999999", "\t", "\u00e9",
                "2147483647", "-2147483648", "1 2 3", "nan", "#", "\n", "\r\n", "=", "1ring");
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder(sample().text());
            for (int change = random.nextInt(1, 4); change > 0; change--) {
                int at = random.nextInt(text.length());
                int end = Math.min(text.length(), at + random.nextInt(8));
                text.replace(at, end, words.get(random.nextInt(words.size())));
            }
            assertThat(refusal(sample().write(text.toString()))).as("seed %d, file%n%s", seed, text)
                    .matches("(?s)accepted: HplDat.*|\\Q" + folder + "\\E.*: .*");
        }
    }
}
