package hplhetero.blas;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.select.Blas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTasksTest {
    private static final UpdateTasks FINE = new UpdateTasks(UpdateTasks.Cut.COLUMNS, 48, 480);

    private static List<Integer> cut(UpdateTasks tasks, int columns, int workers) {
        List<Integer> sizes = new ArrayList<>();
        for (int left = columns; left > 0; left -= sizes.getLast()) {
            sizes.add(tasks.next(left, workers));
        }
        return sizes;
    }

    @Test
    void shouldGiveEachWorkerOfALibraryHalfOfItsShareFirst() {
        assertThat(cut(UpdateTasks.LIBRARY, 4000, 2)).startsWith(1008, 768).endsWith(144, 16);
        assertThat(cut(UpdateTasks.LIBRARY, 5000, 1)).containsExactly(2016, 2016, 968);
    }

    @Test
    void shouldEndWithSmallTasksWhereTheyCostLittle() {
        assertThat(cut(FINE, 1000, 2)).startsWith(288, 192, 144).endsWith(48, 48, 40);
        assertThat(cut(FINE, 1000, 1)).containsExactly(480, 480, 40);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16, 500})
    void shouldNeverBecomeLargerAndCutEverything(int workers) {
        for (UpdateTasks tasks : List.of(FINE, UpdateTasks.LIBRARY, new UpdateTasks(UpdateTasks.Cut.COLUMNS, 48, 1))) {
            for (int columns = 1; columns < 30_000; columns = 2 * columns + 1) {
                List<Integer> sizes = cut(tasks, columns, workers);
                assertThat(sizes).allMatch(w -> w > 0).isSortedAccordingTo((a, b) -> b - a);
                assertThat(sizes.stream().mapToInt(w -> w).sum()).isEqualTo(columns);
                // where the next begins is where a window of U and a part of L2 may begin
                assertThat(sizes.subList(0, sizes.size() - 1)).allMatch(w -> w % PanelUpdate.COLUMN_UNIT == 0
                        && w % PanelUpdate.ROW_UNIT == 0);
            }
        }
    }

    /** Of those that have it on the host. */
    @Test
    void shouldHaveNoProviderWithWiderTasksThanTheWorkSpaceIsEstimatedFor() {
        for (KernelProvider provider : Blas.providers().stream().filter(one -> !one.takesDevice()).toList()) {
            UpdateTasks tasks = provider.load(Optional.empty()).updateTasks(1);
            assertThat(tasks.cut() == UpdateTasks.Cut.ROWS || tasks.most() <= UpdateTasks.MOST_COLUMNS).as(provider.name()).isTrue();
        }
    }
}
