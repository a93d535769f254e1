package hplhetero.input.cluster;

import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.plan.Plan;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Words;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a plan as the text of a plan file, from which {@link PlanFileReader} reads the same plan. */
public final class PlanFileWriter {
    private static final int NUMBERS_A_LINE = 40;

    private PlanFileWriter() {
    }

    /**
     * Returns the text of a plan file that describes a plan, as {@link PlanFileReader} reads it.
     *
     * @param plan a plan; each rank that owns a cell of its virtual grid must get at least one of the blocks that are dealt to these cells
     * @throws InputException if a rank owns a cell but no block
     */
    public static String write(Plan plan) {
        PlanCheck.of(plan, "the plan").requireAll();
        StringBuilder text = new StringBuilder("# docs/plan-file.md explains this format\n");
        text.append("plan n=").append(plan.n()).append(" nb=").append(plan.nb())
                .append(" ranks=").append(plan.prediction().busy().size()).append('\n');
        text.append("kind ").append(plan.kind().strip().replaceAll("\\s+", " ")).append('\n');
        plan.variant().ifPresent(run -> text
                .append("# The order of owners and the line `run` are advice for this program; netlib HPL ranks broadcasts otherwise\n")
                .append("run depth=").append(run.depth()).append(" bcast=")
                .append(Words.BROADCASTS.nameOf(run.broadcast())).append(" swap=").append(Words.SWAPS.nameOf(run.swap()))
                .append(" threshold=").append(run.swapThreshold()).append('\n'));
        plan.map().owners().forEach(row -> numbers(text, "owners", row, row.size()));
        numbers(text, "rho", plan.map().rho(), NUMBERS_A_LINE);
        numbers(text, "kappa", plan.map().kappa(), NUMBERS_A_LINE);
        prediction(text, plan.prediction());
        plan.virtual().ifPresent(seconds -> text.append("virtual seconds=").append(seconds).append('\n'));
        if (plan.siteOf().stream().distinct().count() > 1) {
            numbers(text, "sites", plan.siteOf(), NUMBERS_A_LINE);
        }
        return text.toString();
    }

    private static void prediction(StringBuilder text, Prediction p) {
        text.append("seconds total=").append(p.seconds()).append(" update=").append(p.update()).append(" panel=").append(p.panel())
                .append(" broadcast=").append(p.broadcast()).append(" swap=").append(p.swap()).append(" solve=").append(p.solve())
                .append(" ideal=").append(p.ideal()).append('\n');
        numbers(text, "busy", p.busy(), NUMBERS_A_LINE);
    }

    private static void numbers(StringBuilder text, String keyword, List<?> numbers, int aLine) {
        for (int start = 0; start < numbers.size(); start += aLine) {
            text.append(keyword).append(' ').append(numbers.subList(start, Math.min(numbers.size(), start + aLine)).stream()
                    .map(Object::toString).collect(Collectors.joining(" "))).append('\n');
        }
    }
}
