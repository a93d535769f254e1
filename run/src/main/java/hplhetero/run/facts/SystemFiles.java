package hplhetero.run.facts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the files through which the system tells of itself. Kernels, machines and containers differ in which of them exist, so a file that
 * is missing, or may not be read, counts as empty.
 *
 * @param root the folder that holds {@code proc} and {@code sys}, {@code /} except in tests
 */
record SystemFiles(Path root) {

    boolean exists(String name) {
        return Files.exists(root.resolve(name));
    }

    /** Returns a file's text without blanks at its ends; empty when there is nothing. */
    String text(String name) {
        return String.join("\n", lines(name)).strip();
    }

    /** Returns a file's bytes as characters 0 to 255 each; empty when there is nothing. */
    String text8(String name) {
        try {
            return Files.readString(root.resolve(name), StandardCharsets.ISO_8859_1);
        } catch (IOException absent) {
            return "";
        }
    }

    List<String> lines(String name) {
        try {
            return Files.readAllLines(root.resolve(name));
        } catch (IOException absent) {
            return List.of();
        }
    }

    OptionalLong number(String name) {
        try {
            return OptionalLong.of(Long.parseLong(text(name)));
        } catch (NumberFormatException absent) {
            return OptionalLong.empty();
        }
    }

    /** Returns the entries of a folder that match, in order, as names relative to the root. */
    List<String> in(String folder, String glob) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root.resolve(folder), glob)) {
            entries.forEach(entry -> names.add(folder + "/" + entry.getFileName()));
        } catch (IOException absent) {
            return List.of();
        }
        names.sort(null);
        return names;
    }
}
