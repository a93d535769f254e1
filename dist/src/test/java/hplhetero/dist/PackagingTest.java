package hplhetero.dist;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackagingTest {
    @TempDir
    private Path sources;

    private Packaging packaging() {
        return new Packaging(new Release("1.2.0", Instant.EPOCH, "A Name <name@example.org>"), sources, sources, sources);
    }

    @Test
    void shouldRefuseToPackWithoutTheLicence() throws IOException {
        Files.writeString(sources.resolve("README.md"), "what it is");
        Files.writeString(sources.resolve("CHANGELOG.md"), "what is new");
        Files.createDirectories(sources.resolve("docs"));
        Files.createDirectories(sources.resolve("examples"));
        assertThatThrownBy(() -> packaging().checkTexts()).isInstanceOf(DistException.class).hasMessage("dist: " + sources
                + " lacks LICENSE, NOTICE, which each package contains: bring them back, such as by 'git checkout LICENSE NOTICE'");
        Files.writeString(sources.resolve("LICENSE"), "terms");
        Files.writeString(sources.resolve("NOTICE"), "parts of others");
        assertThatCode(() -> packaging().checkTexts()).doesNotThrowAnyException();
    }
}
