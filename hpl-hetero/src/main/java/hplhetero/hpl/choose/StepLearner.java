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
 * One rank's part in choosing broadcasts and row swaps within a run: what each panel takes, for how long this rank waits, and what it tells
 * and hears with panels. Where nothing can be learnt, no word goes with panels and no clock is read. Owner: the rank's thread.
 */
public final class StepLearner {
    private final HplCase c;
    private final StepTable table;
    private final boolean learns;
    private final Chooser chooser;
    private final ExposedWaiting waiting;
    private final LongSupplier word;
    private final Verdicts verdicts;
    /** Number of the last panel whose word was heard, or -1. */
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

    /**
     * Returns the learner for a case. It tries choices within the run where three things hold: the case leaves broadcast or row swap to the
     * program, several ranks work, and there is another choice to try. Elsewhere it does nothing.
     */
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
     * Returns a learner for a case that lets {@code chooser} decide.
     *
     * @param c       the case
     * @param chooser decides what coming panels take
     * @param word    gives the piggybacked word that this rank tells with a panel
     */
    static StepLearner of(HplCase c, Chooser chooser, LongSupplier word) {
        return new StepLearner(c, true, chooser, new ExposedWaiting(), word, new Verdicts());
    }

    /**
     * Gets ready for a new factorization: every panel takes again the broadcast and row swap that were chosen for it before the run, and
     * {@link #hear} begins again with panel 0.
     */
    public void start() {
        table.reset(c);
        heard = -1;
    }

    /** Returns the table of which broadcast and row swap each panel takes. */
    public StepTable table() {
        return table;
    }

    /**
     * Returns whether choices are tried and compared within the run. Only then does a piggybacked word, see {@link #word}, go with each
     * panel, from one of the ranks that factor it to all ranks.
     */
    public boolean learns() {
        return learns;
    }

    /** Returns the time as {@link System#nanoTime}; 0 without reading the clock where nothing is learnt. */
    public long clock() {
        return learns ? System.nanoTime() : 0;
    }

    /**
     * Notes that in the step with panel {@code k} this rank has waited until now, with nothing to do.
     *
     * @param k     number of the panel
     * @param since when the waiting began, as {@link #clock} gives it
     */
    public void waited(int k, long since) {
        if (learns) {
            waiting.waited(k, System.nanoTime() - since);
        }
    }

    /**
     * Notes that the step with panel {@code k} is over.
     *
     * @param k         number of the panel
     * @param rowsNanos nanoseconds of the step for which this rank waited for swapped rows, with nothing to do
     */
    public void finished(int k, long rowsNanos) {
        if (learns) {
            waiting.waited(k, rowsNanos);
            waiting.finished(k, System.nanoTime());
        }
    }

    /**
     * Returns what this rank has measured, as 64 bits that it would send along with a panel now, the piggybacked word: for which shares of
     * the panel steps' time it waited with nothing to do, before, during and after the latest trial of another choice. Returns 0 where
     * nothing is learnt.
     */
    public long word() {
        return learns ? word.getAsLong() : 0;
    }

    /**
     * Takes note of the piggybacked word that came with a panel: 64 bits that tell what a rank that factored it has measured, as
     * {@link #word} gives them. After this, coming panels may take another broadcast or row swap. Words come in the order of their panels;
     * a second call for a panel does nothing, nor does any call where nothing is learnt.
     *
     * @param j    number of the panel, from 0
     * @param word the word, equal on all ranks
     */
    public void hear(int j, long word) {
        if (learns && j > heard) {
            heard = j;
            chooser.heard(j, word, table);
        }
    }

    /**
     * Returns what was done in the run, as numbers of one length on all ranks. On a rank that had no part in the run every number is less
     * than on any other rank, so that the largest over all ranks is the report of the others.
     */
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

    /**
     * Returns the broadcasts and row swaps that the panel steps of the run really took.
     *
     * @param report the {@link #report} of a rank that had a part in the run
     */
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
