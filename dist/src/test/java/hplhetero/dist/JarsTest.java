package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JarsTest {
    private static final Instant TIME = Instant.parse("2026-11-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Path jar(String name, long time, String... entries) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar); ZipOutputStream out = new ZipOutputStream(file)) {
            for (String entry : entries) {
                ZipEntry one = new ZipEntry(entry);
                one.setTime(time);
                out.putNextEntry(one);
                out.write(entry.getBytes(StandardCharsets.UTF_8));
                out.closeEntry();
            }
        }
        return jar;
    }

    private List<String> copied(Path jar, String to) throws IOException {
        Jars.copy(jar, folder.resolve(to), Architecture.ARM64, TIME);
        try (ZipFile copy = new ZipFile(folder.resolve(to).toFile())) {
            return copy.stream().map(ZipEntry::getName).toList();
        }
    }

    @Test
    void shouldLeaveOutNativesOfOthersAndWhatNoClassOfOursLoads() throws IOException {
        Path jar = jar("a.jar", 0, "META-INF/MANIFEST.MF", "com/sun/jna/Native.class", "com/sun/jna/linux-aarch64/libjnidispatch.so",
                "com/sun/jna/linux-x86-64/libjnidispatch.so", "org/bytedeco/openblas/linux-arm64/libopenblas.so.0",
                "org/bytedeco/openblas/linux-arm64/libjniopenblas.so", "org/bytedeco/openblas/linux-arm64/include/cblas.h",
                "com/sun/jna/platform/win32/Kernel32.class", "oshi/hardware/platform/unix/freebsd/FreeBsdPowerSource.class",
                "oshi/software/os/linux/LinuxOSThread.class");
        assertThat(copied(jar, "b.jar")).containsExactly("META-INF/MANIFEST.MF", "com/sun/jna/Native.class",
                "com/sun/jna/linux-aarch64/libjnidispatch.so", "org/bytedeco/openblas/linux-arm64/libopenblas.so.0",
                "oshi/software/os/linux/LinuxOSThread.class");
    }

    @Test
    void shouldGiveTheSameBytesWheneverItIsMade() throws IOException {
        copied(jar("a.jar", 1_700_000_000_000L, "x.class", "linux-x86/y.so"), "b.jar");
        copied(jar("c.jar", 1_800_000_000_000L, "x.class", "linux-x86/y.so"), "d.jar");
        assertThat(folder.resolve("b.jar")).hasSameBinaryContentAs(folder.resolve("d.jar"));
    }

    @Test
    void shouldLeaveAJarAsItIsWhereAllOfItIsNeeded() throws IOException {
        Path jar = jar("a.jar", 1_700_000_000_000L, "x.class", "linux-arm64/y.so");
        copied(jar, "b.jar");
        assertThat(folder.resolve("b.jar")).hasSameBinaryContentAs(jar);
    }
}
