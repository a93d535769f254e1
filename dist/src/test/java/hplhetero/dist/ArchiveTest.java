package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ArchiveTest {
    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");
    private static final int RIGHTS = 0777;

    @TempDir
    private Path folder;

    /** The same tree, made in the given order of names, at a time and with rights of its own. */
    private Path tree(String where, List<String> names, String rights) throws IOException {
        Path root = Files.createDirectories(folder.resolve(where).resolve("top"));
        for (String name : names) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "content of " + name);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(name.equals("hpl") ? "rwxr-xr-x" : rights));
            Files.setLastModifiedTime(file, FileTime.fromMillis(names.indexOf(name) * 1_000_000L));
        }
        Files.createSymbolicLink(root.resolve("link"), Path.of("lib/b.jar"));
        return root;
    }

    private byte[] packed(Path root) throws IOException {
        Path archive = root.resolveSibling("a.tar.gz");
        Archive.write(root, archive, TIME);
        return Files.readAllBytes(archive);
    }

    @Test
    void shouldDependOnNamesContentsAndTheRightToExecuteAlone() throws IOException {
        byte[] one = packed(tree("one", List.of("hpl", "lib/b.jar", "lib/a.jar"), "rw-rw----"));
        byte[] other = packed(tree("other", List.of("lib/a.jar", "lib/b.jar", "hpl"), "r--r--r--"));
        assertThat(one).isEqualTo(other);
        Path changed = tree("changed", List.of("hpl", "lib/a.jar", "lib/b.jar"), "rw-r--r--");
        Files.writeString(changed.resolve("lib/a.jar"), "something else");
        assertThat(packed(changed)).isNotEqualTo(one);
    }

    @Test
    void shouldHoldAllWithRightsForEverybody() throws IOException {
        Path root = tree("one", List.of("lib/a.jar", "hpl"), "rw-------");
        packed(root);
        List<String> found = new ArrayList<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new GzipCompressorInputStream(
                new BufferedInputStream(Files.newInputStream(root.resolveSibling("a.tar.gz")))))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                assertThat(entry.getLastModifiedTime().toInstant()).isEqualTo(TIME);
                assertThat(entry.getUserName()).isEqualTo("root");
                found.add(entry.getName() + (entry.isSymbolicLink() ? " -> " + entry.getLinkName()
                        : " " + Integer.toOctalString(entry.getMode() & RIGHTS)));
            }
        }
        assertThat(found).containsExactly("top/ 755", "top/hpl 755", "top/lib/ 755", "top/lib/a.jar 644", "top/link -> lib/b.jar");
    }
}
