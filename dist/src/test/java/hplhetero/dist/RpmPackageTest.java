package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.parse.RpmInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RpmPackageTest {
    private static final Release RELEASE = new Release("1.2.0-rc1", Instant.parse("2026-11-01T00:00:00Z"), "A Name <name@example.org>");

    @TempDir
    private Path folder;

    private Path packed(String where) throws IOException {
        Path root = Files.createDirectories(folder.resolve(where).resolve("root"));
        Files.writeString(root.resolve("hpl"), "#!/bin/sh\n").toFile().setExecutable(true);
        for (String name : List.of("lib/run.jar", "share/zsh/site-functions/_hpl", "README.md", "LICENSE")) {
            Files.createDirectories(root.resolve(name).getParent());
            Files.writeString(root.resolve(name), "content of " + name);
        }
        Files.createSymbolicLink(root.resolve("lib/link.jar"), Path.of("run.jar"));
        Path to = root.resolveSibling("a.rpm");
        new RpmPackage(RELEASE, Architecture.ARM64, new Requirements("2.35", List.of("libz.so.1"))).write(root, to, root.getParent());
        return to;
    }

    @Test
    void shouldSayWhatItIsAndWhatItNeeds() throws IOException {
        try (RpmInputStream in = new RpmInputStream(Files.newInputStream(packed("one")))) {
            assertThat(in.getPayloadHeader().getTag(RpmTag.NAME)).isEqualTo("hpl-hetero");
            assertThat(in.getPayloadHeader().getTag(RpmTag.VERSION)).isEqualTo("1.2.0~rc1");
            assertThat(in.getPayloadHeader().getTag(RpmTag.ARCH)).isEqualTo("aarch64");
            assertThat(in.getPayloadHeader().getTag(RpmTag.PACKAGER)).isEqualTo("A Name <name@example.org>");
            assertThat((String[]) in.getPayloadHeader().getTag(RpmTag.REQUIRE_NAME))
                    .contains("bash", "libc.so.6(GLIBC_2.35)(64bit)", "libz.so.1()(64bit)");
        }
    }

    @Test
    void shouldPutFilesWhereDistributionsKeepThem() throws IOException {
        List<String> all = new ArrayList<>();
        try (RpmInputStream in = new RpmInputStream(Files.newInputStream(packed("one")))) {
            in.available();
            for (CpioArchiveEntry entry; (entry = in.getCpioStream().getNextEntry()) != null;) {
                all.add(Long.toOctalString(entry.getMode()) + " " + entry.getName());
            }
        }
        assertThat(all).contains("100755 ./usr/lib/hpl-hetero/hpl", "100644 ./usr/lib/hpl-hetero/lib/run.jar",
                "40755 ./usr/lib/hpl-hetero/lib", "100644 ./usr/share/zsh/site-functions/_hpl",
                "100644 ./usr/share/doc/hpl-hetero/README.md", "100644 ./usr/share/doc/hpl-hetero/copyright")
                .anyMatch(line -> line.matches("120[0-7]{3} ./usr/bin/hpl"))
                .noneMatch(line -> line.matches("\\d+ ./usr(/lib|/bin|/share)?"));
    }

    @Test
    void shouldHaveTheSameBytesEachTime() throws IOException {
        Path one = packed("one");
        assertThat(one).hasSameBinaryContentAs(packed("other"));
    }
}
