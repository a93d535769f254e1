package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checksums of a release's files, in the form that {@code sha256sum -c} reads. */
final class Checksums {
    static final String NAME = "SHA256SUMS";
    private static final Pattern RELEASED = Pattern.compile("hpl-hetero.*\\.(tar\\.gz|deb|rpm|cdx\\.json|Containerfile|def|eb|py)");
    private static final int BLOCK = 1 << 16;

    private Checksums() {
    }

    /** Writes the checksum file of a folder, with a line for each package, list of parts and recipe in the folder. */
    static void write(Path folder) throws IOException {
        List<Path> packages;
        try (Stream<Path> all = Files.list(folder)) {
            packages = all.filter(file -> RELEASED.matcher(file.getFileName().toString()).matches()).sorted().toList();
        }
        StringBuilder text = new StringBuilder();
        for (Path one : packages) {
            text.append(sha256(one)).append("  ").append(one.getFileName()).append('\n');
        }
        Files.writeString(folder.resolve(NAME), text);
        System.err.println("hpl: " + folder.resolve(NAME) + ", of " + packages.size() + " files: sha256sum -c " + NAME);
    }

    /** Returns the SHA-256 of a file's content, in 64 hexadecimal digits. */
    static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] block = new byte[BLOCK];
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                digest.update(block, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
