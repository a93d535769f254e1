package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnTasksTest {
    private static final ColumnTasks FINE = new ColumnTasks(48, 480, 2);

    private static List<Integer> cut(ColumnTasks tasks, int columns, int workers) {
        List<Integer> widths = new ArrayList<>();
        for (int left = columns; left > 0; left -= widths.getLast()) {
            widths.add(Math.min(left, tasks.next(left, workers)));
        }
        return widths;
    }

    @Test
    void shouldGiveEachWorkerOfALibraryItsWholeShareFirst() {
        assertThat(cut(ColumnTasks.LIBRARY, 4000, 2)).containsExactly(2016, 1008, 504, 472);
        assertThat(cut(ColumnTasks.LIBRARY, 5000, 1)).containsExactly(2400, 2400, 200);
    }

    @Test
    void shouldEndWithNarrowTasksWhereTheyCostLittle() {
        assertThat(cut(FINE, 1000, 2)).startsWith(264, 192, 144).endsWith(48, 48, 40);
        assertThat(cut(FINE, 1000, 1)).containsExactly(480, 480, 40);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 500})
    void shouldNeverBecomeWiderAndCutEverything(int workers) {
        for (ColumnTasks tasks : List.of(FINE, ColumnTasks.LIBRARY, new ColumnTasks(48, 1, 2))) {
            for (int columns = 1; columns < 30_000; columns = 2 * columns + 1) {
                List<Integer> widths = cut(tasks, columns, workers);
                assertThat(widths).allMatch(w -> w > 0).isSortedAccordingTo((a, b) -> b - a);
                assertThat(widths.stream().mapToInt(w -> w).sum()).isEqualTo(columns);
            }
        }
    }

    @Test
    void shouldHaveNoProviderWithWiderTasksThanALibrary() {
        for (KernelProvider provider : Blas.providers()) {
            assertThat(provider.load(Optional.empty()).columnTasks(1).next(1_000_000, 1)).as(provider.name())
                    .isLessThanOrEqualTo(ColumnTasks.LIBRARY.next(1_000_000, 1));
        }
    }
}
