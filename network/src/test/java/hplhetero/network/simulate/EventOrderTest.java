package hplhetero.network.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Queues beside lists that are sorted. */
class EventOrderTest {
    private static final long SEED = 20261128;

    private record Event(double time, int what) {
    }

    /** Of one time in the order added, however many times there were between. */
    @Test
    void shouldGiveEventsByTimeThenAge() {
        EventQueue queue = new EventQueue();
        for (int trial = 0; trial < 30; trial++) {
            Random random = new Random(SEED + trial);
            queue.clear();
            List<Event> expected = new ArrayList<>();
            int times = trial % 3 == 0 ? 5 : 5000;
            for (int step = 0; step < 5000; step++) {
                if (random.nextInt(3) > 0 || expected.isEmpty()) {
                    Event event = new Event(random.nextInt(times) * 0.1, step);
                    queue.add(event.time, event.what);
                    expected.add(event);
                } else {
                    take(queue, expected, trial);
                }
            }
            while (!expected.isEmpty()) {
                take(queue, expected, trial);
            }
            assertThat(queue.time()).isInfinite();
        }
    }

    private static void take(EventQueue queue, List<Event> expected, int trial) {
        // min is the first of equals
        Event first = expected.stream().min(Comparator.comparingDouble(Event::time)).orElseThrow();
        expected.remove(first);
        assertThat(queue.time()).as("seed %d", SEED + trial).isEqualTo(first.time);
        assertThat(queue.take()).as("seed %d", SEED + trial).isEqualTo(first.what);
    }

    @Test
    void shouldGiveEndsThatChange() {
        EndHeap heap = new EndHeap();
        heap.grow(100);
        for (int trial = 0; trial < 30; trial++) {
            Random random = new Random(SEED + trial);
            heap.clear();
            double[] times = new double[100];
            List<Integer> inside = new ArrayList<>();
            for (int step = 0; step < 3000; step++) {
                int message = random.nextInt(100);
                if (!inside.contains(message)) {
                    // sent in the order of their numbers, backwards
                    heap.add(message, 100 - message);
                    times[message] = Double.POSITIVE_INFINITY;
                    inside.add(message);
                } else if (random.nextInt(4) > 0) {
                    times[message] = random.nextInt(30);
                    heap.move(message, times[message]);
                } else {
                    int first = inside.stream().min(Comparator.<Integer>comparingDouble(m -> times[m]).thenComparing(m -> -m))
                            .orElseThrow();
                    assertThat(heap.time()).isEqualTo(times[first]);
                    assertThat(heap.take()).as("seed %d", SEED + trial).isEqualTo(first);
                    inside.remove(Integer.valueOf(first));
                    assertThat(heap.contains(first)).isFalse();
                }
                assertThat(heap.size()).isEqualTo(inside.size());
            }
        }
    }
}
