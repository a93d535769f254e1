package hplhetero.hpl.simulate;

import hplhetero.hpl.lu.PanelSteps;
import java.util.ArrayList;
import java.util.List;

/** The acts of {@link PanelSteps} as a list, in which a rank in virtual time can stop and go on. Filled by its factories alone. */
final class StepScript {

    /**
     * One line.
     *
     * @param act  what is done
     * @param j    block column that it is about, or from which on
     * @param k    panel by which
     * @param step the panel step that it belongs to; the first panels are factored in step 0
     */
    record Line(PanelSteps.Act act, int j, int k, int step) {
    }

    private final List<Line> lines = new ArrayList<>();
    private int step;

    /** All steps. */
    static StepScript whole(PanelSteps steps) {
        StepScript script = new StepScript();
        steps.run(script::add);
        return script;
    }

    /** Steps from .. to - 1, when the panels before {@code from + depth} have been delivered. */
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

    int size() {
        return lines.size();
    }

    Line line(int at) {
        return lines.get(at);
    }
}
