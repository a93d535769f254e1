package hplhetero.run.net.lids;

import hplhetero.network.lid.LidChoice;
import hplhetero.network.lid.LidMethod;
import hplhetero.network.lid.LidQuestion;
import hplhetero.network.lid.LidSelection;
import hplhetero.network.lid.tables.JobTables;
import hplhetero.network.lid.tables.LidBudget;
import hplhetero.network.lid.tables.LidNeed;
import hplhetero.network.lid.tables.SenderTables;
import hplhetero.network.lid.tables.TableDesign;
import hplhetero.network.model.NetworkCost;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Fabric;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Placement;
import hplhetero.run.net.lids.JobQuestion.Tables;
import hplhetero.run.option.CostOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The table that was chosen, and what there was to choose from.
 *
 * @param comparison the comparison of all tables
 * @param requested  what the ranks do, each by one algorithm
 * @param before     the ranks on the fabric of the file, with all messages by path 0
 * @param after      the ranks with the chosen table, on the new forwarding tables where these were made
 */
record LidsAnswer(TableComparison comparison, List<RequestedTraffic> requested, Placement before, Placement after) {
    /** Name of the tables that the topology file gives. */
    static final String FOUND = "of the file";
    /** Name of forwarding tables and paths made for the job. */
    static final String FOR_JOB = "for this job";

    /** Returns the chosen table, which says for each pair of ranks by which path the sender sends. */
    PathTable table() {
        return after.paths().orElseThrow();
    }

    /** Returns the number of steps in which {@link #of} answers a question, for showing progress. */
    static int steps(JobQuestion question) {
        return (int) question.requested().stream().filter(RequestedTraffic::open).count() + LidMethod.values().length + 2;
    }

    /**
     * Chooses a table of paths by each method, and compares these tables.
     *
     * @param question what paths are chosen for, and by which method
     * @param done     is told how many steps are done
     * @throws IllegalArgumentException when the method cannot be used on the fabric
     */
    static LidsAnswer of(JobQuestion question, LongConsumer done) {
        return new Choosing(question, done).answer();
    }

    /** The state while tables are chosen and compared, step by step. Used by one thread. */
    private static final class Choosing {
        private final JobQuestion question;
        private final LongConsumer done;
        private final Placement base;
        private final List<RequestedTraffic> requested = new ArrayList<>();
        private final List<TableComparison.Selection> selections = new ArrayList<>();
        private final List<Result> results = new ArrayList<>();
        /** The table of the method asked for; null until it is chosen. */
        private PathTable table;
        /** Number of steps done. */
        private int steps;

        /**
         * Makes a chooser that has chosen nothing yet.
         *
         * @param question what paths are chosen for, and how
         * @param done     is told how many steps are done
         */
        Choosing(JobQuestion question, LongConsumer done) {
            this.question = question;
            this.done = done;
            base = question.tables() == Tables.FOUND ? question.placement() : question.placement().on(designed());
        }

        private Fabric designed() {
            Fabric fabric = question.placement().fabric();
            return question.method() == LidMethod.SENDER_WISE ? TableDesign.of(fabric).rooted(question.paths())
                    : TableDesign.withPaths(fabric, question.paths());
        }

        private void step() {
            done.accept(++steps);
        }

        /** Chooses a table by each method and returns the answer. */
        LidsAnswer answer() {
            question.requested().forEach(each -> requested.add(each.open() ? selected(each) : each));
            if (question.placement().paths().isPresent() || question.tables() != Tables.FOUND) {
                results.add(result(FOUND, question.placement(), base.fabric().paths(), null));
            }
            for (LidMethod method : LidMethod.values()) {
                results.add(byMethod(method));
                step();
            }
            return question.tables() == Tables.FOR_JOB ? forJob() : answer(question.method().label(), base.over(table));
        }

        private RequestedTraffic selected(RequestedTraffic open) {
            NetworkCost cost = new CostOptions().cost();
            LidSelection selection = LidSelection.of(question.method(), base, question.paths(), open.algorithms(), cost);
            selections.add(new TableComparison.Selection(open.words(), selection.candidates().stream()
                    .map(each -> new TableComparison.Candidate(each.algorithm().name(),
                            each.contention().stages(), each.contention().contended(), each.contention().mean(), each.seconds()))
                    .toList()));
            step();
            return RequestedTraffic.by(open.words() + " " + selection.best().algorithm().name(), selection.best().algorithm());
        }

        private List<Traffic> patterns() {
            return requested.stream().map(each -> each.algorithms().getFirst()).toList();
        }

        private Result byMethod(LidMethod method) {
            int paths = method == LidMethod.SINGLE ? 1 : question.paths();
            LidChoice choice;
            try {
                choice = method.choose(new LidQuestion(base, patterns(), paths));
            } catch (IllegalArgumentException cannot) {
                if (method == question.method()) {
                    throw cannot;
                }
                return new Result(method.label(), paths, cannot.getMessage(), null, List.of());
            }
            if (method == question.method()) {
                table = choice.table();
            }
            return result(method.label(), base.over(choice.table()), paths, looks(method) ? choice.unsolved() : null);
        }

        private static boolean looks(LidMethod method) {
            return method == LidMethod.PAPER || method == LidMethod.COLOURING;
        }

        private Result result(String name, Placement over, int paths, Long unsolved) {
            return new Result(name, paths, null, unsolved,
                    requested.stream().map(each -> Loads.of(each, over, each.algorithms().getFirst())).toList());
        }

        private LidsAnswer forJob() {
            JobTables made = question.method() == LidMethod.SENDER_WISE
                    ? SenderTables.design(question.placement(), patterns(), question.paths())
                    : JobTables.design(question.placement(), patterns(), question.paths());
            Placement after = made.placed(question.placement());
            results.add(result(FOR_JOB, after, question.paths(), made.choice().unsolved() + made.displaced()));
            return answer(FOR_JOB, after);
        }

        private LidsAnswer answer(String chosen, Placement after) {
            Placement is = question.placement();
            List<TableComparison.Needs> needs = List.of(needs("any job", LidNeed::general), needs("this job", LidNeed::job));
            List<Integer> lids = question.subnet().map(subnet -> IntStream.range(0, is.ranks())
                    .mapToObj(rank -> subnet.firstLid(is.nodeOf(rank))).toList()).orElse(null);
            PathTable taken = after.paths().orElseThrow();
            TableComparison comparison = new TableComparison(TableComparison.SCHEMA, after.toString(), is.ranks(), question.paths(),
                    mostLids(is.fabric()), selections, results, chosen, needs, lids, TableComparison.rows(is, taken));
            return new LidsAnswer(comparison, requested, is.over(PathTable.of(is.ranks(), (from, to) -> 0)), after);
        }

        private static int mostLids(Fabric fabric) {
            try {
                return 1 << LidBudget.mostLmc(fabric);
            } catch (IllegalArgumentException tooLarge) {
                return 0;
            }
        }

        private TableComparison.Needs needs(String tables, BiFunction<Placement, List<Traffic>, List<LidNeed>> of) {
            try {
                return new TableComparison.Needs(tables, null, of.apply(question.placement(), patterns()).stream()
                        .map(TableComparison.Need::of).toList());
            } catch (IllegalArgumentException cannot) {
                return new TableComparison.Needs(tables, cannot.getMessage(), List.of());
            } finally {
                step();
            }
        }
    }
}
