package hplhetero.hpl.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.TimeSeries.Span;
import hplhetero.testing.DailySlice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StepPiecesTest {
    private static final long BEGIN = 5_000_000_000L;
    private static final int ROOM = 32;

    private final StepPieces pieces = begun(ROOM);

    private static StepPieces begun(int room) {
        StepPieces pieces = new StepPieces(room);
        pieces.begin(BEGIN);
        return pieces;
    }

    /** Microseconds since the step began. */
    private void add(Phase phase, long from, long to) {
        pieces.add(phase.ordinal(), BEGIN + 1000 * from, BEGIN + 1000 * to);
    }

    private static List<Span> spans(StepPieces pieces) {
        List<Span> spans = new ArrayList<>();
        pieces.spans(7, 3, BEGIN, spans);
        return spans;
    }

    private static void shouldFollowEachOther(List<Span> spans) {
        double before = 0;
        for (Span span : spans) {
            assertThat(span.begin()).isGreaterThanOrEqualTo(before - 1e-12);
            assertThat(span.end()).isGreaterThan(span.begin());
            before = span.end();
        }
    }

    @Test
    void shouldTellWhatWasDoneAndLeaveGapsOut() {
        add(Phase.PACK, 10, 20);
        add(Phase.SWAP, 20, 30);
        add(Phase.DGEMM, 50, 90);
        assertThat(spans(pieces)).extracting(Span::step, Span::worker, Span::phase, s -> Math.round(s.begin() * 1e6),
                s -> Math.round(s.end() * 1e6)).containsExactly(tuple(7, 3, Phase.PACK, 10L, 20L), tuple(7, 3, Phase.SWAP, 20L, 30L),
                tuple(7, 3, Phase.DGEMM, 50L, 90L));
    }

    @Test
    void shouldPutOnePhaseWithoutABreakInOneSpan() {
        add(Phase.DGEMM, 10, 20);
        pieces.add(Phase.DGEMM.ordinal(), BEGIN + 20_100, BEGIN + 30_000);
        add(Phase.DGEMM, 32, 40);
        assertThat(spans(pieces)).extracting(s -> Math.round(s.begin() * 1e6), s -> Math.round(s.end() * 1e6))
                .containsExactly(tuple(10L, 30L), tuple(32L, 40L));
    }

    /** A device's product may be waited for by looking at messages. */
    @Test
    void shouldTellOfWhatHoldsOthersOnlyWhatTheyDoNot() {
        add(Phase.BROADCAST, 12, 15);
        add(Phase.DGEMM, 10, 20);
        add(Phase.SWAP, 11, 19);
        assertThat(spans(pieces)).extracting(Span::phase, s -> Math.round(s.begin() * 1e6), s -> Math.round(s.end() * 1e6))
                .containsExactly(tuple(Phase.BROADCAST, 12L, 15L), tuple(Phase.DGEMM, 15L, 20L));
    }

    @Test
    void shouldForgetTheStepBefore() {
        add(Phase.DGEMM, 10, 20);
        pieces.begin(BEGIN + 1_000_000);
        add(Phase.SWAP, 1000, 1001);
        assertThat(spans(pieces)).extracting(Span::phase).containsExactly(Phase.SWAP);
    }

    /** A panel has a pivot a column: far more than is room for. */
    @Test
    void shouldKeepEachPhasesTimeWhateverThereIsRoomFor() {
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        Map<Phase, Double> told = new EnumMap<>(Phase.class);
        StepPieces all = begun(20_000);
        double at = 0;
        for (int i = 0; i < 10_000; i++) {
            at += random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 0;
            Phase phase = Phase.values()[random.nextInt(Phase.WAITING.ordinal())];
            long micros = random.nextInt(50) == 0 ? 5_000 : 1 + random.nextInt(40);
            add(phase, (long) at, (long) at + micros);
            all.add(phase.ordinal(), BEGIN + 1000 * (long) at, BEGIN + 1000 * ((long) at + micros));
            told.merge(phase, micros * 1e-6, Double::sum);
            at += micros;
        }
        List<Span> spans = spans(pieces);
        assertThat(spans).as("seed %d", seed).hasSizeLessThanOrEqualTo(ROOM).hasSizeGreaterThan(8);
        shouldFollowEachOther(spans);
        assertThat(spans.getLast().end()).isLessThanOrEqualTo(at * 1e-6 + 1e-9);
        shouldBeExactAtTheEndOfEachWindow(spans, spans(all), pieces.window() * 1e-9, "seed " + seed);
        for (Phase phase : told.keySet()) {
            assertThat(spans.stream().filter(s -> s.phase() == phase).mapToDouble(s -> s.end() - s.begin()).sum())
                    .as("%s, seed %d", phase, seed).isCloseTo(told.get(phase), within(1e-6));
        }
    }

    private static void shouldBeExactAtTheEndOfEachWindow(List<Span> told, List<Span> all, double window, String seed) {
        assertThat(window).as(seed).isPositive();
        int windows = (int) (all.getLast().end() / window);
        assertThat(windows).as(seed).isPositive();
        for (int w = 1; w <= windows; w++) {
            for (Phase phase : Phase.values()) {
                assertThat(until(told, phase, w * window)).as("%s, window %d, %s", phase, w, seed)
                        .isCloseTo(until(all, phase, w * window), within(1e-7));
            }
        }
    }

    private static double until(List<Span> spans, Phase phase, double time) {
        return spans.stream().filter(s -> s.phase() == phase && s.begin() < time)
                .mapToDouble(s -> Math.min(s.end(), time) - s.begin()).sum();
    }

    /** What is short next to others is put together; what is long stays where it was. */
    @Test
    void shouldLeaveLongPiecesInTheirPlace() {
        for (int i = 0; i < 200; i++) {
            add(Phase.FACTORIZATION, 10 * i, 10 * i + 6);
            add(Phase.PIVOTING, 10 * i + 6, 10 * i + 10);
        }
        add(Phase.DGEMM, 10_000, 20_000);
        add(Phase.SWAP, 20_000, 21_000);
        List<Span> spans = spans(pieces);
        assertThat(spans).hasSizeBetween(4, ROOM);
        shouldFollowEachOther(spans);
        assertThat(spans.get(spans.size() - 2).begin()).isCloseTo(0.01, within(1e-9));
        assertThat(spans.getLast().begin()).isCloseTo(0.02, within(1e-9));
        // both go on from the first to the last column
        assertThat(spans.stream().filter(s -> s.phase() == Phase.PIVOTING).mapToDouble(Span::begin).min().orElseThrow()).isLessThan(4e-4);
        assertThat(spans.stream().filter(s -> s.phase() == Phase.FACTORIZATION).mapToDouble(Span::end).max().orElseThrow())
                .isGreaterThan(1.6e-3);
    }

    @Test
    void shouldRefuseTooLittleRoom() {
        assertThatThrownBy(() -> new StepPieces(17)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("most=17");
    }
}
