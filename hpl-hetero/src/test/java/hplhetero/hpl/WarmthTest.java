package hplhetero.hpl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WarmthTest {
    private static final HplCase ONE_RANK = Cases.of(1000, 64).make();
    private static final HplCase ROWS = Cases.of(1000, 64).grid(2, 1).make();
    private static final HplCase MORE_ROWS = Cases.of(3000, 128).grid(3, 1).make();

    private final Warmth warmth = new Warmth();

    @Test
    void shouldLackNothingOnceTheCompilerWasDone() {
        warmth.rehearsed(ROWS, 0.5, true);
        assertEquals(0, warmth.lacking(MORE_ROWS, 8));
    }

    @Test
    void shouldLackTheRestWhereTimeRanOut() {
        warmth.rehearsed(ROWS, 0.5, false);
        assertEquals(7.5, warmth.lacking(MORE_ROWS, 8));
        assertEquals(0, warmth.lacking(ROWS, 0.25));
    }

    @Test
    void shouldLackAllOnAGridOfAnotherShape() {
        warmth.rehearsed(ONE_RANK, 8, true);
        assertEquals(8, warmth.lacking(ROWS, 8));
    }
}
