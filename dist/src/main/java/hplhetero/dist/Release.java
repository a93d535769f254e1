package hplhetero.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Properties;

/**
 * The build of the program that is packed.
 *
 * @param version    version of the program
 * @param time       time of every file in a package
 * @param maintainer who answers for the packages, in the form {@code NAME <ADDRESS>}
 */
record Release(String version, Instant time, String maintainer) {
    /** What the program is, in one line, as lists of packages show it. */
    static final String SUMMARY = "High-Performance Linpack benchmark for nodes that differ";
    /** What the program is, in lines of at most 79 characters. */
    static final String DESCRIPTION = """
            Solves the same system as netlib HPL, reads the same HPL.dat and prints the
            same text, but gives a faster process more of the matrix. A Java runtime and
            OpenBLAS are inside.""";

    /** Returns the build of this tool, which was built together with the program. */
    static Release ofThisBuild() {
        Properties properties = new Properties();
        try (InputStream in = Release.class.getResourceAsStream("release.properties");
                Reader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            properties.load(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Release(properties.getProperty("version"), Instant.parse(properties.getProperty("timestamp")),
                properties.getProperty("maintainer"));
    }

    /** Returns the name of the top-level folder in an architecture's archive, with which the name of the archive file begins too. */
    String folder(Architecture architecture) {
        return "hpl-hetero-" + version + "-linux-" + architecture.word();
    }

    /**
     * Returns the version in the form of Debian and RPM. For both a version with a tilde is older: 1.0~rc1 comes before 1.0. Other hyphens
     * become points, because both put a hyphen between the version and the number of the package.
     */
    String versionWithTilde() {
        return version.replaceFirst("-", "~").replace('-', '.');
    }
}
