package hplhetero.results.text;

import hplhetero.hpl.plan.Exhaustive;
import hplhetero.hpl.plan.Exhaustive.GridWays;
import hplhetero.hpl.plan.Exhaustive.Way;
import hplhetero.hpl.plan.Plan;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Locale;

/** The report that compares a plan with all other ways in words: one line for each grid, then the plan against the best. */
public final class ExhaustiveReport {

    private ExhaustiveReport() {
    }

    /**
     * Returns the comparison of a plan with all other combinations of grid, order of ranks, broadcast and row swap, as text: a table with a
     * row for each grid, then the plan against netlib's default and against the best.
     *
     * @param found simulated runs of all combinations
     * @param plan  plan that is compared
     * @param page  length to which lines are folded
     */
    public static String of(Exhaustive found, Plan plan, Page page) {
        StringBuilder text = new StringBuilder();
        say(text, "All grids, numberings, BCASTs, SWAPs and orders in virtual time, N=%d NB=%d: %d combinations, %d runs",
                plan.n(), plan.nb(), found.tried(), found.simulated());
        found.pruning().forEach(sentence -> say(text, "  - %s", sentence));
        say(text, "");
        Table table = Table.of(Column.number("P x Q"), Column.number("netlib's s"), Column.number("best s"), Column.number("gain"),
                Column.text("the best"));
        for (GridWays grid : found.grids()) {
            table.row(grid.best().p() + " x " + grid.best().q(), seconds(grid.netlib()), seconds(grid.best()),
                    grid.gain() < 0.005 ? "no gain" : String.format(Locale.ROOT, "%.1f %%", 100 * grid.gain()), words(grid.best()));
        }
        text.append(table.text(page, "  "));
        say(text, "");
        Way netlib = found.netlib();
        say(text, "netlib's default (row-major, as listed, %s), on its best grid %d x %d: %.4g s", netlib.variant().broadcast().hplName(),
                netlib.p(), netlib.q(), netlib.seconds());
        say(text, "best of all: %d x %d, %s: %.4g s", found.best().p(), found.best().q(), words(found.best()), found.best().seconds());
        say(text, "the plan, %d x %d: %.4g s, %.4f of the best; %s", plan.p(), plan.q(), found.planned(),
                found.planned() / found.best().seconds(), found.noGain() ? "no gain over netlib's default"
                        : String.format(Locale.ROOT, "%.1f %% gained over netlib's default",
                                100 * (netlib.seconds() / found.planned() - 1)));
        return page.fold(text.toString());
    }

    private static String seconds(Way way) {
        return String.format(Locale.ROOT, "%.4g", way.seconds());
    }

    private static String words(Way way) {
        return way.order() + ", " + way.variant().broadcast().hplName() + ", "
                + way.variant().swap().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static void say(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
