package hplhetero.blas;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

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
}
