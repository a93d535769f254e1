package hplhetero.comm.transport.mpj.device;

import hplhetero.comm.CommException;
import hplhetero.comm.TransportOptions;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * An installation of MPJ Express.
 *
 * @param folder  folder in which MPJ Express is installed
 * @param version version as the installation's configuration says
 * @param jars    the jars that MPJ's devices need
 */
public record MpjHome(Path folder, String version, List<Path> jars) {
    /** The setting that names the folder; without the setting, the folder is looked for. */
    public static final String SETTING = "mpj.home";

    private static final Path DEBIAN = Path.of("/usr/share/mpj");
    private static final Path DEBIAN_JARS = Path.of("/usr/share/java");
    private static final String REMEDY = "install MPJ Express (Debian: apt-get install libmpj-java),"
            + " or name the folder that has lib/mpj.jar with --mpj-home or MPJ_HOME";

    public MpjHome {
        jars = List.copyOf(jars);
    }

    /**
     * Finds MPJ Express where the user said, else in MPJ_HOME, else where Debian installs it.
     *
     * @throws CommException when MPJ Express is not there, with the remedy
     */
    public static MpjHome find(TransportOptions options) {
        Optional<Path> named = options.setting(SETTING).map(Path::of);
        if (named.isPresent()) {
            return at(named.get(), "--mpj-home", DEBIAN_JARS);
        }
        String home = options.environment().get("MPJ_HOME");
        return home == null || home.isBlank() ? at(DEBIAN, "no --mpj-home, no MPJ_HOME, Debian's folder", DEBIAN_JARS)
                : at(Path.of(home), "MPJ_HOME", DEBIAN_JARS);
    }

    /**
     * Returns the installation in {@code folder}.
     *
     * @param source  who named the folder, for the error's text
     * @param systems folder in which the system keeps the jars of other packages
     * @throws CommException when a jar is missing, with the remedy
     */
    static MpjHome at(Path folder, String source, Path systems) {
        Path lib = folder.resolve("lib");
        // mpj.jar does not have the shared-memory device, smpdev.jar does
        List<Path> own = List.of(lib.resolve("mpj.jar"), lib.resolve("smpdev.jar"));
        for (Path jar : own) {
            if (!Files.isRegularFile(jar)) {
                throw new CommException("MPJ Express is not at " + folder + " (" + source + "): missing=" + jar + ": " + REMEDY);
            }
        }
        Path log4j = log4j(lib).or(() -> log4j(systems)).orElseThrow(() -> new CommException(
                "MPJ Express at " + folder + " needs log4j 1.2, which is neither in " + lib + " nor in " + systems
                        + ": install it (Debian: apt-get install liblog4j1.2-java)"));
        return new MpjHome(folder, version(folder), List.of(own.get(0), own.get(1), log4j));
    }

    private static Optional<Path> log4j(Path folder) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "log4j{,-1}*.jar")) {
            for (Path jar : found) {
                if (jar.getFileName().toString().matches("log4j(-1\\.[0-9]+(\\.[0-9]+)*(-1\\.[0-9.]+)?)?\\.jar")) {
                    return Optional.of(jar);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String version(Path folder) {
        Properties configuration = new Properties();
        try (Reader reader = Files.newBufferedReader(folder.resolve("conf").resolve("mpjexpress.conf"))) {
            configuration.load(reader);
        } catch (IOException e) {
            return "of unknown version";
        }
        return configuration.getProperty("mpjexpress.version", "of unknown version").strip();
    }
}
