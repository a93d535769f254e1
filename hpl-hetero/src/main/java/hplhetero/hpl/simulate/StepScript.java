package hplhetero.hpl.simulate;

import hplhetero.hpl.lu.PanelSteps;
import java.util.ArrayList;
import java.util.List;

/** The acts of {@link PanelSteps} as a list in which a rank in virtual time can stop and go on. Only its factory methods fill it. */
final class StepScript {

    /**
     * A line of the script.
     *
     * @param act  what is done
     * @param j    block column that the act is about, or the first of several
     * @param k    panel that is applied
     * @param step the panel step that the act belongs to; the first panels are factored in step 0
     */
    record Line(PanelSteps.Act act, int j, int k, int step) {
    }

    private final List<Line> lines = new ArrayList<>();
    private int step;

    /** Returns the script of all steps. */
    static StepScript whole(PanelSteps steps) {
        StepScript script = new StepScript();
        steps.run(script::add);
        return script;
    }

    /** Returns the script of steps from .. to - 1, when the panels before {@code from + depth} have been delivered. */
    static StepScript part(PanelSteps steps, int from, int to) {
        StepScript script = new StepScript();
        script.step = from;
        steps.run(from, to, script::add);
        return script;
    }

    private void add(PanelSteps.Act act, int j, int k) {
        lines.add(new Line(act, j, k, step));
        step += act == PanelSteps.Act.END ? 1 : 0;
    }

    /** Returns the number of lines of this script. */
    int size() {
        return lines.size();
    }

    /**
     * Returns one line of this script.
     *
     * @param at index of the line, 0 .. {@link #size} - 1
     */
    Line line(int at) {
        return lines.get(at);
    }
}
