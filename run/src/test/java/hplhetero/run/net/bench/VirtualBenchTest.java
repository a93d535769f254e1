package hplhetero.run.net.bench;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.select.Choices;
import hplhetero.comm.select.SelectionRules;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.FatTree;
import hplhetero.network.topology.Placement;
import hplhetero.run.option.CostOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How far a simulation of all algorithms is, and how long it will take. */
final class VirtualBenchTest {

    private static VirtualBench bench(int k, int levels) {
        BenchRequest request = new BenchRequest(List.of(Collective.BROADCAST, Collective.ALLREDUCE), List.of(1_024L, 4_096L), 10,
                new BenchRequest.Costs(new CostOptions().cost(Optional.empty()), "assumed", true), BenchRequest.Model.EXACT,
                SelectionRules.DEFAULT, false, Map.of(), new Choices("", List.of()));
        return new VirtualBench(request, Placement.full(FatTree.kary(k, levels)));
    }

    @Test
    void shouldTellEachStep() {
        VirtualBench bench = bench(2, 2);
        List<Long> told = new ArrayList<>();
        bench.report(told::add);
        assertThat(told).hasSize((int) bench.steps()).startsWith(1L).endsWith(bench.steps());
    }

    @Test
    void shouldEstimateWhatIsLongOnly() {
        assertThat(bench(2, 2).expectedSeconds()).isZero();
        assertThat(bench(16, 2).expectedSeconds()).isPositive();
    }
}
