package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankClassesTest {
    private static final Peak PEAK = new Peak(60, "test");

    @Test
    void shouldTakeRanksOfOneKindForAlikeWhereOnlyNoiseTellsThemApart() {
        List<RankProfile> pooled = RankClasses.alike(List.of(rank(0, 20, PEAK), rank(1, 21, PEAK), rank(2, 19, PEAK)), 128, 1);
        assertThat(pooled).extracting(RankProfile::update).containsOnly(pooled.getFirst().update());
        assertThat(rate(pooled.getFirst())).isCloseTo(20, within(0.1));
        assertThat(pooled).extracting(RankProfile::rank).containsExactly(0, 1, 2);
    }

    @Test
    void shouldTakePeaksThatEqualHostsHaveMeasuredForOneKind() {
        List<RankProfile> pooled = RankClasses.alike(List.of(rank(0, 20, new Peak(60, "host a")), rank(1, 21, new Peak(61, "host b")),
                rank(2, 19, new Peak(64, "host c"))), 128, 1);
        assertThat(pooled.get(0).update()).isEqualTo(pooled.get(1).update());
        assertThat(rate(pooled.get(2))).isCloseTo(19, within(1e-6));
    }

    @Test
    void shouldTakeLessForNoiseWhereThereIsLessDoubt() {
        List<RankProfile> apart = List.of(rank(0, 20, PEAK), rank(1, 19, PEAK));
        assertThat(RankClasses.alike(apart, 128, 1).get(1)).isNotEqualTo(apart.get(1));
        assertThat(RankClasses.alike(apart, 128, 0.3)).isEqualTo(apart);
    }

    @Test
    void shouldLeaveApartWhatIsNotAlike() {
        List<RankProfile> pooled = RankClasses.alike(List.of(rank(0, 20, PEAK), rank(1, 20.4, PEAK), rank(2, 15, PEAK),
                rank(3, 19.6, new Peak(30, "test"))), 128, 1);
        assertThat(rate(pooled.get(0))).isEqualTo(rate(pooled.get(1))).isCloseTo(20.2, within(0.1));
        assertThat(rate(pooled.get(2))).isCloseTo(15, within(1e-6));
        assertThat(rate(pooled.get(3))).isCloseTo(19.6, within(1e-6));
    }

    @Test
    void shouldAllowARankThatVariesToDifferMore() {
        RankProfile restless = rank(2, 23, PEAK);
        RankProfile varying = new RankProfile(2, "host", 1, restless.update(), restless.panel(), Long.MAX_VALUE, PEAK, 0.3);
        List<RankProfile> pooled = RankClasses.alike(List.of(rank(0, 20, PEAK), rank(1, 20, PEAK), varying), 128, 1);
        assertThat(pooled).extracting(RankProfile::update).containsOnly(pooled.getFirst().update());
        assertThat(RankClasses.alike(List.of(rank(0, 20, PEAK), rank(1, 20, PEAK), restless), 128, 1).get(2).update())
                .isEqualTo(restless.update());
    }

    @Test
    void shouldNotTakeRanksOfUnknownKindForAlikeBecauseTheyVary() {
        RankProfile fast = new RankProfile(0, "host", 1, rank(0, 20, PEAK).update(), rank(0, 20, PEAK).panel(), Long.MAX_VALUE,
                Peak.UNKNOWN, 0.3);
        RankProfile slow = new RankProfile(1, "host", 1, rank(1, 14, PEAK).update(), rank(1, 14, PEAK).panel(), Long.MAX_VALUE,
                Peak.UNKNOWN, 0.3);
        assertThat(RankClasses.alike(List.of(fast, slow), 128, 1)).containsExactly(fast, slow);
    }

    @Test
    void shouldTakePeersOfOneHostForDisturbedSoonerThanUnlike() {
        List<RankProfile> apart = List.of(rank(0, 18.7, PEAK), rank(1, 18.7, PEAK), rank(2, 22, PEAK), rank(3, 9.5, new Peak(30, "test")));
        assertThat(RankClasses.alike(apart, 128, 1).get(2)).isEqualTo(apart.get(2));
        List<RankProfile> averaged = RankClasses.peersAveraged(apart, 128);
        assertThat(averaged.subList(0, 3)).extracting(RankProfile::update).containsOnly(averaged.getFirst().update());
        assertThat(averaged.get(3)).isEqualTo(apart.get(3));
        RankProfile elsewhere = new RankProfile(2, "other", 1, apart.get(2).update(), apart.get(2).panel(), Long.MAX_VALUE, PEAK, 0);
        assertThat(RankClasses.peersAveraged(List.of(apart.get(0), apart.get(1), elsewhere), 128).get(2)).isEqualTo(elsewhere);
        List<RankProfile> tooFar = List.of(rank(0, 20, PEAK), rank(1, 14, PEAK));
        assertThat(RankClasses.peersAveraged(tooFar, 128)).isEqualTo(tooFar);
        List<RankProfile> unknown = List.of(rank(0, 20, Peak.UNKNOWN), rank(1, 19, Peak.UNKNOWN));
        assertThat(RankClasses.peersAveraged(unknown, 128)).isEqualTo(unknown);
    }

    private static double rate(RankProfile rank) {
        return rank.update().gflops(1000, 1000, 128);
    }

    private static RankProfile rank(int number, double gflops, Peak peak) {
        return new RankProfile(number, "host", 1, UpdateCost.constant(gflops), PanelCost.constant(gflops / 2), Long.MAX_VALUE, peak, 0);
    }
}
