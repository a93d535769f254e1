package hplhetero.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

final class LeftOutReportTest {
    @TempDir
    private Path folder;

    /** Tests of a machine without MPICH and root. */
    static final class Sample {
        @Test
        void runs() {
        }

        @ParameterizedTest
        @Tag(Requirements.TAG)
        @ValueSource(ints = {1, 2})
        void needsTwo(int number) {
            abort(Requirements.text(number == 1 ? List.of(Component.MPICH) : List.of(Component.MPICH, Component.ROOT)));
        }

        @Test
        void assumes() {
            assumeTrue(false, "no AVX-512\nhere");
        }

        @Test
        @Disabled("for a while")
        void isDisabled() {
        }
    }

    private List<String> linesOfSample() throws IOException {
        Path file = folder.resolve("target").resolve("left-out");
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Sample.class)).build();
        // without the listener that is a service, or the sample would be told of as a test of this build
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build());
        launcher.execute(request, new LeftOutListener(file.toString()));
        launcher.execute(request, new LeftOutListener(file.toString()));
        return Files.readAllLines(file);
    }

    @Test
    void shouldSayWhatWasLeftOutByWhatAndHowToGetIt() throws IOException {
        assertThat(LeftOutReport.text(linesOfSample()).lines().filter(line -> !line.startsWith("==="))).containsExactly(
                "NOT ALL TESTS WERE RUN: 2 were, 4 need what is missing here (some need several):",
                "",
                "  MPICH, 4 tests: apt-get install mpich",
                "    LeftOutReportTest$Sample 4",
                "",
                "  the rights of root, 2 tests: run the tests as root",
                "    LeftOutReportTest$Sample 2",
                "",
                "All of it: .ci/run, as root on Debian.",
                "Left out, for a while: LeftOutReportTest$Sample 2",
                "Left out, no AVX-512 here: LeftOutReportTest$Sample 2");
    }

    @Test
    void shouldSayThatNothingWasLeftOut() {
        assertThat(LeftOutReport.text(List.of("12", "30"))).contains("42 tests were run; none was left out.");
        assertThat(LeftOutReport.text(List.of("12", "A\t\ttrue\tno AVX-512 here"))).contains("12 tests were run.\n")
                .doesNotContain("NOT ALL");
        assertThat(LeftOutReport.text(List.of("0"))).contains("NO TESTS WERE RUN.");
    }
}
