package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecipesTest {
    private static final Release RELEASE = new Release("1.2.0", Instant.EPOCH, "A Name <name@example.org>");
    private static final Path TEXTS = Path.of("recipes");

    @TempDir
    private Path folder;

    private String archive(Architecture architecture) throws IOException {
        return Checksums.sha256(Files.writeString(folder.resolve(RELEASE.folder(architecture) + ".tar.gz"), architecture.word()));
    }

    private String written(String end) throws IOException {
        return Files.readString(folder.resolve("hpl-hetero-1.2.0." + end));
    }

    @Test
    void shouldNameVersionAndChecksums() throws IOException {
        String x86 = archive(Architecture.X86_64);
        String arm = archive(Architecture.ARM64);
        List<Path> all = Recipes.write(TEXTS, RELEASE, folder);
        assertThat(all).extracting(file -> file.getFileName().toString()).containsExactly("hpl-hetero-1.2.0.Containerfile",
                "hpl-hetero-1.2.0.def", "hpl-hetero-1.2.0.eb", "hpl-hetero-1.2.0.spack.py");
        for (Path file : all) {
            assertThat(Files.readString(file)).contains("1.2.0").doesNotContain("@VERSION", "@SHA256", "@HAS");
        }
        assertThat(written("eb")).contains("'hpl-hetero-1.2.0-linux-x86-64.tar.gz': '" + x86 + "',",
                "'hpl-hetero-1.2.0-linux-arm64.tar.gz': '" + arm + "',", "'aarch64': 'hpl-hetero-1.2.0-linux-arm64.tar.gz',\n");
        assertThat(written("spack.py")).contains("\"x86_64\": (\"x86-64\", \"" + x86 + "\"),",
                "\"aarch64\": (\"arm64\", \"" + arm + "\"),");
    }

    @Test
    void shouldLeaveOutAnArchitectureWithoutAnArchive() throws IOException {
        String arm = archive(Architecture.ARM64);
        Recipes.write(TEXTS, RELEASE, folder);
        assertThat(written("eb")).contains(arm).doesNotContain("x86", "@");
        assertThat(written("spack.py")).contains(arm).doesNotContain("x86", "@SHA256");
    }
}
