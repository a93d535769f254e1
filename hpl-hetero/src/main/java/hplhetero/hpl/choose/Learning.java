package hplhetero.hpl.choose;

import static hplhetero.hpl.choose.ExposedWaiting.WINDOWS;

import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import java.util.Arrays;

/**
 * The rule that tries one choice after the other within a run. Each trial lies between two windows of panels that take the choice in force,
 * and the choice under trial is taken where ranks waited clearly less with it. What drifts as panels shrink is in both windows around the
 * trial, and so taken out. After the three windows, ranks that factor consecutive panels tell what they measured. With the last of these
 * panels every rank comes to the same verdict. Owner: the rank's thread.
 */
final class Learning implements Chooser {
    private final StepChoices choices;
    private final int panels;
    private final int depth;
    private final LearningRules rules;
    /** Number of panels of each window of a trial. */
    private final int window;
    /** Number of panels behind a trial with which ranks tell what they measured. */
    private final int tellers;
    /** Largest number of panels that all trials of the run together may take. */
    private final int mostTried;
    /** Choices that may be taken, indexed by phase. */
    private final StepChoice[][] candidates;
    private final ExposedWaiting waiting;
    private final Verdicts verdicts;
    /** Whether each choice has been tried since all had been, indexed by {@link StepTable#code}. */
    private final boolean[] done = new boolean[StepTable.CODES];
    /** Whether a trial is under way. */
    private boolean open;
    /** First panel of the window before the trial. */
    private int from;
    private StepChoice tried;
    private StepChoice against;
    /** Number of panels that trials of this run have taken so far. */
    private int triedPanels;
    private int lastPhase;
    /** Number of measurements of this trial that have been heard. */
    private int told;
    /** Sum over the measurements heard of how much larger the share waited was under trial than around it. */
    private double differences;
    /** Sum over the measurements heard of the square of this difference. */
    private double squares;
    /** Sum over the measurements heard of how much larger the share waited was after the trial than before it. */
    private double drift;
    /** Sum over the measurements heard of the mean share waited before and after the trial. */
    private double waited;

    /**
     * Makes the rule for one run.
     *
     * @param choices  choices before the run, and what may be tried
     * @param panels   number of panels of the run
     * @param depth    look-ahead depth: number of panels ahead of the one being applied
     * @param rows     number of virtual process rows
     * @param columns  number of virtual process columns
     * @param rules    when choices are tried and taken
     * @param waiting  this rank's exposed waiting, told which windows to watch
     * @param verdicts trials of the run, told of each verdict
     */
    Learning(StepChoices choices, int panels, int depth, int rows, int columns, LearningRules rules, ExposedWaiting waiting,
            Verdicts verdicts) {
        this.choices = choices;
        this.panels = panels;
        this.depth = depth;
        this.rules = rules;
        this.waiting = waiting;
        this.verdicts = verdicts;
        window = rules.window(columns);
        tellers = Math.min(rules.mostTellers(), Math.max(rules.leastTellers(), Math.max(rows, columns)));
        mostTried = (int) (rules.mostTriedShare() * panels);
        candidates = choices.phases().stream().map(phase -> phase.all().distinct().toArray(StepChoice[]::new))
                .toArray(StepChoice[][]::new);
    }

    /** Returns whether there is something to try, and panels enough to try it on. */
    boolean canTry() {
        return mostTried >= window && choices.phases().stream().anyMatch(phase -> !phase.trials().isEmpty());
    }

    @Override
    public void heard(int j, long word, StepTable table) {
        if (j == 0) {
            start();
        }
        if (!open) {
            begin(j, table);
        } else if (j >= from + WINDOWS * window + depth) {
            tell(word);
            if (told == tellers) {
                decide(j, table);
            }
        }
    }

    private void start() {
        open = false;
        triedPanels = 0;
        lastPhase = -1;
        Arrays.fill(done, false);
        waiting.watch(0, 0);
        verdicts.clear();
    }

    /**
     * Returns the number of the first panel that a change made with panel {@code j} can hold for: no rank has begun with it when it hears
     * of panel j.
     */
    private int first(int j) {
        return j + depth + 1;
    }

    /**
     * Begins a trial, where there is something to try. Nothing is tried in the first steps, which are not like others. A trial must leave
     * enough panels behind its verdict to pay, and these must still take the choice that the trial is compared with.
     */
    private void begin(int j, StepTable table) {
        int first = first(j);
        int verdict = first(first + WINDOWS * window + depth + tellers);
        if (first < window || triedPanels + window > mostTried || verdict + rules.payingWindows() * window > panels
                || table.end(first) < verdict + rules.payingWindows() * window) {
            return;
        }
        StepChoice next = untried(choices.phase(first, panels), table.at(first));
        if (next == null) {
            return;
        }
        open = true;
        from = first;
        tried = next;
        against = table.at(first);
        triedPanels += window;
        done[StepTable.code(next)] = true;
        told = 0;
        differences = 0;
        squares = 0;
        drift = 0;
        waited = 0;
        table.take(tried, from + window, from + 2 * window);
        waiting.watch(from, window);
    }

    /**
     * Returns the choice that is to be tried next, or null where there is none. In another phase all choices may be tried again, once each
     * has been tried.
     */
    private StepChoice untried(int phase, StepChoice taken) {
        StepChoice found = anyUntried(phase, taken);
        if (found == null && phase != lastPhase) {
            Arrays.fill(done, false);
            found = anyUntried(phase, taken);
        }
        lastPhase = phase;
        return found;
    }

    private StepChoice anyUntried(int phase, StepChoice taken) {
        for (StepChoice candidate : candidates[phase]) {
            if (!candidate.equals(taken) && !done[StepTable.code(candidate)]) {
                return candidate;
            }
        }
        return null;
    }

    private void tell(long word) {
        double before = ExposedWaiting.share(word, 0);
        double behind = ExposedWaiting.share(word, 2);
        double around = 0.5 * (before + behind);
        double difference = ExposedWaiting.share(word, 1) - around;
        told++;
        differences += difference;
        squares += difference * difference;
        drift += behind - before;
        waited += around;
    }

    /**
     * Comes to a verdict. A disturbance of one of the two windows around the trial makes these unlike: the trial must be better than both.
     */
    private void decide(int j, StepTable table) {
        double gain = -differences / told;
        double error = Math.sqrt(Math.max(0, squares / told - gain * gain) / (told - 1));
        double unlike = 0.5 * Math.abs(drift) / told;
        int first = first(j);
        double needed = Math.max(unlike + rules.leastGain(), rules.standardErrors() * error);
        boolean taken = gain >= needed && first < panels && table.at(first).equals(against);
        if (taken) {
            table.take(tried, first, table.end(first));
        }
        verdicts.add(from + window, window, tried, against, waited / told, -gain, needed, taken);
        open = false;
    }
}
