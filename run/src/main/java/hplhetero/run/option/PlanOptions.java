package hplhetero.run.option;

import hplhetero.hpl.plan.PlanRequest.Grid;
import hplhetero.hpl.plan.map.MapKind;
import hplhetero.input.text.InputException;
import hplhetero.input.text.OptionText;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** The options that fix part of a plan, common to the commands that plan for a cluster. */
@Heading(Topic.PLAN)
public final class PlanOptions {
    @Common
    @Option(names = {"-N", "--n"}, paramLabel = "N",
            description = "Order of the matrix A; default: the N that fits the ranks' memory best.")
    private String n;

    @Common
    @Option(names = {"--nb"}, paramLabel = "NB,...", description = "Block sizes to choose from; default: the usual ones.")
    private String nb;

    @Common
    @Option(names = {"-P", "--p"}, paramLabel = "P", description = "Rows of the grid, together with -Q; default: the planner chooses.")
    private String p;

    @Common
    @Option(names = {"-Q", "--q"}, paramLabel = "Q", description = "Columns of the grid, together with -P; default: the planner chooses.")
    private String q;

    @Common
    @Option(names = {"--map"}, paramLabel = "KIND", defaultValue = MapWords.AUTO, completionCandidates = WordLists.Maps.class,
            description = "Which rank owns which block: cyclic (netlib's), cells (several cells of the grid for a fast rank), weighted "
                    + "(one cell for each rank, rows and columns in proportion to its speed), shared (block columns shared by several "
                    + "ranks), or auto (default: the fastest of these).")
    private String map;

    /** Returns N, the order of the matrix; empty where it is not given. */
    public OptionalInt order() {
        return n == null ? OptionalInt.empty() : OptionalInt.of(OptionText.order("-N", n));
    }

    /** Returns the NBs that the plan may choose from; empty where they are not given. */
    public Optional<List<Integer>> blocks() {
        return Optional.ofNullable(nb).map(text -> OptionText.integers("--nb", text, 1));
    }

    /** Returns the process grid of the plan; empty where it is not given. */
    public Optional<Grid> grid() {
        return grid(p, q);
    }

    /**
     * Returns the grid of two options; empty where neither is given.
     *
     * @param p text of the option for process rows; null: not given
     * @param q text of the option for process columns; null: not given
     * @throws InputException when only one of them is given
     */
    public static Optional<Grid> grid(String p, String q) {
        if (p == null && q == null) {
            return Optional.empty();
        }
        if (p == null || q == null) {
            throw new InputException((p == null ? "-Q " + q : "-P " + p) + ": a grid needs both: give -P and -Q, or neither");
        }
        return Optional.of(new Grid(OptionText.integer("-P", p, 1), OptionText.integer("-Q", q, 1)));
    }

    /**
     * Returns the way in which the plan must deal the matrix's blocks to ranks, as {@code --map} asks for; empty where the planner is to
     * choose the fastest way.
     */
    public Optional<MapKind> kind() {
        return MapWords.requested(map);
    }
}
