package hplhetero.hpl.update;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.PanelUpdate;
import hplhetero.blas.UpdateTasks;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepTasksTest {
    private static final UpdateTasks BY_COLUMNS = new UpdateTasks(UpdateTasks.Cut.COLUMNS, 48, 480);

    /** Strips of n columns each, from columns of their own, with m rows below the panel. */
    private static StepTasks cut(UpdateTasks tasks, int workers, int m, int... n) {
        StepTasks stepTasks = new StepTasks(tasks, workers);
        stepTasks.clear();
        int left = IntStream.of(n).sum();
        for (int s = 0; s < n.length; s++) {
            left = stepTasks.columns(s, first(s), n[s], m, left);
        }
        assertThat(left).isZero();
        for (int s = 0; s < n.length; s++) {
            stepTasks.rows(s, first(s), n[s], m);
        }
        return stepTasks;
    }

    private static int first(int strip) {
        return 100 * strip + 17;
    }

    @ParameterizedTest
    @CsvSource({"1, 8000, 7800", "2, 8000, 7800", "2, 300, 9000", "3, 1, 1", "5, 700, 30", "64, 6000, 6000", "64, 20000, 20000",
            "200, 500, 12000"})
    void shouldSolveAllColumnsOnceAndMultiplyEachElementOnce(int workers, int m, int n) {
        for (UpdateTasks tasks : new UpdateTasks[] {BY_COLUMNS, UpdateTasks.LIBRARY}) {
            StepTasks stepTasks = cut(tasks, workers, m, n, n / 2);
            boolean byRows = tasks.cut() == UpdateTasks.Cut.ROWS;
            int[] solved = new int[2];
            long[] multiplied = new long[2];
            for (int task = 0; task < stepTasks.count(); task++) {
                int s = stepTasks.part(task);
                assertThat((stepTasks.column(task) - first(s)) % PanelUpdate.COLUMN_UNIT).isZero();
                assertThat(stepTasks.row(task) % PanelUpdate.ROW_UNIT).isZero();
                if (!stepTasks.isRows(task)) {
                    assertThat(stepTasks.column(task)).isEqualTo(first(s) + solved[s]);
                    solved[s] += stepTasks.width(task);
                }
                if (stepTasks.isRows(task) == byRows) {
                    multiplied[s] += (long) stepTasks.rows(task) * stepTasks.width(task);
                }
                if (task > 0) {
                    assertThat(stepTasks.isRows(task) || !stepTasks.isRows(task - 1)).as("rows come last").isTrue();
                }
            }
            assertThat(solved).containsExactly(n, n / 2);
            assertThat(multiplied).containsExactly((long) m * n, (long) m * (n / 2));
        }
    }

    @Test
    void shouldGiveALibraryAllColumnsWhereWorkersAreFew() {
        StepTasks stepTasks = cut(UpdateTasks.LIBRARY, 2, 4000, 4000);
        int[] rows = IntStream.range(0, stepTasks.count()).filter(stepTasks::isRows)
                .peek(t -> assertThat(stepTasks.width(t)).isEqualTo(4000))
                .map(stepTasks::rows).toArray();
        assertThat(rows).startsWith(1008, 768).endsWith(144, 16);
        assertThat(cut(UpdateTasks.LIBRARY, 1, 100, 30_000).rows(63)).as("one worker, one product").isEqualTo(100);
    }

    /** 64 workers with 144 rows each at least would leave some of them without a task. */
    @Test
    void shouldHaveATaskForEachOfManyWorkers() {
        for (int n : new int[] {6000, 3000}) {
            StepTasks stepTasks = cut(UpdateTasks.LIBRARY, 64, n, n);
            assertThat(IntStream.range(0, stepTasks.count()).filter(stepTasks::isRows).count()).as("n=%d", n).isBetween(60L, 200L);
        }
    }
}
