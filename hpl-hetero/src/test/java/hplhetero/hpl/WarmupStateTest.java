package hplhetero.hpl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import org.junit.jupiter.api.Test;

class WarmupStateTest {
    private static final HplCase ONE_RANK = Cases.of(1000, 64).make();
    private static final HplCase ROWS = Cases.of(1000, 64).grid(2, 1).make();
    private static final HplCase MORE_ROWS = Cases.of(3000, 128).grid(3, 1).make();

    private final WarmupState warmupState = new WarmupState();

    @Test
    void shouldLackNothingOnceTheCompilerWasDone() {
        warmupState.warmedUp(ROWS, 0.5, true);
        assertEquals(0, warmupState.lacking(MORE_ROWS, 8));
    }

    @Test
    void shouldLackTheRestWhereTimeRanOut() {
        warmupState.warmedUp(ROWS, 0.5, false);
        assertEquals(7.5, warmupState.lacking(MORE_ROWS, 8));
        assertEquals(0, warmupState.lacking(ROWS, 0.25));
    }

    @Test
    void shouldLackAllOnAGridOfAnotherShape() {
        warmupState.warmedUp(ONE_RANK, 8, true);
        assertEquals(8, warmupState.lacking(ROWS, 8));
    }

    @Test
    void shouldLackWhatTheProgramMayChoose() {
        HplCase auto = ROWS.with(StepChoices.steady(Free.BOTH, new StepChoice(BroadcastAlgorithm.LONG, SwapAlgorithm.MIX), ""));
        warmupState.warmedUp(ROWS, 8, true);
        assertEquals(2, warmupState.lacking(auto, 8));
        warmupState.warmedUp(auto, 2, false);
        assertEquals(0, warmupState.lacking(auto, 8));
    }

    @Test
    void shouldLackABlockSizeThatWasNotWarmedUp() {
        warmupState.warmedUp(ROWS, 8, true);
        warmupState.warmedUpBlockSize(ROWS.blockSize(), 4, true);
        assertEquals(0, warmupState.lacking(MORE_ROWS, 8));
        assertEquals(2, warmupState.lackingBlockSize(MORE_ROWS, 8));
        assertEquals(0, warmupState.lackingBlockSize(ROWS, 8));
        warmupState.warmedUpBlockSize(MORE_ROWS.blockSize(), 0.5, false);
        assertEquals(1.5, warmupState.lackingBlockSize(MORE_ROWS, 8));
    }
}
