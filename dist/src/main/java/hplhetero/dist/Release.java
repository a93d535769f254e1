package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Properties;

/**
 * The build that is packed.
 *
 * @param version of the program
 * @param time    of every file in a package
 */
record Release(String version, Instant time) {
    /** That of this tool, which was built with the program. */
    static Release ofThisBuild() {
        Properties properties = new Properties();
        try (InputStream in = Release.class.getResourceAsStream("release.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Release(properties.getProperty("version"), Instant.parse(properties.getProperty("timestamp")));
    }

    /** The folder in an archive, and the beginning of its name. */
    String folder(Architecture architecture) {
        return "hpl-hetero-" + version + "-linux-" + architecture.word();
    }
}
