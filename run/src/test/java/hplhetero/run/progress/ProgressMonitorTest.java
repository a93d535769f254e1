package hplhetero.run.progress;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.run.terminal.Screen;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class ProgressMonitorTest {
    private static final int COLUMNS = 80;
    private static final HplCase CASE = new HplCase(3000, 64, 2, 2, ProcessMapping.ROW_MAJOR, 1, BroadcastAlgorithm.RING,
            new PanelVariant(Factorization.RIGHT, 2, Factorization.RIGHT, 4), SwapAlgorithm.MIX, 64, true, new MapSpec.Cyclic(), 16.0);

    private final AtomicLong nanos = new AtomicLong();

    private ProgressMonitor monitor(ProgressStyle style, Screen screen) {
        return new ProgressMonitor(style, screen, COLUMNS, nanos::get, 1);
    }

    /** What a terminal is sent from a second after {@code work} until it shows {@code awaited}, and when the monitor has closed. */
    private String shown(ProgressStyle style, String awaited, Consumer<ProgressMonitor> work) throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Screen screen = new Screen(bytes, COLUMNS, StandardCharsets.UTF_8);
                ProgressMonitor monitor = monitor(style, screen)) {
            work.accept(monitor);
            nanos.addAndGet(1_000_000_000);
            for (int i = 0; i < 10_000 && !bytes.toString(StandardCharsets.UTF_8).contains(awaited); i++) {
                Thread.sleep(1);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldDrawASolveInALineThatFitsAndTakeItAway() throws InterruptedException {
        String shown = shown(ProgressStyle.BAR, "GFLOPS", monitor -> {
            monitor.test(3, 12);
            monitor.by(List.of("cuda", "native"));
            monitor.factored(CASE, 1500, 7_000_000_000L);
        });
        assertThat(shown).contains("3/12 N=3000 NB=64 2x2 on cuda+native", " 87% [==", "2.3 GFLOPS, 1 s left").endsWith("\r\033[K");
        assertThat(shown.split("\r")).allSatisfy(line -> assertThat(line.length()).isLessThan(COLUMNS));
    }

    @Test
    void shouldTellWhatGoesOnAndForHowLong() throws InterruptedException {
        assertThat(shown(ProgressStyle.BAR, "warming up", monitor -> monitor.begins("warming up")))
                .containsPattern("warming up  \\[ += ").doesNotContain("%", "?");
        assertThat(shown(ProgressStyle.BAR, "about", monitor -> {
            monitor.expect("measuring", 60);
            monitor.begins("measuring");
        })).containsPattern("measuring +\\d+% \\[.*about 59 s left");
        assertThat(shown(ProgressStyle.PLAIN, "left", monitor -> {
            monitor.begins("predicting");
            monitor.share(0.25);
        })).contains("hpl: predicting:  25 %, 1 s so far, about 3 s left");
        assertThat(shown(ProgressStyle.BAR, "step", monitor -> {
            monitor.begins("simulating", 64);
            monitor.done(16);
        })).contains("simulating  25% [", "step 16 of 64, ");
        assertThat(shown(ProgressStyle.BAR, "other ranks", monitor -> monitor.begins("greeting"))).contains("finding the other ranks");
    }

    @Test
    void shouldShowNothingWhereThatIsAskedFor() throws InterruptedException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Screen screen = new Screen(bytes, COLUMNS, StandardCharsets.UTF_8);
                ProgressMonitor monitor = monitor(ProgressStyle.NONE, screen)) {
            monitor.begins("warming up");
            monitor.factored(CASE, 1500, 7_000_000_000L);
            nanos.addAndGet(1_000_000_000);
            Thread.sleep(50);
        }
        assertThat(bytes.size()).isZero();
    }
}
