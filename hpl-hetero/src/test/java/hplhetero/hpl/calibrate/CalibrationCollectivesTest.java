package hplhetero.hpl.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationCollectivesTest {
    private static final int ROUNDS = 3;
    private static final int TURNS = 4;
    private static final int SLOW = 1;

    /** Which turns each of two ranks has taken, of which one lets the other take three for each of its own, unless that has ended. */
    private static List<List<Integer>> taken() {
        AtomicInteger fast = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        List<List<Integer>> taken = IntStream.range(0, 2).<List<Integer>>mapToObj(r -> new ArrayList<>()).toList();
        World.run(2, world -> {
            List<Integer> mine = taken.get(world.rank());
            new CalibrationCollectives(world).work(ROUNDS, IntStream.range(0, TURNS).<Consumer<BooleanSupplier>>mapToObj(turn -> between ->
                    {
                mine.add(turn);
                if (world.rank() != SLOW) {
                    fast.incrementAndGet();
                    LockSupport.parkNanos(100_000);
                }
                while (world.rank() == SLOW && fast.get() < 3 * mine.size() && !ended.get()) {
                    Thread.yield();
                }
                between.getAsBoolean();
            }).toList());
            ended.compareAndSet(false, world.rank() != SLOW);
        });
        return taken;
    }

    @Test
    void shouldHaveEachRankTakeAllItsTurnsAndTheFastGoOnUntilTheSlowHave() {
        List<List<Integer>> taken = taken();
        assertThat(taken.get(SLOW).size()).isBetween(ROUNDS * TURNS, ROUNDS * TURNS + TURNS);
        assertThat(taken.get(0).size()).isGreaterThan(2 * ROUNDS * TURNS);
    }

    @Test
    void shouldHaveEachRankBeginWithAnotherTurn() {
        List<List<Integer>> taken = taken();
        assertThat(taken.get(0).subList(0, 5)).containsExactly(0, 1, 2, 3, 0);
        assertThat(taken.get(1).subList(0, 5)).containsExactly(2, 3, 0, 1, 2);
    }
}
