package hplhetero.blas.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheFolderTest {

    @Test
    void shouldFollowXdgCacheHome() {
        assertThat(CacheFolder.of("/var/cache/me", "/home/me")).isEqualTo(Path.of("/var/cache/me/hpl-hetero"));
    }

    @Test
    void shouldLieInTheHomeFolderOtherwise() {
        Path expected = Path.of("/home/me/.cache/hpl-hetero");
        assertThat(CacheFolder.of(null, "/home/me")).isEqualTo(expected);
        assertThat(CacheFolder.of("", "/home/me")).isEqualTo(expected);
        assertThat(CacheFolder.of("relative", "/home/me")).isEqualTo(expected);
    }

    @Test
    void shouldNotBeMadeWhereThereIsNoHome() {
        for (String none : new String[] {"?", "", null}) {
            assertThatThrownBy(() -> CacheFolder.create(CacheFolder.of(null, none))).isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldBeTheUsersOwn(@TempDir Path folder) throws IOException {
        Path made = folder.resolve("a/b");
        CacheFolder.create(made);
        CacheFolder.create(made);
        for (Path each : new Path[] {made, made.getParent()}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each))).isEqualTo("rwx------");
        }
    }

    /** What cannot be had again is kept elsewhere, and found alike. */
    @Test
    void shouldFindTheFolderOfDataAlike() {
        Path below = Path.of(".local", "share");
        assertThat(CacheFolder.of("/data", "/home/me", below)).isEqualTo(Path.of("/data/hpl-hetero"));
        assertThat(CacheFolder.of("relative", "/home/me", below)).isEqualTo(Path.of("/home/me/.local/share/hpl-hetero"));
        assertThat(DataFolder.ofUser()).isNotEqualTo(CacheFolder.ofUser()).hasFileName("hpl-hetero");
    }
}
