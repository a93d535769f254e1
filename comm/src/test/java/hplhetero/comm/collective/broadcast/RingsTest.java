package hplhetero.comm.collective.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rings of HPL, against its sources by hand. */
class RingsTest {

    @Test
    void shouldServeTheRankAfterTheRootFirstAndLetItPassNothingOn() {
        for (FlatBroadcast modified : List.of(FlatBroadcast.ONE_RING_M, FlatBroadcast.TWO_RING_M)) {
            Delivery delivery = modified.delivery(7, 0);
            assertThat(delivery.hopTo(1)).hasValue(new Delivery.Hop(0, 1, 0, Segments.WHOLE));
            assertThat(delivery.hopsFrom(0).getFirst().to()).isEqualTo(1);
            assertThat(delivery.hopsFrom(1)).isEmpty();
        }
    }

    @Test
    void shouldShapeTheRingsAsHplDoes() {
        assertThat(parents(FlatBroadcast.ONE_RING, 6)).containsExactly(0, 1, 2, 3, 4);
        assertThat(parents(FlatBroadcast.ONE_RING_M, 6)).containsExactly(0, 0, 2, 3, 4);
        assertThat(parents(FlatBroadcast.TWO_RING, 6)).containsExactly(0, 1, 0, 3, 4);
        assertThat(parents(FlatBroadcast.TWO_RING, 7)).containsExactly(0, 1, 2, 0, 4, 5);
        assertThat(parents(FlatBroadcast.TWO_RING_M, 7)).containsExactly(0, 0, 2, 0, 4, 5);
        assertThat(parents(FlatBroadcast.TWO_RING_M, 4)).containsExactly(0, 0, 2);
    }

    /** The parents of ranks 1, 2, ... behind the root. */
    private static int[] parents(FlatBroadcast kind, int size) {
        Delivery delivery = kind.delivery(size, 0);
        return IntStream.range(1, size).map(rank -> delivery.hopTo(rank).orElseThrow().from()).toArray();
    }

    /** Rings begin after the rank that is served first. */
    @Test
    void shouldCountTheHopsFromTheRoot() {
        Delivery delivery = FlatBroadcast.TWO_RING_M.delivery(8, 0);
        assertThat(IntStream.range(1, 8).map(rank -> delivery.hopTo(rank).orElseThrow().begins())).containsExactly(0, 1, 2, 1, 2, 3, 4);
        assertThat(delivery.of(1).stages()).isEqualTo(5);
        assertThat(FlatBroadcast.ONE_RING_M.delivery(2, 0).of(1).stages()).isEqualTo(1);
    }
}
