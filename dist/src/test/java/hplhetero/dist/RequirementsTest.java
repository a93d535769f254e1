package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RequirementsTest {
    @TempDir
    private Path folder;

    private static byte[] elf(String... names) {
        return ("\u007fELF\0" + String.join("\0", names) + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldNameTheNewestSymbolsOfAllNativesAlsoOfThoseInJars() throws IOException {
        Files.write(folder.resolve("libjvm.so"), elf("GLIBC_2.2.5", "GLIBC_2.17", "libstdc++.so.6", "libz.so.1"));
        Files.writeString(folder.resolve("text"), "\0GLIBC_2.99\0");
        assertThat(Requirements.of(folder).glibc()).isEqualTo("2.17");
        try (OutputStream file = Files.newOutputStream(folder.resolve("a.jar")); ZipOutputStream out = new ZipOutputStream(file)) {
            out.putNextEntry(new ZipEntry("libopenblas.so.0"));
            out.write(elf("GLIBC_2.34", "GLIBC_2.4", "libgcc_s.so.1"));
            out.closeEntry();
        }
        Requirements all = Requirements.of(folder);
        assertThat(all.glibc()).isEqualTo("2.34");
        // what natives in jars need comes with them
        assertThat(all.packages()).containsExactly("libstdc++6", "zlib1g");
    }
}
