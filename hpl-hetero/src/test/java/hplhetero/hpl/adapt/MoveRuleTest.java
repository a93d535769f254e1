package hplhetero.hpl.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.Cases;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MoveRuleTest {
    private static final int DEPTH = 1;
    private static final Rebalance ROOM = new Rebalance(true, Rebalance.USUAL_ROOM);

    private static MoveRule rule(BlockMap map, int ranks) {
        return new MoveRule(map, ranks, ROOM, DEPTH, new MoveCost(1e9, 1, DEPTH));
    }

    @Test
    void shouldMoveColumnsFromARankThatHasBecomeSlow() {
        BlockMap map = BlockMap.of(Cases.of(20_000, 200).grid(1, 4).make());
        MoveRule rule = rule(map, 4);
        double[] even = {1e-9, 1e-9, 1e-9, 1e-9};
        for (int k = 1; k < 20; k += 2) {
            assertThat(rule.hear(k, even, Double.NaN)).isEmpty();
        }
        double[] slow = {1e-9, 1e-9, 1e-9, 2e-9};
        assertThat(rule.hear(21, slow, Double.NaN)).isEmpty();
        Move move = rule.hear(23, slow, Double.NaN).orElseThrow();
        assertThat(move.first()).isEqualTo(23 + 1 + DEPTH);
        assertThat(Arrays.copyOf(move.kappa(), move.first())).isEqualTo(Arrays.copyOf(map.kappa(), move.first()));
        int[] counts = ColumnDeal.counts(move.kappa(), move.first(), 4);
        // 76 block columns for speeds 2 : 2 : 2 : 1
        assertThat(counts[3]).isBetween(9, 12);
        // at least 9 must leave rank 3
        assertThat(move.columns()).isGreaterThanOrEqualTo(9);
        assertThat(move.bytes()).isBetween((move.columns() - 1) * 8L * 200 * 20_000, move.columns() * 8L * 200 * 20_000);
        assertThat(move.why()).isEqualTo("rank 3 at 0.50 of the speed that its columns were dealt for");
        rule.moved(move, move.stopped());
        for (int k = 27; k < 97; k += 2) {
            assertThat(rule.hear(k, slow, Double.NaN)).isEmpty();
        }
    }

    @Test
    void shouldMoveFewerColumnsOverASlowerLink() {
        BlockMap map = BlockMap.of(Cases.of(20_000, 200).grid(1, 4).make());
        int[] moved = new int[2];
        for (int i = 0; i < moved.length; i++) {
            MoveRule rule = new MoveRule(map, 4, ROOM, DEPTH, new MoveCost(i == 0 ? 1e10 : 1e7, 1, DEPTH));
            double[] unlike = {1e-9, 1e-9, 1e-9, 2e-9};
            assertThat(rule.hear(1, unlike, Double.NaN)).isEmpty();
            moved[i] = rule.hear(3, unlike, Double.NaN).orElseThrow().columns();
        }
        assertThat(moved[1]).isBetween(9, moved[0] / 2);
    }

    @Test
    void shouldMoveNothingBetweenEqualRanksThatVary() {
        int moves = 0;
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            MoveRule rule = rule(BlockMap.of(Cases.of(20_000, 192).grid(1, 4).make()), 4);
            for (int k = 1; k < 103; k += 2) {
                double[] seconds = random.doubles(4).map(u -> 1e-9 * (1 + 0.4 * u)).toArray();
                moves += rule.hear(k, seconds, Double.NaN).isPresent() ? 1 : 0;
            }
        }
        assertThat(moves).as("moves in 200 runs").isLessThanOrEqualTo(2);
    }

    @Test
    void shouldFindAMapThatIsWrongFromTheStart() {
        MoveRule rule = rule(BlockMap.of(Cases.of(20_000, 200).grid(1, 4).make()), 4);
        double[] unlike = {1e-9, 1e-9, 1e-9, 3e-9};
        assertThat(rule.hear(1, unlike, Double.NaN)).isEmpty();
        assertThat(rule.hear(3, unlike, Double.NaN)).isPresent();
    }

    @Test
    void shouldMoveAtOnceWhereSpeedsAreKnown() {
        MoveRule rule = rule(BlockMap.of(Cases.of(20_000, 200).grid(1, 4).make()), 4);
        assertThat(rule.known(1, new double[] {1e-9, 1e-9, 1e-9, 1e-9})).isEmpty();
        Move move = rule.known(2, new double[] {1e-9, 1e-9, 1e-9, 2e-9}).orElseThrow();
        assertThat(move.gain()).isPositive();
        assertThat(move.why()).contains("rank 3 at 0.50 of the speed");
        rule.moved(move, 0.1);
        assertThat(rule.known(3, new double[] {1e-9, 1e-9, 1e-9, 2e-9})).isEmpty();
    }

    @Test
    void shouldKeepTheColumnsOfAMapThatFitsItsRanks() {
        BlockMap map = BlockMap.of(Cases.of(20_000, 200).grid(1, 3).map(new MapSpec.Weighted(List.of(), List.of(3.0, 2.0, 1.0))).make());
        MoveRule rule = rule(map, 3);
        for (int k = 1; k < 99; k += 2) {
            assertThat(rule.hear(k, new double[] {1e-9, 1.5e-9, 3e-9}, Double.NaN)).isEmpty();
        }
    }

    @Test
    void shouldDealNoMoreThanThereIsRoomFor() {
        BlockMap map = BlockMap.of(Cases.of(10_000, 100).grid(2, 2).make());
        double[] seconds = {1, 9, 1, 9};
        int[] full = ColumnDeal.counts(map.kappa(), 0, 2);
        int[] swapped = ColumnDeal.dealt(map, 20, seconds, full, 0);
        assertThat(ColumnDeal.counts(swapped, 0, 2)).isEqualTo(full);
        int[] dealt = ColumnDeal.dealt(map, 20, seconds, new int[] {60, 60}, 0);
        assertThat(ColumnDeal.counts(dealt, 0, 2)[0]).isEqualTo(60);
        assertThat(ColumnDeal.seconds(map, dealt, 20, seconds)).isLessThan(ColumnDeal.seconds(map, swapped, 20, seconds))
                .isLessThan(ColumnDeal.seconds(map, map.kappa(), 20, seconds));
    }

    @Test
    void shouldCountARankOfSeveralCellsOnce() {
        BlockMap map = BlockMap.of(Cases.of(6_000, 100).grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3")).make());
        double[] seconds = {1, 1, 1, 1};
        int[] capacity = new int[map.grid().cols()];
        Arrays.fill(capacity, 60);
        int[] dealt = ColumnDeal.dealt(map, 0, seconds, capacity, 0);
        assertThat(ColumnDeal.seconds(map, dealt, 0, seconds)).isLessThanOrEqualTo(ColumnDeal.seconds(map, map.kappa(), 0, seconds));
    }

    @Test
    void shouldLetAMoveOfATestThatIsSmallNotPay() {
        MoveRule rule = rule(BlockMap.of(Cases.of(400, 10).grid(1, 2).make()), 2);
        Optional<Move> move = Optional.empty();
        for (int k = 1; k < 39; k += 2) {
            move = move.or(() -> rule.hear(1, new double[] {1e-9, 2e-9}, Double.NaN));
        }
        assertThat(move).isEmpty();
    }
}
