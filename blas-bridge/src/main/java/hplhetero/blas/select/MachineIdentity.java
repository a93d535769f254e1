package hplhetero.blas.select;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names by which an earlier measurement is recognized as one of this machine and this program. */
final class MachineIdentity {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");

    private MachineIdentity() {
    }

    /** Returns the processor's name; on a machine with unlike cores, the names of all of them. */
    static String processor() {
        try {
            return processor(Files.readAllLines(CPUINFO, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return processor(List.of());
        }
    }

    /**
     * Returns the processor's name from the lines of cpuinfo. x86 has a "model name", ARM codes of the implementer and the part for each
     * core.
     */
    static String processor(List<String> cpuinfo) {
        String names = cpuinfo.stream()
                .filter(line -> line.matches("(model name|CPU implementer|CPU part|CPU variant)\\s*:.*"))
                .map(line -> line.replaceFirst("\\s*:\\s*", " ").replaceFirst("^model name ", ""))
                .distinct().collect(Collectors.joining(", "));
        String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return names.isEmpty() ? architecture : names + ", " + architecture;
    }

    /**
     * Returns the virtual machine, whose compiler makes the pure Java kernels, and how it compiles: without C2 they are 100 times as slow.
     */
    static String java() {
        String mode = System.getProperty("java.vm.info", "").replaceFirst(", (sharing|static).*", "");
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", " + mode;
    }

    /**
     * Returns the newest modification among the files of the code that a class came from, which changes whenever the code is built again.
     */
    static String buildOf(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null) {
            return "unknown";
        }
        try (Stream<Path> files = Files.walk(Path.of(source.getLocation().toURI()))) {
            return files.filter(Files::isRegularFile).map(MachineIdentity::stamp).max(String::compareTo).orElse("unknown");
        } catch (IOException | URISyntaxException e) {
            return "unknown";
        }
    }

    /** Returns a text with a file's time of modification and its size, by which a changed file is recognized. */
    static String stamp(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant() + " " + Files.size(file);
        } catch (IOException e) {
            return "unreadable";
        }
    }
}
