package hplhetero.hpl.swap;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.MatrixMemory;
import hplhetero.comm.Activity;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.timing.PhaseTimers;
import hplhetero.hpl.workers.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(300)
class RowCopiesTest {
    private static final int WORKERS = 4;

    /** Rows of some doubles, in reverse order; few bytes are copied by one thread, many by the team. */
    @ParameterizedTest
    @CsvSource({"1, 0", "3, 10", "7, 20000", "100, 1001", "100, 2048", "200, 7"})
    void shouldCopyEachRowWhole(int rows, int doubles) {
        PhaseTimers timers = new PhaseTimers(WORKERS);
        try (Arena arena = Arena.ofShared(); WorkerPool pool = new WorkerPool(WORKERS, "copies", true, new Activity())) {
            pool.team().form(1, WORKERS);
            RowCopies copies = new RowCopies(null, pool.team(), timers);
            long rowBytes = 8L * doubles;
            MemorySegment from = arena.allocate(rows * rowBytes + 8, 8);
            MemorySegment to = arena.allocate(rows * rowBytes + 8, 8);
            for (long i = 0; i < (long) rows * doubles; i++) {
                from.setAtIndex(ValueLayout.JAVA_DOUBLE, i, i + 1);
            }
            for (int turn = 0; turn < 2; turn++) {
                to.fill((byte) 0);
                for (int i = 0; i < rows; i++) {
                    copies.add(from.address() + i * rowBytes, to.address() + (rows - 1 - i) * rowBytes);
                }
                copies.run(MatrixMemory.HOST, rowBytes);
                for (int i = 0; i < rows; i++) {
                    MemorySegment copy = to.asSlice((rows - 1 - i) * rowBytes, rowBytes);
                    assertThat(copy.mismatch(from.asSlice(i * rowBytes, rowBytes))).as("row %d", i).isEqualTo(-1);
                }
                assertThat(to.getAtIndex(ValueLayout.JAVA_DOUBLE, (long) rows * doubles)).isZero();
            }
            // the members' time is told where they took part
            boolean shared = rows * rowBytes >= 2 * 128 << 10;
            assertThat(timers.nanos(EnumSet.of(Phase.SWAP)) > 0).isEqualTo(shared);
        }
    }
}
