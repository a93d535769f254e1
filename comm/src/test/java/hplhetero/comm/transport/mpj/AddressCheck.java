package hplhetero.comm.transport.mpj;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.Ranks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Run by ranks that announce 127.0.0.2: they are connected there, as the kernel tells. */
final class AddressCheck {

    @Test
    void shouldBeConnectedOverTheAddressAnnounced() {
        Ranks.run(2, comm -> assertThat(Stream.of("/proc/self/net/tcp", "/proc/self/net/tcp6").map(Path::of)
                .filter(Files::exists).flatMap(AddressCheck::lines)).anyMatch(line -> line.contains("0200007F")));
    }

    private static Stream<String> lines(Path path) {
        try {
            return Files.readAllLines(path).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
