package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BoxTest {

    @Test
    void shouldTellWhereRanksSitInTheirBox() {
        Torus torus = Torus.torus(4, 1, 3);
        Box whole = Box.of(Placement.full(torus)).orElseThrow();
        assertThat(whole.lengths()).containsExactly(4, 3);
        assertThat(whole.cells()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        Box part = Box.of(Placement.of(torus, 6, 9, 10, 5)).orElseThrow();
        assertThat(part.lengths()).containsExactly(2, 2);
        assertThat(part.cells()).containsExactly(1, 2, 3, 0);
    }

    /** Coordinates 3 and 0 are neighbours where the dimension wraps. */
    @Test
    void shouldGoOverTheEnd() {
        Box box = Box.of(Placement.of(Torus.torus(4, 4), 0, 3, 4, 7)).orElseThrow();
        assertThat(box.lengths()).containsExactly(2, 2);
        assertThat(box.cells()).containsExactly(1, 0, 3, 2);
    }

    @Test
    void shouldKnowWhatIsNoBox() {
        assertThat(Box.of(Placement.of(Torus.torus(4, 4), 0, 1, 4))).isEmpty();
        assertThat(Box.of(Placement.of(Torus.torus(4, 4), 0, 0, 1, 1))).isEmpty();
        assertThat(Box.of(Placement.full(FlatSwitch.of(4)))).isEmpty();
    }
}
