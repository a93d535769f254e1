package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.select.BlasOptions;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.local.LocalTransport;
import hplhetero.hpl.Recording;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.input.HplDatOverrides;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import hplhetero.run.terminal.YesOrNo;
import hplhetero.testing.Daily;
import hplhetero.testing.Slow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Slow
@Timeout(600)
class NodeRanksTest {
    @TempDir
    private Path folder;

    private RunRequest request(OptionalInt workers, Planning.Use planning, String... options) {
        CaseChoice choice = CaseChoice.of(InputFile.find(Optional.empty(), folder), HplDatOverrides.of(options), new MapSpec.Cyclic());
        RunRequest.Tests tests = new RunRequest.Tests(choice, 1, Optional.empty(), "by default", planning, Optional.empty(),
                TrustSettings.NONE, RebalanceUse.NO);
        return new RunRequest(tests, new RunRequest.Ranks("native", workers, List.of(), Binding.CORE, YesOrNo.NO, Optional.empty(),
                UnaryOperator.identity(), List.of(), CalibrationCache.Use.AFRESH, Effort.THOROUGH, List.of(), 0),
                new RunRequest.Reports(Recording.TIME_SERIES, null, new ReportFiles(Map.of(), Optional.empty()), null),
                new RunRequest.Keeping(new InputFile(Optional.empty(), List.of()), Optional.empty(), Optional.empty(), false));
    }

    /** This machine's cores stand for two nodes. Which choice is right depends on the machine; the test is that both are measured. */
    @Test
    @Daily(2)
    void shouldMeasureBothAndTakeTheOneThatIsPredictedToBeFaster() {
        RunRequest one = request(OptionalInt.empty(), Planning.Use.WHERE_IT_PAYS, "-N", "6000");
        try (Transport local = new LocalTransport(TransportOptions.usual(end -> { }))) {
            CaseChoice chosen = NodeRanks.chosen(local, new RankProcess(BlasOptions.defaults(), Binding.CORE), one, 2, 1);
            String note = chosen.notes().getLast();
            double ratio = Double.parseDouble(note.replaceFirst(".*predicted to take ([0-9.]+) times.*", "$1"));
            // the note rounds it: at 0.99 it may be either
            assertThat(ratio).as(note).isBetween(chosen.ranks() == 2 ? 0 : 0.99, chosen.ranks() == 2 ? 0.99 : Double.MAX_VALUE);
            assertThat(chosen.ranks()).as(note).isBetween(1, 2);
            assertThat(chosen.open().grid()).isEqualTo(chosen.ranks() == 2);
            assertThat(note).startsWith("ranks: " + chosen.ranks()).contains("NUMA node", "N=");
            assertThat(one.with(chosen).tests().choice()).isSameAs(chosen);
        }
    }

    @Test
    void shouldMeasureOnlyWhereRanksAreLeftToTheProgramAndPay() {
        assertThat(NodeRanks.measurable(request(OptionalInt.empty(), Planning.Use.WHERE_IT_PAYS, "-N", "4000"))).isTrue();
        assertThat(NodeRanks.measurable(request(OptionalInt.empty(), Planning.Use.WHERE_IT_PAYS))).isTrue();
        assertThat(NodeRanks.measurable(request(OptionalInt.empty(), Planning.Use.WHERE_IT_PAYS, "-N", "3999"))).isFalse();
        assertThat(NodeRanks.measurable(request(OptionalInt.of(4), Planning.Use.WHERE_IT_PAYS))).isFalse();
        assertThat(NodeRanks.measurable(request(OptionalInt.empty(), Planning.Use.NEVER))).isFalse();
    }

    @Test
    void shouldSayWhy() {
        assertThat(NodeRanks.why(2, 52_000, 0.944)).isEqualTo(
                "ranks: 2, one for each NUMA node: N=52000 is predicted to take 0.94 times as long as with one");
        assertThat(NodeRanks.whyNot(4, 52_000, 1.031)).isEqualTo(
                "ranks: 1 on 4 NUMA nodes: with a rank on each, N=52000 is predicted to take 1.03 times as long");
    }
}
