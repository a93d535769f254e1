package hplhetero.run.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.blas.DeviceInfo;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.DeviceCost;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.cluster.ClusterFileReader;
import hplhetero.input.text.InputException;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.job.RankFacts;
import hplhetero.run.job.RankInfo;
import hplhetero.run.job.RankTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two hosts of unlike memory, 64 GiB and 8 GiB. */
final class MemoryFittingTest {
    private static final long GIB = 1L << 30;
    /** 27 GiB, of which netlib's map would give each of two ranks 13. */
    private static final int CAPPED = 60_000;
    private static final List<Long> MEMORY = List.of(64 * GIB, 8 * GIB);

    @TempDir
    private Path folder;

    @Test
    void shouldPlanAnNThatOnlyCapsMakeFit() throws IOException {
        Planning.Laid outcome = fitting(MEMORY, Planning.Use.WHERE_IT_PAYS).of(twoRanks(String.valueOf(CAPPED)));
        HplCase one = outcome.choice().cases().getFirst();
        assertThat(one.n()).isEqualTo(CAPPED);
        assertThat(CaseMemory.bytes(one, 1, 1)).isLessThan((long) (0.9 * 8 * GIB)).isGreaterThan(4 * GIB);
        assertThat(CaseMemory.bytes(one, 0, 1)).isGreaterThan(16 * GIB);
    }

    @Test
    void shouldRefuseTheSameNWhereNothingIsPlanned() {
        assertThatThrownBy(() -> fitting(MEMORY, Planning.Use.NEVER).of(twoRanks(String.valueOf(CAPPED))))
                .isInstanceOf(InputException.class)
                .hasMessageMatching("N=60000 needs 14 GiB on small, 8.0 GiB available: choose N <= 4[0-9]000 or add memory");
    }

    @Test
    void shouldRefuseWhatAllHostsTogetherCannotHoldAndNameThem() {
        assertThatThrownBy(() -> fitting(MEMORY, Planning.Use.WHERE_IT_PAYS).of(twoRanks("100000"))).isInstanceOf(InputException.class)
                .hasMessageMatching("N=100000 needs 75 GiB, 72 GiB available on large \\(64 GiB\\), small \\(8.0 GiB\\): "
                        + "choose N <= 9[0-9]000 or add memory or hosts");
    }

    @Test
    void shouldSizeByTheMemoryOfAllHostsWhereAPlanSpreadsIt() throws IOException {
        CaseChoice planned = fitting(MEMORY, Planning.Use.WHERE_IT_PAYS).sized(twoRanks(null), 1e6, "", Optional.empty()).choice();
        CaseChoice netlibs = fitting(MEMORY, Planning.Use.NEVER).sized(twoRanks(null), 1e6, "", Optional.empty()).choice();
        assertThat(netlibs.cases().getFirst().n()).isBetween(38_000, 42_000);
        assertThat(planned.cases().getFirst().n()).isBetween(84_000, 87_000);
        assertThat(planned.notes()).anySatisfy(note -> assertThat(note).contains("80 % of the memory of all hosts"));
    }

    /** Each host has more than is asked for, and takes no more than that. */
    @Test
    void shouldTakeNoMoreOfAnyHostThanIsAskedForAlsoWhereAPlanSpreadsIt() throws IOException {
        Optional<MemoryUse> requested = Optional.of(MemoryUse.parse("--mem", "6GiB"));
        RankTable rankTable = rankTable(List.of("large", "small"), MEMORY);
        Planning planning = new Planning(Planning.Use.WHERE_IT_PAYS, Optional.empty(), choice -> unlikeSpeeds(),
                cluster -> MemoryCaps.of(rankTable, cluster, requested.get()).on(cluster), DeviceMemory.NONE);
        HplCase one = MemoryFitting.of(rankTable, rank -> 1, Optional.empty(), planning).sized(twoRanks(null), 1, "", requested).choice()
                .cases().getFirst();
        assertThat(one.map()).isInstanceOf(MapSpec.Explicit.class);
        assertThat(one.n()).isBetween(25_000, 40_000);
        assertThat(CaseMemory.bytes(one, 0, 1)).isBetween(5 * GIB, 6 * GIB);
        assertThat(CaseMemory.bytes(one, 1, 1)).isBetween(GIB, 6 * GIB);
    }

    private Cluster unlikeSpeeds() {
        try {
            return ClusterFileReader.read(Files.writeString(folder.resolve("unlike.cluster"), """
                    link other-host latency=20us bandwidth=1GB/s
                    rank 0 host=large speed=90GFLOPS memory=57GiB
                    rank 1 host=small speed=50GFLOPS memory=7GiB
                    """));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldRefuseMemoryThatAHostDoesNotHave() {
        assertThatThrownBy(() -> fitting(MEMORY, Planning.Use.NEVER).sized(twoRanks(null), 1, "",
                Optional.of(MemoryUse.parse("--mem", "20GiB")))).isInstanceOf(InputException.class)
                .hasMessage("--mem: 20.0 GiB asked for, 8.0 GiB available on small: "
                        + "give at most what is available, or a share such as 80%");
    }

    /** One of four cells of a 2 x 2 grid cannot be small alone. */
    @Test
    void shouldTakeASmallerNWhereNoPlanCanFillTheMemory() throws IOException {
        List<Long> memory = List.of(64 * GIB, 64 * GIB, 64 * GIB, 8 * GIB);
        HplDatOverrides grid = HplDatOverrides.of("-P", "2", "-Q", "2", "--nb", "256");
        CaseChoice open = CaseChoice.of(InputFile.find(Optional.empty(), folder), grid, new MapSpec.Cyclic());
        CaseChoice sized = fitting(memory, Planning.Use.WHERE_IT_PAYS).sized(open, 1e6, "", Optional.empty()).choice();
        assertThat(sized.cases().getFirst().n()).isBetween(90_000, 125_000);
    }

    /** What a file says and what is there: neither is exceeded. */
    @Test
    void shouldCapDescribedRanksByWhatTheirHostsHave() throws IOException {
        Cluster file = described(List.of(64 * GIB, 8 * GIB, Long.MAX_VALUE));
        MemoryCaps caps = MemoryCaps.of(rankTable(List.of("a", "a", "b"), List.of(40 * GIB, 40 * GIB, 10 * GIB)), file);
        assertThat(caps.bytes()).containsExactly(28 * GIB, 8 * GIB, 9 * GIB);
        assertThat(caps.on(file).ranks().get(2).memoryBytes()).isEqualTo(9 * GIB);
    }

    /** Rank 0 with a device of 2 GiB, in front of 57 GiB of its host's memory. */
    private static final DeviceMemory DEVICE = new DeviceMemory(List.of(2 * GIB, Long.MAX_VALUE));

    private Planning.Laid onDevice(String n, double otherGflops) throws IOException {
        Cluster ranks = ClusterFileReader.read(Files.writeString(folder.resolve("device.cluster"), """
                link other-host latency=20us bandwidth=10GB/s
                rank 0 host=large speed=1000GFLOPS memory=57GiB
                rank 1 host=small speed=%sGFLOPS memory=7GiB
                """.formatted(otherGflops)));
        return MemoryFitting.of(rankTable(List.of("large", "small"), MEMORY), rank -> 1, Optional.empty(), new Planning(
                Planning.Use.WHERE_IT_PAYS, Optional.empty(), choice -> ranks, UnaryOperator.identity(), DEVICE)).of(twoRanks(n));
    }

    /** 3 GiB: the other, nearly as fast, takes what the device does not hold. */
    @Test
    void shouldKeepWithinTheMemoryOfADeviceWhereAnotherRankCanTakeTheRest() throws IOException {
        HplCase one = onDevice("20000", 400).choice().cases().getFirst();
        assertThat(CaseMemory.bytes(one, 0, 1)).isBetween(GIB, 2 * GIB);
        assertThat(CaseMemory.bytes(one, 1, 1)).isGreaterThan(GIB);
        assertThat(DEVICE.streams(one)).isEmpty();
    }

    /**
     * The other rank is ten times slower. Streaming costs twice as much as the update of what is held, or a million times as much. Where
     * that was measured, the plan that is faster by the prediction is taken.
     */
    @ParameterizedTest
    @CsvSource({"2, true", "1e6, false"})
    void shouldStreamWhereThatIsFasterByWhatWasMeasured(double cost, boolean streams) throws IOException {
        UpdateCost held = UpdateCost.constant(1000);
        Cluster ranks = described(List.of(57 * GIB, 7 * GIB)).with(rank -> rank.rank() == 1 ? rank.costing(UpdateCost.constant(100),
                rank.panel(), Optional.empty()) : rank.costing(held, rank.panel(), Optional.of(new DeviceCost(Long.MAX_VALUE,
                Optional.of(held.times(cost)), Optional.empty(), Optional.empty()))));
        HplCase one = MemoryFitting.of(rankTable(List.of("large", "small"), MEMORY), rank -> 1, Optional.empty(), new Planning(
                Planning.Use.WHERE_IT_PAYS, Optional.empty(), choice -> ranks, UnaryOperator.identity(), DEVICE)).of(twoRanks("20000"))
                .choice().cases().getFirst();
        assertThat(DEVICE.streams(one).isPresent()).isEqualTo(streams);
    }

    /** Of cores that are 100 times slower all would wait; what streams does not take that long. */
    @Test
    void shouldStreamThroughADeviceRatherThanLoadMuchSlowerRanks() throws IOException {
        HplCase one = onDevice("20000", 10).choice().cases().getFirst();
        assertThat(CaseMemory.bytes(one, 0, 1)).isGreaterThan(2 * GIB);
        assertThat(DEVICE.streams(one)).hasValueSatisfying(said -> assertThat(said).matches("N=20000: the device of rank 0 holds "
                + "[67][0-9] % of its part of the matrix; the rest streams through it, which is slower: "
                + "with N <= 1[67][0-9]{3} all of it has room"));
    }

    /** Ranks 0 and 2 of one host have the only device that they see; a launcher shows rank 1 another; on the other host is one more. */
    @Test
    void shouldShareADevicesMemoryAmongItsRanks() {
        List<String> hosts = List.of("a", "a", "a", "b", "b");
        List<String> seen = List.of("", "1", "", "", "");
        RankTable ranks = new RankTable(IntStream.range(0, 5).mapToObj(r -> new RankFacts(hosts.get(r), hosts.get(r) + r, "build", 25,
                "amd64", "LITTLE_ENDIAN", List.of(), 1, seen.get(r), 64 * GIB)).toList());
        List<RankInfo> infos = IntStream.range(0, 5).mapToObj(r -> r < 4
                ? rankInfo(List.of(new DeviceInfo(0, "GPU", "", "", 9 * GIB, 0, "")), 8 * GIB)
                : rankInfo(List.of(), Long.MAX_VALUE)).toList();
        assertThat(DeviceMemory.of(ranks, infos).bytes()).containsExactly(4 * GIB, 8 * GIB, 4 * GIB, 8 * GIB, Long.MAX_VALUE);
    }

    private static RankInfo rankInfo(List<DeviceInfo> device, long bytes) {
        return new RankInfo(1, "", "", "", "", 1, List.of(), List.of(), device, bytes);
    }

    @Test
    void shouldPlanAsEverWhatADeviceHolds() throws IOException {
        assertThat(onDevice("10000", 10).choice().cases()).isEqualTo(planned("10000", DeviceMemory.NONE));
    }

    private List<HplCase> planned(String n, DeviceMemory devices) throws IOException {
        Cluster ranks = ClusterFileReader.read(folder.resolve("device.cluster"));
        return MemoryFitting.of(rankTable(List.of("large", "small"), MEMORY), rank -> 1, Optional.empty(), new Planning(
                Planning.Use.WHERE_IT_PAYS, Optional.empty(), choice -> ranks, UnaryOperator.identity(), devices)).of(twoRanks(n)).choice()
                .cases();
    }

    /** Both ranks have one, of 2 GiB; asked for by name, the hosts' memory is taken all the same. */
    @Test
    void shouldFindAnNThatDevicesHold() throws IOException {
        RankTable rankTable = rankTable(List.of("large", "small"), MEMORY);
        Planning planning = new Planning(Planning.Use.NEVER, Optional.empty(), choice -> unlikeSpeeds(), UnaryOperator.identity(),
                new DeviceMemory(List.of(2 * GIB, 2 * GIB)));
        MemoryFitting fitting = MemoryFitting.of(rankTable, rank -> 1, Optional.empty(), planning);
        assertThat(fitting.sized(twoRanks(null), 1e6, "", Optional.empty()).choice().cases().getFirst().n()).isBetween(21_000, 23_170);
        assertThat(fitting.sized(twoRanks(null), 1e6, "", Optional.of(MemoryUse.parse("--mem", "80%"))).choice().cases().getFirst().n())
                .isBetween(38_000, 42_000);
    }

    private CaseChoice twoRanks(String n) {
        return CaseChoice.of(InputFile.find(Optional.empty(), folder), HplDatOverrides.of("-N", n, "-P", "1", "-Q", "2", "--nb", "256"),
                new MapSpec.Cyclic());
    }

    private MemoryFitting fitting(List<Long> memory, Planning.Use use) throws IOException {
        RankTable rankTable = memory.size() == 2 ? rankTable(List.of("large", "small"), memory) : rankTable(List.of("a", "b", "c", "d"),
                memory);
        Cluster ranks = described(IntStream.range(0, rankTable.size())
                .mapToObj(r -> rankTable.plannableBytes(rankTable.ranks().get(r).host())).toList());
        return MemoryFitting.of(rankTable, rank -> 1, Optional.empty(), new Planning(use, Optional.empty(), choice -> ranks,
                UnaryOperator.identity(), DeviceMemory.NONE));
    }

    private static RankTable rankTable(List<String> hosts, List<Long> memory) {
        return new RankTable(IntStream.range(0, hosts.size()).mapToObj(r -> new RankFacts(hosts.get(r), hosts.get(r) + r, "build", 25,
                "amd64", "LITTLE_ENDIAN",
                List.of(), 1, "", memory.get(r))).toList());
    }

    private Cluster described(List<Long> memory) throws IOException {
        StringBuilder text = new StringBuilder("link other-host latency=20us bandwidth=1GB/s\n");
        for (int r = 0; r < memory.size(); r++) {
            text.append("rank ").append(r).append(" host=h").append(r).append(" speed=50GFLOPS");
            text.append(memory.get(r) == Long.MAX_VALUE ? "" : " memory=" + memory.get(r) / (double) (1 << 20) + "MiB").append('\n');
        }
        return ClusterFileReader.read(Files.writeString(folder.resolve("my.cluster"), text));
    }
}
