package hplhetero.hpl.choose;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.result.StepSpan;
import hplhetero.hpl.result.StepsDone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * One rank's part in choosing: what each panel takes, what this rank waits, what it tells and hears with panels. Where nothing can be
 * learnt, nothing goes with panels and no clock is read. Owner: the rank's thread.
 */
public final class StepLearner {
    private final HplCase c;
    private final StepTable table;
    private final boolean learns;
    private final Chooser chooser;
    private final ExposedWaiting waiting;
    private final LongSupplier word;
    private final Verdicts verdicts;
    private int heard;

    private StepLearner(HplCase c, boolean learns, Chooser chooser, ExposedWaiting waiting, LongSupplier word, Verdicts verdicts) {
        this.c = c;
        this.learns = learns;
        this.chooser = chooser;
        this.waiting = waiting;
        this.word = word;
        this.verdicts = verdicts;
        table = StepTable.of(c, BlockMap.of(c).panels());
    }

    /** As a case has it. */
    public static StepLearner of(HplCase c) {
        BlockMap map = BlockMap.of(c);
        ExposedWaiting waiting = new ExposedWaiting();
        Verdicts verdicts = new Verdicts();
        Learning learning = new Learning(c.steps(), map.panels(), map.lookAhead(c.depth()), map.grid().rows(), map.grid().cols(),
                LearningRules.USUAL, waiting, verdicts);
        boolean learns = c.steps().free() != StepChoices.Free.NOTHING && map.grid().rows() * map.grid().cols() > 1 && learning.canTry();
        return new StepLearner(c, learns, learning, waiting, waiting::word, verdicts);
    }

    /**
     * One that has another decide.
     *
     * @param word what it tells
     */
    static StepLearner of(HplCase c, Chooser chooser, LongSupplier word) {
        return new StepLearner(c, true, chooser, new ExposedWaiting(), word, new Verdicts());
    }

    /** Another factorization begins. */
    public void start() {
        table.reset(c);
        heard = -1;
    }

    /** What each panel takes. */
    public StepTable table() {
        return table;
    }

    /** Whether a word goes with each panel from one of the ranks that factor it to all. */
    public boolean learns() {
        return learns;
    }

    /** Now, {@link System#nanoTime}, where it matters. */
    public long clock() {
        return learns ? System.nanoTime() : 0;
    }

    /** In the step with panel k this rank has waited since then, with nothing to do. */
    public void waited(int k, long since) {
        if (learns) {
            waiting.waited(k, System.nanoTime() - since);
        }
    }

    /** The step with panel k is over, in which rows were waited for, with nothing to do, for so many nanoseconds. */
    public void finished(int k, long rowsNanos) {
        if (learns) {
            waiting.waited(k, rowsNanos);
            waiting.finished(k, System.nanoTime());
        }
    }

    /** What this rank would tell with a panel. */
    public long word() {
        return learns ? word.getAsLong() : 0;
    }

    /** What came with panel j, the same on all ranks; what came before is heard first, and each once. */
    public void hear(int j, long word) {
        if (learns && j > heard) {
            heard = j;
            chooser.heard(j, word, table);
        }
    }

    /** What was done, as numbers of one length on all ranks; less than any of these on a rank that had no part in it. */
    public double[] report() {
        int panels = table.panels();
        double[] report = new double[panels + Verdicts.LENGTH];
        Arrays.fill(report, Double.NEGATIVE_INFINITY);
        if (heard >= 0 || !learns) {
            for (int k = 0; k < panels; k++) {
                report[k] = StepTable.code(table.at(k));
            }
            verdicts.write(report, panels);
        }
        return report;
    }

    /** What {@link #report} says of a rank that had a part in it. */
    public static StepsDone done(double[] report) {
        int panels = report.length - Verdicts.LENGTH;
        List<StepSpan> spans = new ArrayList<>();
        for (int k = 0, first = 0; k < panels; k++) {
            if (k + 1 == panels || report[k + 1] != report[k]) {
                spans.add(new StepSpan(first, k, StepTable.choice(report[k])));
                first = k + 1;
            }
        }
        return new StepsDone(spans, Verdicts.read(report, panels));
    }
}
