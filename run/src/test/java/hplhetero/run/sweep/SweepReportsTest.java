package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.results.ReportSink;
import hplhetero.results.RunDescription;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.format.UnwritableException;
import hplhetero.run.terminal.ExitCode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SweepReportsTest {
    private static final RunDescription RUN = new RunDescription("0.1.0", List.of(new RunDescription.Host("a", "", "", "", 1, 1, "",
            new RunDescription.Provider("vector", "", 1, ""), List.of(0), 1, "")), "local", "cyclic", Optional.empty(), List.of(),
            List.of(), List.of(), 0);
    private static final SweepParameters PARAMETERS = new SweepParameters(List.of(1, 2), List.of(1), ProcessMapping.ROW_MAJOR, List.of(1),
            List.of(1), List.of(Factorization.RIGHT), List.of(1), List.of(2), List.of(Factorization.RIGHT),
            List.of(BroadcastAlgorithm.RING), List.of(0), SwapAlgorithm.MIX, 64, true, true, true, 8, 16);

    private final List<String> heard = new ArrayList<>();

    private static CaseResult test(int n, CheckStatus status) {
        return new CaseResult(new HplCase(n, 1, 1, 1, ProcessMapping.ROW_MAJOR, 0, BroadcastAlgorithm.RING,
                new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 1), SwapAlgorithm.MIX, 64, true, new MapSpec.Cyclic(), 16),
                status, Instant.EPOCH, Instant.EPOCH, 1, Optional.empty(), false, List.of(), "");
    }

    /** Writes down what it hears, and fails where it is told to. */
    private ReportSink sink(String name, Optional<Exception> failure) {
        return new ReportSink() {
            @Override
            public void begins(Sweep sweep) throws IOException {
                hear("begins", sweep);
            }

            @Override
            public void solved(TestResult test, Sweep soFar) throws IOException {
                hear("solved " + test.result().hplCase().n(), soFar);
            }

            @Override
            public void finished(TestResult test, Sweep soFar) throws IOException {
                hear("finished " + test.result().hplCase().n(), soFar);
            }

            @Override
            public void waits(double seconds, Sweep soFar) throws IOException {
                hear("waits " + seconds, soFar);
            }

            @Override
            public void ends(Sweep sweep) throws IOException {
                hear("ends", sweep);
            }

            private void hear(String what, Sweep sweep) throws IOException {
                heard.add(name + " " + what + " " + sweep.tests().stream().map(t -> t.result().status()).toList());
                if (failure.isPresent() && failure.get() instanceof IOException cannot) {
                    throw cannot;
                }
                if (failure.isPresent()) {
                    throw (RuntimeException) failure.get();
                }
            }
        };
    }

    private ReportSink sink(String name) {
        return sink(name, Optional.empty());
    }

    @Test
    void shouldTellEverySinkInOrder() throws IOException {
        SweepReports reports = new SweepReports(List.of(sink("a"), sink("b")), PARAMETERS, 2, new HashSet<>());
        reports.begin(() -> RUN);
        reports.solved(test(1, CheckStatus.CHECKING), () -> RUN);
        reports.finished(test(1, CheckStatus.PASSED), () -> RUN);
        reports.waits(8, () -> RUN);
        reports.finished(test(2, CheckStatus.SKIPPED), () -> RUN);
        reports.end(RUN);
        assertThat(heard).containsExactly("a begins []", "b begins []", "a solved 1 [CHECKING]", "b solved 1 [CHECKING]",
                "a finished 1 [PASSED]", "b finished 1 [PASSED]", "a waits 8.0 [PASSED]", "b waits 8.0 [PASSED]",
                "a finished 2 [PASSED, SKIPPED]", "b finished 2 [PASSED, SKIPPED]", "a ends [PASSED, SKIPPED]", "b ends [PASSED, SKIPPED]");
        assertThat(reports.exitCode()).isEqualTo(ExitCode.FAILED);
    }

    /** After Ctrl-C the JVM's shutdown ends it; what rank 0's thread still has to say comes too late. */
    @Test
    void shouldTellTheEndOnceAndNothingAfterIt() throws IOException {
        SweepReports reports = new SweepReports(List.of(sink("a")), PARAMETERS, 2, new HashSet<>());
        reports.begin(() -> RUN);
        reports.solved(test(1, CheckStatus.CHECKING), () -> RUN);
        reports.end(RUN);
        assertThat(reports.isEnded()).isTrue();
        reports.finished(test(1, CheckStatus.PASSED), () -> RUN);
        reports.waits(8, () -> RUN);
        reports.solved(test(2, CheckStatus.CHECKING), () -> RUN);
        reports.begin(() -> RUN);
        reports.end(RUN);
        assertThat(heard).containsExactly("a begins []", "a solved 1 [CHECKING]", "a ends [CHECKING]");
    }

    /** The disk may have room again by the next test. */
    @Test
    void shouldGoOnWhereASinkCannotWrite() {
        IOException full = new UnwritableException("r.json", new IOException("No space left on device"));
        Set<String> unwritten = new HashSet<>();
        SweepReports reports = new SweepReports(List.of(sink("a", Optional.of(full)), sink("b")), PARAMETERS, 2, unwritten);
        reports.begin(() -> RUN);
        reports.finished(test(1, CheckStatus.PASSED), () -> RUN);
        reports.finished(test(2, CheckStatus.PASSED), () -> RUN);
        assertThat(unwritten).isEmpty();
        assertThatThrownBy(() -> reports.end(RUN)).isSameAs(full);
        assertThat(unwritten).containsExactly("r.json");
        assertThat(heard).contains("b finished 2 [PASSED, PASSED]", "b ends [PASSED, PASSED]");
    }

    @Test
    void shouldTellTheOthersWhenASinkFails() {
        IOException full = new IOException("no space left");
        IllegalStateException defect = new IllegalStateException("a defect");
        SweepReports reports = new SweepReports(List.of(sink("a", Optional.of(full)), sink("b", Optional.of(defect)), sink("c")),
                PARAMETERS, 1, new HashSet<>());
        assertThatThrownBy(() -> reports.finished(test(1, CheckStatus.PASSED), () -> RUN)).isSameAs(defect).hasSuppressedException(full);
        assertThatThrownBy(() -> reports.end(RUN)).isSameAs(defect);
        assertThat(heard).containsExactly("a finished 1 [PASSED]", "b finished 1 [PASSED]", "c finished 1 [PASSED]", "a ends [PASSED]",
                "b ends [PASSED]", "c ends [PASSED]");
        assertThat(reports.exitCode()).isEqualTo(ExitCode.OK);
    }
}
