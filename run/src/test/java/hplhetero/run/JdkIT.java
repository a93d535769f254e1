package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Ended ended = new Launcher(folder, Map.of()).run("check", "--hosts", "b", "--rates", "no", "--ssh", shell.toString());
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("TROUBLE: b: cannot be looked at: HPL_JAVA_HOME=" + folder
                + "/none is Java none: it must be a JDK 25 or newer\n"
                + "    remedy: " + REMEDY + "\n").doesNotContain("ssh b true");
    }

    @Test
    void shouldSayBeforeARunThatAHostHasNoJdk() throws Exception {
        Ended ended = new Launcher(folder, Map.of()).run("run", "-N", "97", "--hosts", "b", "--ssh", shell.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("b: HPL_JAVA_HOME=" + folder + "/none is Java none: it must be a JDK 25 or newer: " + REMEDY)
                .doesNotContain("ssh");
    }

    /** As ranks do. */
    @Test
    void shouldLookAtHostsWithTheJdkThatTheUserNames() throws Exception {
        Ended ended = new Launcher(folder, Map.of("HPL_JAVA_HOME", System.getProperty("java.home")))
                .run("check", "--hosts", "b", "--rates", "no", "--ssh", shell.toString(), "--json", "check.json");
        assertThat(ended.out()).as(ended.err()).doesNotContain("cannot be looked at");
        assertThat(folder.resolve("check.json")).content().contains("\"usableCores\"");
    }
}
