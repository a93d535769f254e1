package hplhetero.run.job;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.machine.Binding;
import hplhetero.run.machine.LauncherBinding;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CoreShareTest {

    private static RankFacts on(String host, Integer... cpus) {
        return onWithQuota(host, Math.max(1, cpus.length), cpus);
    }

    private static RankFacts onWithQuota(String host, int granted, Integer... cpus) {
        return new RankFacts(host, "p", "b", 25, "amd64", "LITTLE_ENDIAN", List.of(cpus), granted, "", Long.MAX_VALUE);
    }

    private static List<CoreShare> shares(RankTable rankTable, int workers, Binding bind) {
        return IntStream.range(0, rankTable.size()).mapToObj(rank -> CoreShare.of(rankTable, rank, workers, bind)).toList();
    }

    @Test
    void shouldDealTheCoresOfEachHostToItsRanks() {
        RankTable rankTable = new RankTable(List.of(on("a", 0, 1, 2, 3), on("b", 0, 2), on("a", 0, 1, 2, 3)));
        assertThat(shares(rankTable, 0, Binding.RANK)).containsExactly(new CoreShare(2, List.of(0, 1), 2), new CoreShare(2, List.of(), 2),
                new CoreShare(2, List.of(2, 3), 2));
    }

    @Test
    void shouldGiveEqualRanksEqualPartsAndBindFewWorkersToThem() {
        RankTable rankTable = new RankTable(List.of(on("a", 0, 1, 2, 3, 4), on("a", 0, 1, 2, 3, 4)));
        assertThat(shares(rankTable, 1, Binding.RANK)).containsExactly(new CoreShare(1, List.of(0, 1), 1),
                new CoreShare(1, List.of(2, 3), 1));
    }

    /** Four ranks on two memory nodes of three cores each: ranks 0 and 1 stay on the first node, ranks 2 and 3 on the second. */
    @Test
    void shouldKeepRanksOnOneMemoryNode() {
        RankFacts each = on("a", 0, 2, 4, 1, 3, 5);
        assertThat(shares(new RankTable(List.of(each, each, each, each)), 1, Binding.RANK)).extracting(CoreShare::cpus)
                .containsExactly(List.of(0), List.of(2), List.of(1), List.of(3));
    }

    @Test
    void shouldKeepWhatTheLauncherHasBoundApart() {
        RankTable rankTable = new RankTable(List.of(on("a", 0, 1), on("a", 2), on("a", 4, 5, 6)));
        assertThat(shares(rankTable, 0, Binding.RANK)).extracting(CoreShare::workers).containsExactly(2, 1, 3);
        assertThat(shares(rankTable, 0, Binding.RANK)).allSatisfy(share -> assertThat(share.cpus()).isEmpty());
    }

    @Test
    void shouldNotBindMoreThreadsThanCores() {
        RankTable rankTable = new RankTable(List.of(on("a", 0, 1), on("a", 0, 1), on("a", 0, 1)));
        assertThat(shares(rankTable, 0, Binding.RANK)).allMatch(share -> share.equals(new CoreShare(1, List.of(), 3)));
        RankTable two = new RankTable(List.of(on("a", 0, 1), on("a", 0, 1)));
        assertThat(shares(two, 2, Binding.RANK)).allMatch(share -> share.equals(new CoreShare(2, List.of(), 4)));
    }

    @Test
    void shouldNotBindWhereMasksOverlapOrNobodyWants() {
        RankTable overlapping = new RankTable(List.of(on("a", 0, 1, 2), on("a", 2, 3, 4)));
        assertThat(shares(overlapping, 0, Binding.RANK)).allSatisfy(share -> {
            assertThat(share.cpus()).isEmpty();
            assertThat(share.workers()).isEqualTo(2);
        });
        RankTable same = new RankTable(List.of(on("a", 0, 1), on("a", 0, 1)));
        assertThat(shares(same, 0, Binding.NONE)).allMatch(share -> share.equals(new CoreShare(1, List.of(), 2)));
    }

    @Test
    void shouldTakeNoMoreWorkersThanAQuotaGrantsAndBindNone() {
        RankTable alone = new RankTable(List.of(onWithQuota("a", 2, 0, 1, 2, 3)));
        assertThat(alone.cores("a")).isEqualTo(2);
        assertThat(shares(alone, 0, Binding.RANK)).containsExactly(new CoreShare(2, List.of(), 2));
        assertThat(shares(alone, 4, Binding.RANK)).containsExactly(new CoreShare(4, List.of(), 4));
        RankTable two = new RankTable(List.of(onWithQuota("a", 3, 0, 1, 2, 3), onWithQuota("a", 3, 0, 1, 2, 3), on("b", 0, 1)));
        assertThat(shares(two, 0, Binding.RANK)).containsExactly(new CoreShare(1, List.of(), 2), new CoreShare(1, List.of(), 2),
                new CoreShare(2, List.of(), 2));
    }

    @Test
    void shouldBindEachWorkerWhereThereAreAsManyAsCores() {
        RankTable same = new RankTable(List.of(on("a", 0, 2, 1, 3), on("a", 0, 2, 1, 3)));
        assertThat(shares(same, 0, Binding.CORE)).extracting(CoreShare::ofWorkers).containsExactly(List.of(0, 2), List.of(1, 3));
        RankTable bound = new RankTable(List.of(on("a", 0, 1), on("a", 2), on("a", 4, 5, 6)));
        assertThat(shares(bound, 0, Binding.CORE)).extracting(CoreShare::ofWorkers)
                .containsExactly(List.of(0, 1), List.of(), List.of(4, 5, 6));
        assertThat(shares(bound, 0, Binding.RANK)).extracting(CoreShare::ofWorkers).containsOnly(List.of());
    }

    @Test
    void shouldBindNoWorkerWhereACoreStaysFreeOrIsShared() {
        RankTable alone = new RankTable(List.of(on("a", 0, 1, 2, 3)));
        assertThat(shares(alone, 3, Binding.CORE)).extracting(CoreShare::ofWorkers).containsOnly(List.of());
        assertThat(shares(alone, 5, Binding.CORE)).extracting(CoreShare::ofWorkers).containsOnly(List.of());
        RankTable quota = new RankTable(List.of(onWithQuota("a", 2, 0, 1, 2, 3)));
        assertThat(shares(quota, 0, Binding.CORE)).extracting(CoreShare::ofWorkers).containsOnly(List.of());
    }

    @Test
    void shouldTellAnOpenMpiDefaultFromAWish() {
        String bound = "OMPI_MCA_orte_bound_at_launch";
        assertThat(LauncherBinding.byDefault(Map.of(bound, "1"))).isTrue();
        assertThat(LauncherBinding.byDefault(Map.of(bound, "1", "OMPI_MCA_hwloc_base_binding_policy", "core"))).isFalse();
        assertThat(LauncherBinding.byDefault(Map.of(bound, "1", "OMPI_MCA_rmaps_base_mapping_policy", "slot:PE=2"))).isFalse();
        assertThat(LauncherBinding.byDefault(Map.of("PMI_RANK", "0"))).isFalse();
    }
}
