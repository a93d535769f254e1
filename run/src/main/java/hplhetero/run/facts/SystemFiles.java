package hplhetero.run.facts;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Files through which the system tells of itself. Which of them exist differs between kernels, machines and containers: one that
 * is missing, or may not be read, says nothing.
 *
 * @param root the folder under which {@code proc} and {@code sys} are, {@code /} but in tests
 */
record SystemFiles(Path root) {

    boolean exists(String name) {
        return Files.exists(root.resolve(name));
    }

    /** Without blanks at its ends; empty when there is nothing. */
    String text(String name) {
        return String.join("\n", lines(name)).strip();
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

    /** Entries of a folder that match, as names from the root, in order. */
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
