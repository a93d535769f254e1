package hplhetero.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacedFileTest {
    private static final int NEWS = 400;
    private static final int CHARACTERS_OF_NEWS = 1000;
    private static final long NANOS_OF_NEWS = 1_000_000;

    @TempDir
    private Path folder;
    private Path target;
    private PacedFile file;
    private long nanos;
    private long characters;
    private int writings;

    @BeforeEach
    void aFile() {
        target = folder.resolve("r");
        file = new PacedFile(target, () -> nanos);
    }

    /** What the file would say after so many news; to write it takes a nanosecond a character. */
    private String text(int news) {
        writings++;
        characters += (long) news * CHARACTERS_OF_NEWS;
        nanos += (long) news * CHARACTERS_OF_NEWS;
        return "x".repeat(news * CHARACTERS_OF_NEWS);
    }

    private long newsWritten() throws IOException {
        return Files.size(target) / CHARACTERS_OF_NEWS;
    }

    /** Written anew for each, {@value #NEWS} news would take some 80 million characters. */
    @Test
    void shouldWriteNoMoreThanItsShareOfTheTime() throws IOException {
        for (int i = 1; i <= NEWS; i++) {
            nanos += NANOS_OF_NEWS;
            int news = i;
            file.offer(() -> text(news));
        }
        assertThat(characters).isBetween(NEWS * NANOS_OF_NEWS / 40, NEWS * NANOS_OF_NEWS / 19);
        file.write(() -> text(NEWS));
        assertThat(newsWritten()).isEqualTo(NEWS);
    }

    @Test
    void shouldWriteAllNewsThatComeSlowly() throws IOException {
        for (int i = 1; i <= NEWS; i++) {
            nanos += 20L * NEWS * CHARACTERS_OF_NEWS;
            int news = i;
            file.offer(() -> text(news));
            assertThat(newsWritten()).isEqualTo(i);
        }
    }

    /** Else a test that takes an hour would keep those before it from the file. */
    @Test
    void shouldWriteWhatWasPutOffBeforeALongSilence() throws IOException {
        file.offer(() -> text(1));
        file.beforeSilence(1e9, () -> text(1));
        assertThat(writings).isOne();
        file.offer(() -> text(2));
        file.beforeSilence(1e-9, () -> text(2));
        assertThat(newsWritten()).isOne();
        file.beforeSilence(1, () -> text(2));
        assertThat(newsWritten()).isEqualTo(2);
    }

    @Test
    void shouldTryAgainWhatCouldNotBeWritten() throws IOException {
        target = folder.resolve("later").resolve("r");
        file = new PacedFile(target, () -> nanos);
        assertThatThrownBy(() -> file.offer(() -> text(1))).isInstanceOf(IOException.class);
        Files.createDirectory(target.getParent());
        file.beforeSilence(1, () -> text(1));
        assertThat(newsWritten()).isOne();
    }

    @Test
    void shouldLeaveAStreamToTheEnd() throws IOException {
        PacedFile stream = new PacedFile(Path.of("/dev/null"));
        stream.offer(() -> text(1));
        stream.beforeSilence(1e9, () -> text(1));
        assertThat(writings).isZero();
        stream.write(() -> text(1));
        assertThat(writings).isOne();
    }
}
