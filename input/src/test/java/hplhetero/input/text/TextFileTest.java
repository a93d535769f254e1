package hplhetero.input.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFileTest {
    private static final int SEED = 4711;

    @TempDir
    private Path folder;

    private List<String> lines(byte... text) {
        try {
            Path file = Files.write(folder.resolve("text"), text);
            return TextFile.read(file, TextFile.Kind.PLAN, read -> List.copyOf(read.lines()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> lines(String text) {
        return lines(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a\n", "\n", "a\n\nb", "a\r\nb\r\n", "a\r\r\nb", "a\rb\r\rc", "\r", "\r\n\r",
        "\u00e4\u20ac\n\ud83d\ude00\n", "\u0085a\u2028b\n"})
    void shouldPartLinesAtAnyEnd(String text) {
        assertThat(lines(text)).isEqualTo(text.replaceAll("\r+\n", "\n").lines().toList());
    }

    @Test
    void shouldPartAnyMixtureOfEnds() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2000; i++) {
            String text = random.ints(random.nextInt(12), 0, 4).mapToObj("a\n\r\u00e4"::substring).map(s -> s.substring(0, 1))
                    .reduce("", String::concat);
            assertThat(lines(text)).as("%s", text.replace("\r", "\\r")).isEqualTo(text.replaceAll("\r+\n", "\n").lines().toList());
        }
    }

    @Test
    void shouldSkipAByteOrderMarkAndTakeOtherBytesForLatin1() {
        assertThat(lines("\ufeffa\nb")).containsExactly("a", "b");
        assertThat(lines(new byte[] {'a', (byte) 0xe4, '\n', 'b'})).containsExactly("a\u00e4", "b");
    }

    @Test
    void shouldPartAMillionReturnsInNoTime() {
        assertThat(lines("\r".repeat(1 << 20))).hasSize(1 << 20);
    }

    @ParameterizedTest
    @EnumSource(TextFile.Kind.class)
    void shouldRefuseWhatIsLargerThanAnySuchFile(TextFile.Kind kind) throws IOException {
        Path file = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((1L << 29) + 1);
        }
        assertThatThrownBy(() -> TextFile.bytes(file, kind, bytes -> bytes)).isInstanceOf(InputException.class)
                .hasMessageStartingWith(file + ": is larger than ").hasMessageContaining(" bytes, the limit for a")
                .hasMessageEndingWith(": name another file");
    }

    @ParameterizedTest
    @EnumSource(TextFile.Kind.class)
    @EnabledOnOs(OS.LINUX)
    void shouldRefuseDevicesWithoutAnEnd(TextFile.Kind kind) {
        for (String device : List.of("/dev/zero", "/dev/urandom")) {
            assertThatThrownBy(() -> TextFile.bytes(Path.of(device), kind, bytes -> bytes)).isInstanceOf(InputException.class)
                    .message().startsWith(device + ": ").containsAnyOf("is not a text file (byte 0x", "is UTF-16", "is larger than ");
        }
    }

    @ParameterizedTest
    @EnumSource(TextFile.Kind.class)
    void shouldRefuseAFolder(TextFile.Kind kind) {
        assertThatThrownBy(() -> TextFile.bytes(folder, kind, bytes -> bytes)).isInstanceOf(InputException.class)
                .hasMessageContaining("is a directory: name the ").hasMessageContaining(" itself, such as " + folder);
    }

    @Test
    void shouldReadNoMoreOfStandardInputThanOfAFile() {
        InputStream before = System.in;
        try {
            System.setIn(new Endless());
            assertThatThrownBy(() -> TextFile.bytes(Path.of("-"), TextFile.Kind.RESULTS, bytes -> bytes)).isInstanceOf(InputException.class)
                    .hasMessage("standard input: is larger than 67108864 bytes, the limit for a file of results: name another file");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldNameTheHeapWhereWhatIsReadDoesNotFit() throws IOException {
        Path file = Files.writeString(folder.resolve("large"), "a\n");
        assertThatThrownBy(() -> TextFile.read(file, TextFile.Kind.PATHS, text -> {
            throw new OutOfMemoryError("Java heap space");
        })).isInstanceOf(InputException.class).hasMessageStartingWith(file + ": reading it needs more memory than the JVM's heap of ")
                .message().matches(".* MiB has: name a smaller file, or give the JVM more with HPL_JAVA_OPTS=-Xmx\\d+g");
    }

    /** An input that has letters for ever. */
    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 'y';
        }

        @Override
        public int read(byte[] bytes, int from, int count) {
            Arrays.fill(bytes, from, from + count, (byte) 'y');
            return count;
        }
    }
}
