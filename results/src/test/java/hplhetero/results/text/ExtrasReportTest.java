package hplhetero.results.text;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.DeviceReport;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.format.Page;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public class ExtrasReportTest {

    private static String extras(RunDescription run, CaseResult... results) {
        return Samples.printed(out -> new ExtrasReport(out).ends(Samples.sweep(run, Samples.parameters(16), List.of(results))));
    }

    /** Two ranks with one and three workers, one second of wall time: four worker seconds. */
    private static CaseResult uneven() {
        return new CaseResult(Samples.hplCase(1000, 64, 1, 2, 16), CheckStatus.PASSED, Samples.START, Samples.START, 1.0,
                Optional.empty(), false, List.of(
                new RankReport(0, "slow", 1, 0.25, Map.of(Phase.DGEMM, 0.75, Phase.WAITING, 0.25)),
                new RankReport(1, "fast", 3, 0.75, Map.of(Phase.DGEMM, 2.25, Phase.SWAP, 0.75))), "");
    }

    @Test
    void shouldTellErrorsThatWereFoundWhileATestRan() {
        assertThat(extras(Samples.run(), Samples.corrected())).contains("emulated errors: bits were flipped on purpose", "3:4:update:62",
                "steps verified (all): 16 comparisons", "15 panels tested: 1 error", "put right in 1 row: rank 3 on node1\n");
        assertThat(extras(Samples.run(), Samples.ended())).contains("FAILED", "a panel is not L U after panels 0..10, off by 0.125",
                "rank 2 on node1\n").doesNotContain("emulated", "nan", "NaN");
    }

    @Test
    void shouldTellWhenBlockColumnsMovedAndWhy() {
        assertThat(extras(Samples.run(), Samples.moved())).contains("""
                # WR00R2C4 N=8000 NB=160 P=1 Q=4: Rmax 120 GFLOPS, 47.9 % of Rpeak, 2.845 s, warm-up 1.5 s
                #   moved: at 40 % of the columns (1.5 s): 4 block columns, 27.34 MiB in 0.0800 s; behind there rank 3 has 3, before 7: \
                rank 3 at 0.5 of its rate
                #   moved: at 70 % of the columns (2.25 s): 1 block column, 2.93 MiB in 0.0125 s; behind there rank 0 has 4, before 5: \
                rank 3 at 0.9 of its rate
                #   note: rank 3 on node3 slowed to 0.51 of its rate at the start, compared with the other ranks, before 40 % of the \
                columns were factored
                #   rank  host""");
        assertThat(extras(Samples.run(), Samples.watched())).doesNotContain("moved", "note: the map");
        assertThat(extras(Samples.run(), Samples.unwatched())).contains("#   note: the map stays: a device holds columns\n")
                .doesNotContain("moved:");
    }

    /** The shares are those of the elements: 51 block columns, the last of which is only b. */
    @Test
    void shouldTellBothSharesOfRanksWhoseColumnsMoved() {
        assertThat(extras(Samples.run(), Samples.moved())).contains("#   rank  host           blocks   at end  compute",
                "#      0  node0          26.0 %   28.0 %", "#      2  node2          24.0 %   26.0 %",
                "#      3  node3          24.0 %   18.0 %");
        assertThat(extras(Samples.run(), Samples.watched())).contains("#      3  node3          25.0 %").doesNotContain("at end");
    }

    @Test
    void shouldCountTheMovesThatHaveNoLineOfTheirOwn() {
        MapMove move = Samples.moved().adaptation().moves().getLast();
        CaseResult often = Samples.moved().withAdaptation(new Adaptation(true, "", List.of(), Collections.nCopies(9, move), List.of()));
        assertThat(extras(Samples.run(), often).lines().filter(line -> line.startsWith("#   moved: "))).hasSize(4)
                .last().isEqualTo("#   moved: 6 more times: 6 block columns, 17.58 MiB in 0.0750 s");
        CaseResult four = Samples.moved().withAdaptation(new Adaptation(true, "", List.of(), Collections.nCopies(4, move), List.of()));
        assertThat(extras(Samples.run(), four).lines().filter(line -> line.startsWith("#   moved: at 70 %"))).hasSize(4);
    }

    /** Two process rows own each virtual column; columns that change places one for one leave all numbers as they were. */
    @Test
    void shouldNameProcessColumnsWhereSeveralRanksOwnOne() {
        CaseResult grid = Samples.passed(8000, 160, 2, 2, 120, 1e-3);
        MapMove uneven = new MapMove(20, 1.5, 0.08, 4, 1024, List.of(16, 15), List.of(12, 19), "");
        MapMove places = new MapMove(30, 1.75, 0.08, 2, 1024, List.of(9, 10), List.of(9, 10), "ranks 0, 2 at 0.5 of their rate");
        assertThat(extras(Samples.run(), grid.withAdaptation(new Adaptation(true, "", List.of(), List.of(uneven, places), List.of()))))
                .contains("4 block columns, 1 KiB in 0.0800 s; behind there process column 0 has 12, before 16\n",
                        "2 block columns, 1 KiB in 0.0800 s: ranks 0, 2 at 0.5 of their rate\n");
    }

    @Test
    void shouldSayWhatWasNotChecked() {
        assertThat(extras(Samples.run(), Samples.checking())).contains("# WR00R2C4 N=200 NB=16 P=1 Q=4: not checked, rate 6.082 GFLOPS",
                "#   not checked: the run ended before the residual was known");
        assertThat(extras(Samples.run(), Samples.checking(), Samples.passed(30, 3, 2, 2, 1, 1e-3)))
                .contains("best of 2 tests, one run each: WR00R2C4 N=30 ");
    }

    @Test
    void shouldTellMachineKernelsMapAndPeakWithUnits() {
        assertThat(extras(Samples.run(), uneven())).contains("""
                # hpl-hetero 0.1.0
                # host:    node1, Debian 12
                # CPU:     AMD EPYC 9B45 (Zen 5), 2 physical cores
                # memory:  8 GiB
                # Java:    Temurin 25.0.3
                # BLAS:    vector (plain Java, 512 bits), 105.2 GFLOPS a core measured: fastest of 3 in the contest
                # ranks:   4 with 1 worker each, transport local
                # map:     cyclic
                # Rpeak:   250.6 GFLOPS: 2 cores x 125.3 GFLOPS, FMA peak measured
                # before:  ranks and links measured for 1.90 s, warm-up 0.0000 s
                # cleared: OPENBLAS_CORETYPE=Haswell from the environment
                # note:    line 23, BCAST 9: not one of 0..5
                """);
    }

    @Test
    void shouldTellHowStepsWereReallyDone() {
        assertThat(extras(Samples.run(), Samples.chosen())).contains("""
                #   note: bcast auto: 1ringM panels 0-39, Blong 40-43, 1ringM 44-60, Blong 61-399 (predicted)
                #   note: swap auto: mix panels 0-199, spread-roll 200-399 (predicted)
                #   note: tried bcast Blong in panels 40-43: ranks waited 12.5 % of a step, against 25.0 % with bcast 1ringM: taken
                #   note: tried bcast 1ringM swap mix in panels 300-307: ranks waited 12.0 % of a step, against 10.0 % with bcast \
                Blong swap spread-roll: not taken
                #   note: tried bcast 1ringM swap mix in panels 350-353: ranks waited 68.8 % of a step, against 75.0 % with bcast \
                Blong swap spread-roll: not taken: 6.2 % less is too uncertain, 12.5 % is needed, by how ranks and the panels before and \
                after differed
                """);
        assertThat(extras(Samples.run(), uneven())).doesNotContain("auto");
    }

    @Test
    void shouldTellRmaxItsShareAndWhereTheTimeWent() {
        assertThat(extras(Samples.run(), uneven())).endsWith("""
                #
                # WR00R2C4 N=1000 NB=64 P=1 Q=2: Rmax 0.6682 GFLOPS, 0.3 % of Rpeak, 1 s, warm-up 0.0000 s
                #   rank  host           blocks  compute  exchange     wait
                #      0  slow           25.0 %   75.0 %     0.0 %   25.0 %
                #      1  fast           75.0 %   75.0 %    25.0 %    0.0 %
                #   worker seconds      min     mean      max    share
                #   swap             0.0000    0.375     0.75   18.8 %
                #   dgemm              0.75      1.5     2.25   75.0 %
                #   waiting          0.0000    0.125     0.25    6.2 %
                #
                # why: 99.7 % of Rpeak is missing: updates below peak 74.7 %, swap 18.8 %, waiting 6.2 % (least on rank 1 of fast, for \
                which the others waited)
                """);
    }

    /** 0.0425 J in 0.001079 s. */
    @Test
    void shouldTellEnergyAndItsSource() {
        assertThat(extras(Samples.run(), Samples.meteredWholly())).contains("""
                #   energy 0.04250 J, 39.40 W, 0.1269 GFLOPS/W, by hwmon: power_meter
                #   note: other processes took 0.5 of the 2 cores of node1: cc1 (pid 7, 0.5)
                #   note: node1 was throttled once (heat or power), 88 degrees C at most
                """);
        assertThat(extras(Samples.run(), uneven())).doesNotContain("energy", "GFLOPS/W");
    }

    @Test
    void shouldTellWhyEnergyIsNotKnown() {
        HostPower refused = new HostPower("node0", Double.NaN, "RAPL: may be read by root alone", 3000, 2990, 0, 3000);
        assertThat(extras(Samples.run(), uneven().withPower(List.of(refused, refused)))).containsOnlyOnce(
                "#   energy not known: RAPL: may be read by root alone\n").doesNotContain("note: node0");
    }

    @Test
    void shouldGiveNoGflopsPerWattWhereAHostIsNotKnown() {
        assertThat(extras(Samples.run(), Samples.metered())).contains("""
                #   energy 0.01250 J, 11.59 W, by RAPL: package (not the whole node); without node1, whose energy is not known: no GFLOPS/W
                #   note: node0's clock fell from 3.4 to 1.9 GHz during the test: throttled 12 times (heat or power)
                """);
    }

    @Test
    void shouldGiveOneColumnToOneRank() {
        CaseResult alone = new CaseResult(Samples.hplCase(1000, 64, 1, 1, 16), CheckStatus.PASSED, Samples.START,
                Samples.START, 50.0, Optional.empty(), false,
                List.of(new RankReport(0, "node", 2, 1.0, Map.of(Phase.DGEMM, 98.765, Phase.SWAP, 0.04321))), "");
        assertThat(extras(Samples.run(), alone)).endsWith("""
                #   worker seconds      sum    share
                #   swap             0.0432    0.0 %
                #   dgemm              98.8   98.8 %
                #
                # why: 100.0 % of Rpeak is missing: updates below peak 100.0 %
                """).doesNotContain("rank ");
    }

    /** Of three ranks two have devices. */
    public static CaseResult withDevices() {
        Map<Phase, Double> seconds = Map.of(Phase.DGEMM, 30.0);
        return new CaseResult(Samples.hplCase(1000, 64, 1, 3, 16), CheckStatus.PASSED, Samples.START, Samples.START, 50.0, Optional.empty(),
                false, List.of(new RankReport(0, "a", 2, 0.4, seconds, Optional.of(new DeviceReport(0.25, 1.5, 1.75, 3L << 30,
                new PanelTimes(List.of(new PanelTimes.Height(250, 0.002, 0.00125), new PanelTimes.Height(1000, 0.0045, 0.00987)))))),
                new RankReport(1, "b", 8, 0.4, seconds, Optional.of(new DeviceReport(0, 0.75, 2.5, 0,
                PanelTimes.NONE))),
                new RankReport(2, "c", 2, 0.2, seconds)), "");
    }

    @Test
    void shouldSayWhatWorkersDidBesideDevices() {
        assertThat(extras(Samples.run(), withDevices())).contains(
                "#   devices: workers beside them updated 0.0 % to 25.0 % of the columns; sending panels and columns took 1.5 s\n"
                + "#   devices: the system did not let them lock 3 GiB of the hosts' memory, so copies were slower; see ulimit -l, and the "
                + "memory limit of the container or job\n"
                + "#   rank 0: panels measured, by the device and by the workers: 250 rows 2 and 1.25 ms, 1000 rows 4.5 and 9.87 ms; each "
                + "factored those of about the heights where it was faster\n");
    }

    @Test
    void shouldTakeOnlyTheBestOfManyTestsApart() {
        assertThat(extras(Samples.run(), Samples.passed(30, 3, 2, 2, 1, 1e-3), Samples.passed(30, 4, 2, 2, 2, 1e-3),
                Samples.passed(200, 3, 1, 1, 5, 1e-3), Samples.passed(30, 5, 2, 2, 3, 1e-3))).endsWith("""
                # note:    line 23, BCAST 9: not one of 0..5
                #
                #   N  NB  P  Q  variant   GFLOPS  % Rpeak       s  status
                # 200   3  1  1  WR00R2C4       5      2.0  0.0011  passed
                #  30   5  2  2  WR00R2C4       3      1.2  0.0000  passed
                #  30   4  2  2  WR00R2C4       2      0.8  0.0000  passed
                #  30   3  2  2  WR00R2C4       1      0.4  0.0000  passed
                #
                # best of 4 tests, one run each: WR00R2C4 N=200 NB=3 P=1 Q=1: Rmax 5 GFLOPS, 2.0 % of Rpeak, 0.001079 s, warm-up 1.41 s
                #   worker seconds      sum    share
                #   dgemm            0.0001    9.3 %
                #   waiting          0.0002   18.5 %
                #
                # why: 98.0 % of Rpeak is missing: updates below peak 79.5 %, waiting 18.5 %
                """);
    }

    @Test
    void shouldTellTheNotesOfEveryTestOfMany() {
        assertThat(extras(Samples.run(), Samples.passed(30, 3, 2, 2, 1, 1e-3), Samples.passed(30, 4, 2, 2, 2, 1e-3),
                Samples.passed(200, 3, 1, 1, 5, 1e-3), Samples.skipped("no memory"))).contains("""
                # WR00R2C4 N=200000 NB=192 P=1 Q=2: skipped
                #   note: no memory
                #
                #      N""","""
                # 200000  192  1  2  WR00R2C4       -        -       -  skipped
                #
                # best of 4 tests, one run each:""");
    }

    @Test
    void shouldSayWhatIsNotKnown() {
        RunDescription r = Samples.run();
        RunDescription.Host host = new RunDescription.Host("node1", "Debian 12", "AMD EPYC 9B45", "", 2, 8L << 30, "Temurin 25.0.3",
                new RunDescription.Provider("native", "OpenBLAS", Double.NaN, "asked"), List.of(0), 2, "each worker bound to a core");
        RunDescription unknown = new RunDescription(r.version(), List.of(host), "local", "cyclic", Optional.empty(), List.of(), List.of(),
                List.of(new Slowdown(2), Slowdown.parse("1.25@40%:2")), 0);
        assertThat(extras(unknown, uneven())).contains("# CPU:     AMD EPYC 9B45, 2 physical cores\n",
                "# cores:   each worker bound to a core\n",
                "# EMULATED: ranks were slowed 2, 1.25@40%:2 times by sleeping: no rate in this output is that of this machine\n",
                "# Rpeak:   neither known nor measured", "OpenBLAS), rate of a core not measured: asked",
                "Rmax 0.6682 GFLOPS, 1 s, warm-up 0.0000 s\n").contains("# before:  warm-up 0.0000 s\n");
    }

    @Test
    void shouldDescribeAlikeHostsOnce() {
        RunDescription r = Samples.run();
        RunDescription.Host other = new RunDescription.Host("c", "Debian 12", "Cortex-A76", "", 4, 4L << 30, "Temurin 25.0.3",
                Samples.VECTOR, List.of(4), 4, "");
        RunDescription several = new RunDescription(r.version(), List.of(Samples.host("a", List.of(0, 1)),
                Samples.host("b", List.of(2, 3)), other),
                "mpi", "planned", r.peak(), List.of(), List.of(), List.of(), 0);
        assertThat(extras(several, uneven())).contains("# hosts:   a, b, ranks 0-3, Debian 12\n# CPU:     AMD EPYC 9B45 (Zen 5), 2",
                "# host:    c, ranks 4, Debian 12\n# CPU:     Cortex-A76, 4 physical",
                "# ranks:   4 with 1 worker each, 1 with 4 workers each, on 3 hosts, transport mpi");
    }

    @Test
    void shouldNameTheBestOfTheTestsThatCount() {
        CaseResult fastButWrong = Samples.result(Samples.hplCase(200, 3, 1, 4, 16), CheckStatus.FAILED, 99, null,
                Samples.START);
        assertThat(extras(Samples.run(), Samples.passed(30, 3, 2, 2, 1, 1e-3), Samples.passed(200, 3, 2, 2, 5, 1e-3),
                fastButWrong)).endsWith("#\n# best of 3 tests, one run each: WR00R2C4 N=200 NB=3 P=2 Q=2: Rmax 5 GFLOPS, 2.0 % of Rpeak, "
                + "0.001079 s, "
                        + "warm-up 1.41 s\n#\n# why: 98.0 % of Rpeak is missing: updates below peak 79.5 %, waiting 18.5 %\n");
    }

    @Test
    void shouldCallNoRateOfAFailedTestRmax() {
        assertThat(extras(Samples.run(), Samples.failed())).containsPattern("# W\\S+ N=30 .*: FAILED, rate [0-9.]+ GFLOPS")
                .doesNotContain("Rmax");
    }

    @Test
    void shouldTellSkippedAndSingularTests() {
        CaseResult failed = Samples.failed();
        CaseResult singular = new CaseResult(failed.hplCase(), CheckStatus.FAILED, failed.start(), failed.end(),
                failed.seconds(), failed.residual(), true, failed.ranks(), "column 7 has no pivot");
        assertThat(extras(Samples.run(), Samples.skipped("no memory"), singular)).contains("""
                # WR00R2C4 N=200000 NB=192 P=1 Q=2: skipped
                #   note: no memory
                """, "#   note: column 7 has no pivot\n", "#   singular: a pivot was exactly zero\n")
                .doesNotContain("best of");
    }

    @Test
    void shouldTellMedianAndSpreadOfRepeats() {
        assertThat(extras(Samples.run(), Samples.passed(30, 3, 1, 1, 1, 1e-3), Samples.passed(30, 3, 1, 1, 3, 1e-3),
                Samples.passed(30, 3, 1, 1, 2, 1e-3))).endsWith("""
                # WR00R2C4 N=30 NB=3 P=1 Q=1: Rmax 2 GFLOPS, 0.8 % of Rpeak, 0.000009675 s, warm-up 1.41 s
                #   median of 3 runs 2 GFLOPS, 0.0000 s, spread 100.0 %
                #   the fastest run:
                #   worker seconds      sum     share
                #   dgemm            0.0001  1550.4 %
                #   waiting          0.0002  3100.8 %
                #
                # why: 98.8 % of Rpeak is missing: waiting 3100.8 %
                """);
    }

    @Test
    void shouldCallACaseBestOnlyBeyondTheSpread() {
        CaseResult[] mixed = {Samples.passed(30, 3, 1, 1, 2, 1e-3), Samples.passed(30, 4, 1, 1, 3, 1e-3),
            Samples.passed(30, 3, 1, 1, 3.5, 1e-3), Samples.passed(30, 4, 1, 1, 4, 1e-3)};
        assertThat(extras(Samples.run(), mixed)).contains("""
                #  N  NB  P  Q  variant   GFLOPS  % Rpeak       s  runs  spread  status
                # 30   4  1  1  WR00R2C4     3.5      1.4  0.0000     2  28.6 %  passed
                # 30   3  1  1  WR00R2C4    2.75      1.1  0.0000     2  54.5 %  passed
                #
                # no clear best: N=30 NB=4 1x1 and N=30 NB=3 1x1 are within the spread; the fastest run: WR00R2C4 N=30 NB=4 P=1 Q=1: \
                Rmax 4 GFLOPS, 1.6 % of Rpeak, 0.000004837 s, warm-up 1.41 s
                """);
        mixed[2] = Samples.passed(30, 3, 1, 1, 2.5, 1e-3);
        assertThat(extras(Samples.run(), mixed)).contains("# best of 2 cases, beyond the spread; its fastest run: WR00R2C4 N=30 NB=4 ");
    }

    @Test
    void shouldFitItsPage() {
        CaseResult[] many = IntStream.range(0, 30).mapToObj(i -> Samples.passed(12160 + i, 192, 2, 2, 1 + i, 1e-3))
                .toArray(CaseResult[]::new);
        RunDescription.Host host = new RunDescription.Host("host-with-a-name." + "x".repeat(80), "Debian 12",
                "AMD EPYC 9B45 of the kind that has a long name indeed", "Zen 5", 2, 8L << 30, "Temurin 25.0.3",
                new RunDescription.Provider("native", "OpenBLAS 0.3.31 DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64", 105.2,
                        "asked"),
                List.of(0), 2, "each worker bound to a core, memory on 2 NUMA nodes in turn");
        RunDescription run = new RunDescription("0.1.0", List.of(host), "Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev",
                "cyclic", Samples.run().peak(), List.of(), List.of("a note that is long ".repeat(9)), List.of(), 0);
        for (int columns : new int[] {80, 120}) {
            String text = Samples.printed(out -> new ExtrasReport(out, new Page(columns, false))
                    .ends(Samples.sweep(run, Samples.parameters(16), List.of(many))));
            assertThat(text.lines()).allSatisfy(line -> assertThat(line).startsWith("#").hasSizeLessThanOrEqualTo(columns));
            assertThat(text).contains("... and 10 more, all slower; -v lists them", "AMD EPYC 9B45 of the kind that has a...");
        }
        String all = Samples.printed(out -> new ExtrasReport(out, new Page(80, true))
                .ends(Samples.sweep(run, Samples.parameters(16), List.of(many))));
        assertThat(all).contains("# 12160  192  2  2 ", "has a long name");
    }

    private static RankProfile profile(int rank, String host, double gflops) {
        return new RankProfile(rank, host, 1, UpdateCost.constant(gflops), PanelCost.constant(1), Long.MAX_VALUE,
                new Peak(2 * gflops, "by hand"), 0.02);
    }

    public static CaseResult measured() {
        return uneven().withCluster(new Cluster(List.of(profile(0, "slow", 0.25), profile(1, "fast", 0.75)),
                new Network(Map.of(), List.of(0, 1), List.of(0, 0)), "measured yesterday"));
    }

    @Test
    void shouldTellWhatWasReachedOfTheRanksSpeedsAndWhereTheRestWent() {
        assertThat(extras(Samples.run(), measured())).contains("""
                #   rank  host           blocks  compute  exchange     wait  GFLOPS measured
                #      0  slow           25.0 %   75.0 %     0.0 %   25.0 %             0.25
                #      1  fast           75.0 %   75.0 %    25.0 %    0.0 %             0.75
                #   ideal 1.1 GFLOPS, the sum of the ranks' update rates (measured yesterday): reached 63.4 %
                """).contains("#   lost: imbalance 6.2 %, update 30.3 %\n",
                "#   sum of the ranks' peaks 2.0 GFLOPS (by hand): reached 33.4 %\n");
    }

    @Test
    void shouldListOfManyRanksThoseThatWaitedLeast() {
        List<RankReport> many = IntStream.range(0, 20).mapToObj(r -> new RankReport(r, "h", 1, 0.05,
                Map.of(Phase.DGEMM, 1 - 0.01 * r, Phase.WAITING, 0.01 * r))).toList();
        CaseResult result = new CaseResult(Samples.hplCase(1000, 64, 4, 5, 16), CheckStatus.PASSED, Samples.START, Samples.START, 1.0,
                Optional.empty(), false, many, "");
        assertThat(extras(Samples.run(), result)).contains("the 8 of 20 ranks that waited least:", "#      7  h")
                .doesNotContain("#      8  h");
    }
}
