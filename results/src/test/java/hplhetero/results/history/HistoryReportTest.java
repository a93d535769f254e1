package hplhetero.results.history;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryReportTest {
    @TempDir
    private Path folder;
    private final List<String> warnings = new ArrayList<>();

    private static Sweep sweep(RunDescription run, CaseResult... results) {
        return Samples.sweep(run, Samples.parameters(16), List.of(results));
    }

    @Test
    void shouldKeepEachTestWhenItIsFinished() throws Exception {
        History history = new History(folder);
        HistoryReport report = new HistoryReport("one", history, warnings::add);
        Sweep whole = sweep(Samples.run(), Samples.failed(), Samples.skipped("too large"), Samples.unchecked());
        Samples.tell(report, whole);
        assertThat(history.read().tests()).extracting(KeptTest::test).containsExactly(0, 1, 2);
        assertThat(history.entries()).extracting(HistoryEntry::status).containsExactly(CheckStatus.FAILED, CheckStatus.SKIPPED,
                CheckStatus.UNCHECKED);
        assertThat(Files.readAllLines(history.file())).as("nothing new at the end").hasSize(3);
        report.finished(whole.tests().getFirst(), sweep(Samples.run(), Samples.failed()));
        assertThat(Files.readAllLines(history.file())).hasSize(3);
        assertThat(warnings).isEmpty();
    }

    /** Rank 0 knows of other hosts only at the end. */
    @Test
    void shouldKeepWhatIsKnownAtTheEnd() throws Exception {
        History history = new History(folder);
        HistoryReport report = new HistoryReport("one", history, warnings::add);
        RunDescription whole = Samples.run();
        RunDescription early = new RunDescription(whole.version(), whole.hosts(), whole.transport(), whole.map(), Optional.empty(),
                whole.clearedEnvironment(), whole.notes(), whole.slowdown(), 0);
        report.finished(sweep(early, Samples.failed()).tests().getLast(), sweep(early, Samples.failed()));
        assertThat(history.entries().getFirst().rpeakShare()).isNaN();
        report.ends(sweep(whole, Samples.failed(), Samples.checking()));
        assertThat(history.entries()).hasSize(2).extracting(HistoryEntry::rpeakShare).allMatch(share -> share > 0);
    }

    @Test
    void shouldWarnOnceWhereItCannotWriteAndNeverThrow() throws Exception {
        HistoryReport report = new HistoryReport("one", new History(Path.of("/dev/null/hpl-hetero")), warnings::add);
        Samples.tell(report, sweep(Samples.run(), Samples.failed(), Samples.unchecked()));
        assertThat(warnings).singleElement().asString().contains("/dev/null/hpl-hetero/history.jsonl cannot be written", "--history no");
    }
}
