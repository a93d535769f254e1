package hplhetero.network.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ButterflyTest {

    static Stream<Butterfly> butterflies() {
        List<Butterfly> all = new ArrayList<>();
        for (int size = 1; size <= 1024; size *= 2) {
            all.addAll(List.of(Butterfly.farFirst(size), Butterfly.nearFirst(size), Butterfly.swing(0, size)));
            all.addAll(List.of(Butterfly.multiportSwing(size)));
        }
        all.addAll(List.of(Butterfly.multiportSwing(4, 8, 2)));
        all.addAll(List.of(Butterfly.multiportSwing(16, 2)));
        all.add(Butterfly.swing(0, 4, 2).seated(7, 3, 1, 0, 2, 5, 6, 4));
        return all.stream();
    }

    /** What all that follows from: two who meet stood for the same, and each keeps half of it. */
    @ParameterizedTest
    @MethodSource("butterflies")
    void shouldHalveWhatPartnersStandFor(Butterfly butterfly) {
        int size = butterfly.size();
        assertThat(IntStream.range(0, size).map(butterfly::position).sorted().toArray()).isEqualTo(IntStream.range(0, size).toArray());
        for (int step = 0; step < butterfly.steps(); step++) {
            int span = butterfly.span(step);
            assertThat(span).isEqualTo(size >> step + 1);
            for (int rank = 0; rank < size; rank++) {
                int partner = butterfly.partner(step, rank);
                assertThat(butterfly.partner(step, partner)).isEqualTo(rank);
                assertThat(butterfly.first(step, rank) ^ butterfly.first(step, partner)).isEqualTo(span);
                assertThat(butterfly.position(rank) - butterfly.first(step, rank)).isBetween(0, span - 1);
            }
        }
    }

    /** Figure 2 of the paper: on 16 nodes rank 0 meets 1, 15, 3 and 11, and nobody is farther than 5 away. */
    @Test
    void shouldSwing() {
        Butterfly ring = Butterfly.swing(0, 16);
        assertThat(IntStream.range(0, 4).map(step -> ring.partner(step, 0))).containsExactly(1, 15, 3, 11);
        assertThat(IntStream.range(0, 4).map(step -> ring.partner(step, 5))).containsExactly(4, 6, 2, 10);
        assertThat(IntStream.range(0, 4).map(step -> Math.abs(ring.partner(step, 8) - 8))).containsExactly(1, 1, 3, 5);
    }

    /** On 4 x 4 the first two steps go to neighbours along either dimension; from the other dimension on, the other way. */
    @Test
    void shouldTakeTurnsAlongTheDimensionsOfATorus() {
        Butterfly[] ports = Butterfly.multiportSwing(4, 4);
        assertThat(IntStream.range(0, 4).map(step -> ports[0].partner(step, 0))).containsExactly(1, 4, 3, 12);
        assertThat(IntStream.range(0, 4).map(step -> ports[1].partner(step, 0))).containsExactly(3, 12, 1, 4);
        assertThat(IntStream.range(0, 4).map(step -> ports[2].partner(step, 0))).containsExactly(4, 1, 12, 3);
        assertThat(IntStream.range(0, 4).map(step -> ports[3].partner(step, 0))).containsExactly(12, 3, 4, 1);
        Butterfly long2 = Butterfly.swing(1, 8, 2);
        assertThat(IntStream.range(0, 4).map(step -> long2.partner(step, 0))).containsExactly(8, 1, 7, 3);
    }

    @Test
    void shouldHalveOrDoubleDistances() {
        assertThat(IntStream.range(0, 3).map(step -> Butterfly.farFirst(8).partner(step, 5))).containsExactly(1, 7, 4);
        assertThat(IntStream.range(0, 3).map(step -> Butterfly.nearFirst(8).partner(step, 5))).containsExactly(4, 7, 1);
    }

    @Test
    void shouldRefuseWhatIsNoPowerOfTwo() {
        assertThatIllegalArgumentException().isThrownBy(() -> Butterfly.nearFirst(6)).withMessageContaining("size=6");
        assertThatIllegalArgumentException().isThrownBy(() -> Butterfly.swing(0, 3, 4)).withMessageContaining("size=12");
    }
}
