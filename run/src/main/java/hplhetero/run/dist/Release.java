package hplhetero.run.dist;

import hplhetero.input.text.InputException;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The program built with a version of its own, in folders of its own. The build that runs is left unchanged.
 *
 * @param home       the folder with the sources
 * @param java       the folder of a JDK
 * @param version    version of the program
 * @param maintainer who answers for the packages, in the form {@code NAME <ADDRESS>}; empty: a placeholder
 */
record Release(Path home, Path java, String version, Optional<String> maintainer) {
    /** The folder of this build in every module, beside the build that runs. */
    private static final String FOLDER = "target/release";
    /** Options that silence the JVM's warnings about Maven's own libraries. */
    private static final String QUIET = "--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED ";

    /**
     * Builds the program by Maven.
     *
     * @throws InputException when the build fails, after printing what Maven said
     */
    void build() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(maven(), "-B", "-q", "-Dstyle.color=never", "-DskipTests", "-Pman,sbom",
                "-Drevision=" + version, "-Dbuild.folder=" + FOLDER, "clean", "package"));
        maintainer.ifPresent(name -> words.add("-Dmaintainer=" + name));
        ProcessBuilder builder = new ProcessBuilder(words).directory(home.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", java.toString());
        // Maven itself may run on a Java that fits, but its plugins start the one in the PATH
        builder.environment().merge("PATH", java.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().merge("MAVEN_OPTS", QUIET, (own, ours) -> ours + own);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            System.err.println(said);
            throw new InputException("dist: the build failed (" + String.join(" ", builder.command()) + " in " + home + ")");
        }
    }

    /**
     * Makes packages of what was built.
     *
     * @param output       the folder for the packages
     * @param architecture the architectures to pack for, {@code all} for all
     * @param jdk          a JDK for another architecture; null: none
     * @return the exit code
     */
    int pack(Path output, String architecture, Path jdk) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(java.resolve("bin/java").toString(), "-jar",
                home.resolve("dist").resolve(FOLDER).resolve("tool/dist.jar").toString(), home.toString(),
                home.resolve("run").resolve(FOLDER).resolve("hpl").toString(), output.toString(), architecture));
        if (jdk != null) {
            words.add(jdk.toAbsolutePath().toString());
        }
        Process process = new ProcessBuilder(words).inheritIO().start();
        return process.waitFor() > ExitCode.USAGE ? ExitCode.FAILED : process.exitValue();
    }

    private String maven() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":")).map(folder -> Path.of(folder, "mvn"))
                .filter(Files::isExecutable).findFirst().orElse(home.resolve("mvnw")).toString();
    }
}
