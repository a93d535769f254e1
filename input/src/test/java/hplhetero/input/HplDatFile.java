package hplhetero.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Netlib's sample HPL.dat, changed line by line, as a file. */
final class HplDatFile {
    private final Path folder;
    private final List<String> lines = new ArrayList<>(sampleLines());

    HplDatFile(Path folder) {
        this.folder = folder;
    }

    static List<String> sampleLines() {
        try (InputStream in = HplDatFile.class.getResourceAsStream("/sample.HPL.dat")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HplDatFile line(int number, String text) {
        lines.set(number - 1, text);
        return this;
    }

    HplDatFile cutAfter(int number) {
        lines.subList(number, lines.size()).clear();
        return this;
    }

    Path write() {
        return write(String.join("\n", lines) + "\n");
    }

    Path writeWithLineEnds(String end) {
        return write(String.join(end, lines) + end);
    }

    Path write(String text) {
        return write(text.getBytes(StandardCharsets.UTF_8));
    }

    Path write(byte[] bytes) {
        try {
            return Files.write(folder.resolve("HPL.dat"), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
