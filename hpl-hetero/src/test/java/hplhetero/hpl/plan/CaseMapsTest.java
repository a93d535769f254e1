package hplhetero.hpl.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.Cases;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CaseMapsTest {
    /** Of 6 block columns, the last of which holds one column of A and b. */
    private static final HplCase CASE = Cases.of(501, 100).grid(2, 2).make();

    private static CaseMaps maps(HplCase c, Integer... kappa) {
        return CaseMaps.of(new CaseResult(c, CheckStatus.PASSED, Instant.EPOCH, Instant.EPOCH, 1, Optional.empty(), false, List.of(), "")
                .withAdaptation(new Adaptation(true, "", List.of(), List.of(), List.of(kappa))));
    }

    /** As the solver counts a rank's elements. */
    private static void same(Map<Integer, Double> shares, BlockMap map) {
        assertThat(shares).hasSize(4);
        LocalLayout.all(map).forEach(layout -> assertThat(shares.get(layout.rank()))
                .isCloseTo(layout.elements() / 501.0 / 502.0, within(1e-12)));
    }

    @Test
    void shouldGiveTheSharesThatTheSolverGives() {
        CaseMaps maps = maps(CASE, 0, 1, 0, 0, 0, 1);
        assertThat(maps.moved()).isEqualTo(1);
        assertThat(maps.end().orElseThrow().kappa()).containsExactly(0, 1, 0, 0, 0, 1);
        same(maps.sharesAtStart(), BlockMap.of(CASE));
        same(maps.sharesAtEnd().orElseThrow(), maps.end().orElseThrow());
        assertThat(maps.sharesAtEnd().orElseThrow()).isNotEqualTo(maps.sharesAtStart());
    }

    @Test
    void shouldNameTheRanksOfAVirtualColumn() {
        assertThat(maps(CASE).columns()).isEqualTo(2);
        assertThat(maps(CASE).ranks(1)).containsExactly(1, 3);
        assertThat(maps(Cases.of(501, 100).grid(1, 3).make()).ranks(2)).containsExactly(2);
    }

    @Test
    void shouldHaveNoMapOfTheEndWhereNothingMovedOrTheSequenceDoesNotFit() {
        assertThat(List.of(maps(CASE), maps(CASE, 0, 1), maps(CASE, 0, 1, 0, 1, 0, 2))).allSatisfy(maps -> {
            assertThat(maps.end()).isEmpty();
            assertThat(maps.sharesAtEnd()).isEmpty();
            assertThat(maps.moved()).isZero();
        });
    }

    @Test
    void shouldCountFactoredColumns() {
        assertThat(CaseMaps.columns(CASE, 2)).isEqualTo(200);
        assertThat(CaseMaps.columns(CASE, 6)).isEqualTo(501);
        assertThat(CaseMaps.factored(CASE, 6)).isEqualTo(1);
    }
}
