package hplhetero.network.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RingShapeTest {

    @Test
    void shouldServeTheRankAfterTheRootFirstAndLetItPassNothingOn() {
        for (BroadcastAlgorithm modified : List.of(BroadcastAlgorithm.RING_M, BroadcastAlgorithm.TWO_RING_M)) {
            RingShape shape = RingShape.of(modified, 7);
            assertThat(shape.isFavoured(1)).isTrue();
            assertThat(shape.parent(1)).isZero();
            assertThat(shape.passesOn(1)).isFalse();
        }
    }

    @Test
    void shouldShapeTheRingsAsHplDoes() {
        assertThat(parents(BroadcastAlgorithm.RING, 6)).containsExactly(0, 1, 2, 3, 4);
        assertThat(parents(BroadcastAlgorithm.RING_M, 6)).containsExactly(0, 0, 2, 3, 4);
        assertThat(parents(BroadcastAlgorithm.TWO_RING, 6)).containsExactly(0, 1, 0, 3, 4);
        assertThat(parents(BroadcastAlgorithm.TWO_RING, 7)).containsExactly(0, 1, 2, 0, 4, 5);
        assertThat(parents(BroadcastAlgorithm.TWO_RING_M, 7)).containsExactly(0, 0, 2, 0, 4, 5);
        assertThat(parents(BroadcastAlgorithm.TWO_RING_M, 4)).containsExactly(0, 0, 2);
    }

    /** The parents of relative ranks 1, 2, ... */
    private static int[] parents(BroadcastAlgorithm algorithm, int size) {
        RingShape shape = RingShape.of(algorithm, size);
        return IntStream.range(1, size).map(shape::parent).toArray();
    }

    @Test
    void shouldCountTheHopsFromTheRoot() {
        RingShape shape = RingShape.of(BroadcastAlgorithm.TWO_RING_M, 8);
        assertThat(IntStream.range(0, 8).map(shape::hops)).containsExactly(0, 1, 1, 2, 1, 2, 3, 4);
        assertThat(shape.longest()).isEqualTo(4);
        assertThat(RingShape.of(BroadcastAlgorithm.RING_M, 2).longest()).isZero();
    }
}
