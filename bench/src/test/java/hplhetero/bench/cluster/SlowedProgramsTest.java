package hplhetero.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SlowedProgramsTest {
    private static final String PASSED = "WR11R2R4        1000   128     1     1               0.01              4.2000e+01\n";
    private static final String FAILED = "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)= 9.9e+99 ...... FAILED\n";
    private static final SlowedJob JOB = SlowedJob.ours(EmulatedCluster.parse("2,4"), SlowedJob.CYCLIC);

    @TempDir
    private Path folder;
    private SlowedPrograms programs;

    @BeforeEach
    void setUp() {
        programs = new SlowedPrograms(folder, List.of(), Optional.empty(), List.of(128), folder, folder.resolve("reports"));
    }

    /** A launcher that prints this and does no more. */
    private void launcherPrints(String text) throws IOException {
        Path launcher = Files.writeString(folder.resolve("hpl"), "#!/bin/sh\ncat <<'END'\n" + text + "END\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldKeepEveryReportOfAJobInTheirOrderEvenOfOneThatFailed() throws Exception {
        launcherPrints(PASSED);
        assertThat(programs.run(JOB, 1000).gflops()).isEqualTo(42.0);
        launcherPrints(FAILED);
        assertThatThrownBy(() -> programs.run(JOB, 1000)).isInstanceOf(IOException.class).hasMessageContaining("a test has failed");

        assertThat(folder.resolve("reports/ours_1x2_2,4_cyclic.txt")).content().isEqualTo(PASSED + FAILED);
    }
}
