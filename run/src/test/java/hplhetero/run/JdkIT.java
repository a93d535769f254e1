package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Daily;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts on which no JDK is found; the remote shell runs here, in an environment of its own. */
@Tag(Requirements.TAG)
final class JdkIT {
    private static final String REMEDY =
            "install a JDK 25 or newer there, for example Temurin from https://adoptium.net, or set HPL_JAVA_HOME to one";

    @TempDir
    private Path folder;
    private Path shell;

    /** Called as ssh is: {@code shell host command}. */
    @BeforeEach
    void aHostWithoutAJdk() throws IOException {
        shell = folder.resolve("shell");
        Files.writeString(shell, "#!/bin/sh\nexport HPL_JAVA_HOME=" + folder + "/none\nexec sh -c \"$2\"\n");
        assertThat(shell.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldSayInACheckThatAHostHasNoJdk() throws Exception {
        Ended ended = new Launcher(folder, Launcher.BRIEF).run("check", "--hosts", "b", "--rates", "no", "--ssh", shell.toString());
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("TROUBLE: b: cannot be looked at: HPL_JAVA_HOME=" + folder
                + "/none is Java none: it must be a JDK 25 or newer\n"
                + "    remedy: " + REMEDY + "\n").doesNotContain("ssh b true");
    }

    @Test
    void shouldSayBeforeARunThatAHostHasNoJdk() throws Exception {
        Ended ended = new Launcher(folder, Launcher.BRIEF).run("run", "-N", "97", "--hosts", "b", "--ssh", shell.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("b: HPL_JAVA_HOME=" + folder + "/none is Java none: it must be a JDK 25 or newer: " + REMEDY)
                .doesNotContain("ssh");
    }

    /** As ranks do. */
    @Test
    void shouldLookAtHostsWithTheJdkThatTheUserNames() throws Exception {
        Ended ended = new Launcher(folder, Map.of("HPL_JAVA_HOME", System.getProperty("java.home"), "HPL_JAVA_OPTS",
                Launcher.BRIEF.get("HPL_JAVA_OPTS"))).run("check", "--hosts", "b", "--rates", "no", "--ssh", shell.toString(), "--json",
                "check.json");
        assertThat(ended.out()).as(ended.err()).doesNotContain("cannot be looked at");
        assertThat(folder.resolve("check.json")).content().contains("\"usableCores\"");
    }

    /** A JDK to come: it refuses, as a JVM does, a module and an option that it no longer has, and is this JDK in all else. */
    private Map<String, String> aJdkWithoutVectors() throws IOException {
        Path jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"99\"\nMODULES=\"java.base java.logging\"\n");
        Path java = Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/bash
                for word in "$@"; do
                  case $word in
                    --add-modules=jdk.incubator.vector | --sun-misc-unsafe-memory-access=*) echo "Unrecognized: $word" >&2; exit 1 ;;
                    --list-modules) echo java.base@99; exit 0 ;;
                  esac
                done
                exec "%s/bin/java" "$@"
                """.formatted(System.getProperty("java.home")));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return Map.of("HPL_JAVA_HOME", jdk.toString(), "HPL_JAVA_OPTS", Launcher.BRIEF.get("HPL_JAVA_OPTS"));
    }

    @ParameterizedTest
    @Daily(3)
    @ValueSource(strings = {"native", "reference", "auto"})
    void shouldRunWithoutVectorsOnAJdkThatHasNone(String kernels) throws Exception {
        Ended ended = new Launcher(folder, aJdkWithoutVectors()).run("run", "-N", "97", "--blas", kernels);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("PASSED").doesNotContain("NoClassDefFoundError");
    }

    @Test
    void shouldSayWhyVectorIsNotThere() throws Exception {
        Ended ended = new Launcher(folder, aJdkWithoutVectors()).run("run", "-N", "97", "--blas", "vector");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("hpl: vector: this Java has no module jdk.incubator.vector: use --blas native");
    }

    /** The working folder has files that patterns would match. */
    @Test
    void shouldTakeJavaOptionsAsTheyAreWritten() throws Exception {
        Files.writeString(folder.resolve("xy"), "");
        Ended ended = new Launcher(folder, Map.of("HPL_JAVA_OPTS", "-Da=* -Db=x[y] -Dc=? -Dd='two words' -XshowSettings:properties"))
                .run("--version");
        assertThat(ended.out() + ended.err()).contains("a = *\n", "b = x[y]\n", "c = ?\n", "d = two words\n");
    }
}
