package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The recipes by which other systems install a release from its archives: a Containerfile, a definition for Apptainer, an easyconfig for
 * EasyBuild and a package for Spack. Each is a text in which {@code @VERSION@} stands for the version, and {@code @SHA256 ARCH@} for the
 * SHA-256 of the archive of an architecture. A line that names an architecture whose archive is missing, by {@code @SHA256 ARCH@} or by
 * {@code @HAS ARCH@} in a comment at its end, is left out.
 */
final class Recipes {
    private Recipes() {
    }

    /**
     * Writes the recipes of a release.
     *
     * @param texts   the folder with the texts, each named by the end of the file that it becomes
     * @param release the release
     * @param folder  the folder with the archives, into which the recipes are written
     * @return the written files, sorted by name
     */
    static List<Path> write(Path texts, Release release, Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(texts)) {
            all = files.sorted().toList();
        }
        List<Path> written = new ArrayList<>();
        for (Path text : all) {
            String filled = Files.readString(text).replace("@VERSION@", release.version());
            for (Architecture architecture : Architecture.values()) {
                Path archive = folder.resolve(release.folder(architecture) + ".tar.gz");
                filled = fill(filled, architecture, Files.exists(archive) ? Checksums.sha256(archive) : "");
            }
            Path to = folder.resolve("hpl-hetero-" + release.version() + "." + text.getFileName());
            Files.writeString(to, filled);
            written.add(to);
        }
        return written;
    }

    /** Returns a text with an archive's checksum, or without the lines that need the archive where the checksum is empty. */
    private static String fill(String text, Architecture architecture, String checksum) {
        String place = "@SHA256 " + architecture.word() + "@";
        String mark = "  # @HAS " + architecture.word() + "@";
        return text.lines().filter(line -> !checksum.isEmpty() || !line.contains(place) && !line.endsWith(mark))
                .map(line -> line.replace(place, checksum).replace(mark, "") + "\n").collect(Collectors.joining());
    }
}
