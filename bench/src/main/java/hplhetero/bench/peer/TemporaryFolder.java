package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An empty folder for a while, so that no program finds an HPL.dat which it was not meant to. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    public static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    /** Deletes it with all that is in it. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path one : deepestFirst) {
                Files.delete(one);
            }
        }
    }
}
