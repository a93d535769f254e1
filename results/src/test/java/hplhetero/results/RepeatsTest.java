package hplhetero.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RepeatsTest {

    private static List<Repeats> of(CaseResult... results) {
        return Repeats.of(Stream.of(results).map(TestResult::of).toList());
    }

    private static CaseResult small(double gflops) {
        return Samples.passed(30, 3, 2, 2, gflops, 1e-3);
    }

    private static CaseResult large(double gflops) {
        return Samples.passed(200, 3, 2, 2, gflops, 1e-3);
    }

    @Test
    void shouldGroupEqualCasesInTheOrderInWhichTheyFirstRan() {
        List<Repeats> cases = of(small(3), large(5), small(1), large(6), small(2));
        assertThat(cases).extracting(one -> one.hplCase().n()).containsExactly(30, 200);
        assertThat(cases.getFirst().gflops()).containsExactly(1.0, 2.0, 3.0);
        assertThat(cases.getLast().tests()).hasSize(2);
    }

    @Test
    void shouldTellMedianAndSpreadOfTheRunsThatCount() {
        CaseResult wrong = Samples.result(small(1).hplCase(), CheckStatus.FAILED, 99, null, Samples.START);
        Repeats odd = of(small(3), small(1), wrong, small(2)).getFirst();
        assertThat(odd.medianGflops().orElseThrow()).isEqualTo(2);
        assertThat(odd.spread().orElseThrow()).isEqualTo(1);
        assertThat(odd.best().orElseThrow().result().gflops()).isCloseTo(3, within(1e-12));
        assertThat(odd.status()).isEqualTo(CheckStatus.FAILED);
        assertThat(of(small(1), small(4)).getFirst().medianGflops().orElseThrow()).isEqualTo(2.5);
        assertThat(of(small(1)).getFirst().spread()).isEmpty();
        Repeats none = of(wrong).getFirst();
        assertThat(none.medianGflops()).isEmpty();
        assertThat(none.medianSeconds()).isEmpty();
        assertThat(none.best()).isEmpty();
    }

    @Test
    void shouldCallACaseFasterOnlyBeyondTheSpread() {
        List<Repeats> apart = of(small(3), small(3.5), large(4), large(5));
        assertThat(apart.getLast().clearlyFasterThan(apart.getFirst())).isTrue();
        assertThat(apart.getFirst().clearlyFasterThan(apart.getLast())).isFalse();
        List<Repeats> mixed = of(small(3), small(4.5), large(4), large(5));
        assertThat(mixed.getLast().clearlyFasterThan(mixed.getFirst())).isFalse();
    }

    @Test
    void shouldRankByMediansAndThoseWithoutARateLast() {
        List<Repeats> ranked = Repeats.ranked(of(Samples.skipped("no memory"), small(3), small(9), large(7), large(7)));
        assertThat(ranked).extracting(one -> one.hplCase().n()).containsExactly(200, 30, 200000);
    }
}
