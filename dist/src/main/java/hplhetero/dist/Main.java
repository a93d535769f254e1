package hplhetero.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The program that makes the packages, called by {@code hpl dist}: {@code Main SOURCES APPLICATION OUTPUT ARCHITECTURE|all [JDK]}.
 *
 * <p>SOURCES is the folder with the program's sources, and APPLICATION the folder with its jars. JDK names a JDK for another architecture
 * than this JVM's, or one to use instead of this JVM's. Progress is printed on standard error. The exit code is 2 for an error that the
 * user can mend, and 1 where input or output fails.
 */
public final class Main {
    private static final int USAGE = 2;
    private static final int FAILED = 1;
    private static final int JDK = 4;

    private Main() {
    }

    /** Makes the packages that the arguments ask for. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            Path output = Path.of(arguments[2]);
            Files.createDirectories(output);
            Packaging packaging = new Packaging(Release.ofThisBuild(), Path.of(arguments[0]), Path.of(arguments[1]), output);
            Map<Architecture, Jdk> jdks = jdks(arguments.length > JDK ? List.of(Path.of(arguments[JDK])) : List.of());
            Set<Architecture> wanted = wanted(arguments[3]);
            check(wanted, jdks);
            packaging.checkTexts();
            for (Architecture architecture : wanted) {
                packaging.make(jdks.get(architecture));
            }
            packaging.describe();
            Checksums.write(output);
        } catch (DistException e) {
            System.err.println("hpl: " + e.getMessage());
            System.exit(USAGE);
        } catch (IOException e) {
            System.err.println("hpl: dist: input or output failed: " + e);
            System.exit(FAILED);
        }
    }

    private static Set<Architecture> wanted(String words) {
        return words.equals("all") ? EnumSet.allOf(Architecture.class)
                : Arrays.stream(words.split(",")).map(word -> Architecture.named(word)
                        .orElseThrow(() -> new DistException("--arch " + word + ": choose x86-64, arm64 or all")))
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Architecture.class)));
    }

    /** Returns this JVM's JDK and the given ones, by architecture; a given one replaces this JVM's. */
    private static Map<Architecture, Jdk> jdks(List<Path> given) throws IOException, InterruptedException {
        Map<Architecture, Jdk> all = new EnumMap<>(Architecture.class);
        Jdk own = Jdk.ofThisJvm();
        all.put(own.architecture(), own);
        for (Path home : given) {
            Jdk jdk = Jdk.at(home);
            all.put(jdk.architecture(), jdk);
        }
        return all;
    }

    private static void check(Set<Architecture> wanted, Map<Architecture, Jdk> jdks) {
        for (Architecture architecture : wanted) {
            if (!jdks.containsKey(architecture)) {
                throw new DistException("--arch " + architecture.word() + ": the JDKs here are for "
                        + jdks.keySet().stream().map(Architecture::word).collect(Collectors.joining(", ")) + " alone: name one for "
                        + architecture.word() + " with --jdk FOLDER, or its jmods");
            }
        }
    }
}
