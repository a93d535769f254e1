package hplhetero.bench.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** An empty folder for a while, so that no program finds an HPL.dat that is not meant for it. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    /** Creates a folder whose name begins with {@code prefix}. */
    public static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    /** Deletes the folder with everything in it. */
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
