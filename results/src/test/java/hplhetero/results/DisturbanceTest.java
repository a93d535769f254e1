package hplhetero.results;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HealthQuantity;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.MapMove;
import hplhetero.hpl.result.RateSample;
import hplhetero.hpl.result.Resumption;
import hplhetero.results.text.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a test that others, heat or the compiler disturbed. */
final class DisturbanceTest {
    private static final CaseResult PASSED = Samples.passed(2000, 64, 1, 1, 7.8, 1e-3);

    private static CaseResult with(HostLoad load) {
        return PASSED.withPower(List.of(new HostPower("node0", Double.NaN, "", Double.NaN, Double.NaN, -1, Double.NaN, Double.NaN, load)));
    }

    private static List<String> sentences(CaseResult result) {
        return Disturbance.of(result).stream().map(Disturbance::sentence).toList();
    }

    @Test
    void shouldSayWhoTookTheCores() {
        assertThat(sentences(with(new HostLoad(2, 1.06, 0.1, "cc1 (pid 7, 1.0)"))))
                .containsExactly("other processes took 1.1 of the 2 cores of node0: cc1 (pid 7, 1.0)");
        assertThat(sentences(with(new HostLoad(2, 0.1, 0.7, ""))))
                .containsExactly("other virtual machines on the same hardware took 0.7 of the 2 cores of node0");
    }

    @Test
    void shouldSayNothingOfWhatEverySystemDoes() {
        assertThat(sentences(with(HostLoad.UNKNOWN))).isEmpty();
        assertThat(sentences(with(new HostLoad(2, 0.09, 0, "")))).isEmpty();
        assertThat(sentences(with(new HostLoad(128, 1, 0, "")))).isEmpty();
        assertThat(sentences(PASSED)).isEmpty();
    }

    @Test
    void shouldSayThatTheCompilerWasAtWork() {
        assertThat(sentences(PASSED.withCompiler(0.09 * PASSED.seconds()))).isEmpty();
        assertThat(sentences(PASSED.withWarmUp(0).withCompiler(0.3 * PASSED.seconds()))).isEmpty();
        assertThat(Disturbance.of(PASSED.withCompiler(0.3 * PASSED.seconds()))).singleElement().satisfies(cold -> {
            assertThat(cold.brief()).isEqualTo("timed cold");
            assertThat(cold.sentence()).startsWith("cold: the Java compiler worked for 0.205 of 0.685 s").endsWith("(--repeat 2)");
        });
    }

    @Test
    void shouldSayThatATestWasResumed() {
        assertThat(Disturbance.of(PASSED.withResumption(new Resumption(2, 1280, 0.25)))).singleElement().satisfies(resumed -> {
            assertThat(resumed.brief()).isEqualTo("resumed");
            assertThat(resumed.sentence()).isEqualTo("resumed 2 times, last with 1280 of 2000 columns factored after 0.25 s: the time adds "
                    + "up the parts that led to the result, so it is no result for the TOP500");
        });
    }

    /** At the first move the others had their rate of the start, and rank 3 had 15.25 of 30 GFLOPS. */
    @Test
    void shouldSayWhichRankChangedItsSpeedBeforeItsColumnsMoved() {
        assertThat(Disturbance.of(Samples.moved())).singleElement().satisfies(changed -> {
            assertThat(changed.brief()).isEqualTo("rank 3 at 0.51 of its rate");
            assertThat(changed.sentence()).isEqualTo("rank 3 on node3 slowed to 0.51 of its rate at the start, compared with the other "
                    + "ranks, before 40 % of the columns were factored");
        });
        assertThat(sentences(Samples.watched())).isEmpty();
        assertThat(sentences(rates(20, 30, 40, 20, 30, 60))).containsExactly("rank 2 on node2 sped up to 1.50 of its rate at the start, "
                + "compared with the other ranks, before 40 % of the columns were factored");
    }

    /** A map may also have been dealt for other speeds than those at the start, and all rates fall towards the end. */
    @Test
    void shouldSayNothingOfMovesBeforeWhichNoRankChanged() {
        assertThat(sentences(rates(20, 30, 40, 10, 15, 20))).isEmpty();
        assertThat(sentences(rates(20, 30, 40, 19, 30, 41))).isEmpty();
        assertThat(sentences(rates(20, 30, Double.NaN, 20, 30, 1))).isEmpty();
        assertThat(sentences(rates(20, 30, 40))).isEmpty();
    }

    /** One sample that is off is not a change. */
    @Test
    void shouldTakeTheMiddleOfSomeSamples() {
        assertThat(sentences(rates(20, 30, 40, 20, 30, 40, 20, 30, 40, 20, 30, 40, 20, 5, 40, 20, 30, 40))).isEmpty();
        assertThat(Disturbance.of(rates(20, 30, 40, 20, 30, 40, 20, 30, 40, 20, 15, 40, 20, 5, 40, 20, 15, 40)))
                .extracting(Disturbance::brief).containsExactly("rank 1 at 0.50 of its rate");
    }

    /** A test on three ranks whose rates, three numbers for each sample, were seen before a move. */
    private static CaseResult rates(double... gflops) {
        List<RateSample> samples = IntStream.range(0, gflops.length / 3).mapToObj(i -> new RateSample(i + 1,
                List.of(gflops[3 * i], gflops[3 * i + 1], gflops[3 * i + 2]))).toList();
        MapMove move = new MapMove(20, 1, 0.1, 1, 8, List.of(), List.of(), "a reason");
        return Samples.passed(8000, 160, 1, 3, 100, 1e-3).withAdaptation(new Adaptation(true, "", samples, List.of(move), List.of()));
    }

    @Test
    void shouldSayHowHotItWasWhereTheClockFell() {
        HostPower hot = new HostPower("node2", Double.NaN, "", 3000, 1900, 12, 3400, 97.4, HostLoad.UNKNOWN);
        assertThat(sentences(PASSED.withPower(List.of(hot)))).containsExactly("node2's clock fell from 3.4 to 1.9 GHz during the test: "
                + "throttled 12 times (heat or power), 97 degrees C at most");
    }

    @Test
    void shouldSayWhatWentWrongWithAHostsHealth() {
        Map<HealthQuantity, List<Double>> values = new EnumMap<>(HealthQuantity.class);
        values.put(HealthQuantity.UNCORRECTED_ERRORS, List.of(0.0, 1.0));
        values.put(HealthQuantity.CORRECTED_ERRORS, List.of(2.0, 3.0));
        values.put(HealthQuantity.LINK_DOWNS, List.of(0.0, 2.0));
        values.put(HealthQuantity.LINK_ERRORS, List.of(5.0, 25.0));
        values.put(HealthQuantity.SWAPPED, List.of(0.0, 1.25 * 0x1p30));
        values.put(HealthQuantity.GPU_THROTTLED, List.of(5.0, 10.0));
        values.put(HealthQuantity.GPU_HEAT, List.of(5.0, 10.0));
        values.put(HealthQuantity.GPU_POWER_BRAKE, List.of(0.0, 0.0));
        values.put(HealthQuantity.GPU_LINK, List.of(1.0, 0.0));
        values.put(HealthQuantity.GPU_LINK_GENERATION, List.of(3.0, 5.0));
        values.put(HealthQuantity.GPU_LINK_WIDTH, List.of(8.0, 16.0));
        values.put(HealthQuantity.GPU_LINK_MOST_GENERATION, List.of(5.0, 5.0));
        values.put(HealthQuantity.GPU_LINK_MOST_WIDTH, List.of(16.0, 16.0));
        values.put(HealthQuantity.GPU_TEMPERATURE, List.of(80.0, 91.5));
        values.put(HealthQuantity.GPU_UNCORRECTED_ERRORS, List.of(0.0, 4.0));
        HostPower host = HostPower.unknown("node17").withHealth(new HealthSeries(List.of(5.0, 10.0), values));
        assertThat(sentences(PASSED.withPower(List.of(host)))).containsExactly(
                "node17 has met 1 memory error that ECC could not correct, from 10 s on: do not trust its results, and have its memory "
                        + "tested",
                "node17 has met 3 memory errors that ECC corrected, from 5 s on: have its memory tested",
                "node17 has lost a network link 2 times, from 10 s on: look at cables and switches",
                "node17's network ports have counted 25 errors, from 10 s on: look at cables and switches",
                "node17 has written 1.3 GiB to swap, from 10 s on: choose a smaller N, or end other programs",
                "a GPU of node17 was slowed for heat or by its power supply for 10 s (heat 10 s), from 10 s on, at most 92 degrees Celsius",
                "a GPU of node17 has met 4 memory errors that ECC could not correct, from 10 s on: do not trust its results",
                "GPU 1 runs on PCIe 3 x8 instead of 5 x16 on node17: look at its slot, its cables and the firmware's settings");
    }

    @Test
    void shouldSayOfARunningTestWhenTheClockFell() {
        assertThat(Disturbance.of("node17", new HealthEvent(HealthEvent.Kind.SLOW, 240, 1210, 3400, 96.2)).sentence())
                .isEqualTo("node17 fell from 3.4 to 1.2 GHz at 96 degrees Celsius after 240 s");
        assertThat(Disturbance.of("node17", new HealthEvent(HealthEvent.Kind.SLOW, 240, 1210, 3400, Double.NaN)).sentence())
                .isEqualTo("node17 fell from 3.4 to 1.2 GHz after 240 s");
    }

    /** The note about the lowest clock is enough, when the test has ended. */
    @Test
    void shouldSayOnceThatTheClockFell() {
        HealthSeries health = new HealthSeries(List.of(5.0, 10.0, 15.0, 20.0, 25.0, 30.0), Map.of(HealthQuantity.CLOCK,
                List.of(3400.0, 3400.0, 3400.0, 1200.0, 1200.0, 1200.0)));
        assertThat(HealthEvent.latest(health)).hasSize(1);
        HostPower hot = new HostPower("node2", Double.NaN, "", 2300, 1200, 12, 3400, 97.4, HostLoad.UNKNOWN).withHealth(health);
        assertThat(sentences(PASSED.withPower(List.of(hot)))).hasSize(1);
    }

    @Test
    void shouldBeInTheLastLine() {
        CaseResult busy = with(new HostLoad(2, 1.9, 0, ""));
        assertThat(verdict(busy)).endsWith("; other processes took 1.9 of 2 cores");
        assertThat(verdict(PASSED, busy, busy)).endsWith("; other processes took 1.9 of 2 cores or similar in 2 of 3 tests");
        assertThat(verdict(PASSED, busy)).endsWith("; other processes took 1.9 of 2 cores in one test");
        assertThat(verdict(Samples.moved())).endsWith("; rank 3 at 0.51 of its rate");
        assertThat(verdict(PASSED)).doesNotContain(";");
    }

    private static String verdict(CaseResult... results) {
        List<TestResult> tests = List.of(results).stream().map(TestResult::of).toList();
        return Verdict.of(new Sweep(Samples.run(), Samples.parameters(16), tests.size(), tests)).about();
    }
}
