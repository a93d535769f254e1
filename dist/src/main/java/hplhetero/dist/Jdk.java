package hplhetero.dist;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The source from which a runtime can be linked: a JDK, or a folder that holds only a JDK's modules (jmods).
 *
 * @param home         the folder of the JDK or of its modules
 * @param jmods        the folder of the modules; empty where they are only in the JDK's own run-time image
 * @param architecture architecture on which the runtime will run
 */
record Jdk(Path home, Optional<Path> jmods, Architecture architecture) {
    private static final String BASE = "java.base.jmod";

    /** Returns the JDK of this JVM. */
    static Jdk ofThisJvm() throws IOException, InterruptedException {
        return at(Path.of(System.getProperty("java.home")));
    }

    /**
     * Returns the JDK, or the modules, in a folder.
     *
     * @throws DistException when the folder is neither a JDK nor holds its modules, or is for another architecture than those of packages,
     *                       or can only be linked by a jlink that does not run here
     */
    static Jdk at(Path home) throws IOException, InterruptedException {
        Optional<Path> jmods = List.of(home.resolve("jmods"), home).stream().filter(folder -> Files.exists(folder.resolve(BASE)))
                .findFirst();
        if (jmods.isEmpty() && !Files.isExecutable(home.resolve("bin/jlink"))) {
            throw new DistException("--jdk " + home + ": no bin/jlink and no jmods: it must be a JDK 25 or newer, or its jmods, not a JRE");
        }
        String name = jmods.isPresent() ? ofModule(jmods.get()) : ofRelease(home);
        Architecture architecture = Architecture.named(name)
                .orElseThrow(() -> new DistException("--jdk " + home + ": it is for " + name + ", packages are for x86-64 and arm64"));
        if (jmods.isEmpty() && architecture != Architecture.here()) {
            throw new DistException("--jdk " + home + ": it has no jmods, so it can only be linked by its own jlink, which runs on "
                    + architecture.word() + ": name a folder with its jmods (Temurin offers them as JMODs), or make the package on a "
                    + "machine of that architecture");
        }
        return new Jdk(home, jmods, architecture);
    }

    /**
     * Returns the words that begin a call of jlink. This JVM's jlink reads modules of any architecture. Without modules only the JDK's own
     * jlink can link.
     */
    List<String> jlink() {
        Path own = Path.of(System.getProperty("java.home"));
        List<String> words = new ArrayList<>(List.of((jmods.isPresent() ? own : home).resolve("bin/jlink").toString()));
        jmods.ifPresent(folder -> words.addAll(List.of("--module-path", folder.toString())));
        return words;
    }

    private static String ofModule(Path jmods) throws IOException, InterruptedException {
        String said = Tool.run(List.of(Path.of(System.getProperty("java.home"), "bin", "jmod").toString(), "describe",
                jmods.resolve(BASE).toString()));
        return said.lines().filter(line -> line.startsWith("platform linux-")).map(line -> line.substring("platform linux-".length()))
                .findFirst().orElse("another system than Linux");
    }

    private static String ofRelease(Path home) throws IOException {
        Properties release = new Properties();
        try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
            release.load(in);
        }
        return release.getProperty("OS_ARCH", "an unknown architecture").replace("\"", "");
    }
}
