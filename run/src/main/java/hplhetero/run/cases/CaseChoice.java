package hplhetero.run.cases;

import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDat;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.WhoChooses;
import hplhetero.input.text.InputException;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tests of a run.
 *
 * @param dat   the values of HPL.dat, after options have replaced some
 * @param cases the tests in netlib's order
 * @param ranks number of ranks: those that the largest grid needs, or those given
 * @param open  what the user left to the program to choose
 * @param notes what was read, and what was replaced in it, for people
 */
public record CaseChoice(HplDat dat, List<HplCase> cases, int ranks, Open open, List<String> notes) implements Serializable {
    /** The N assumed for a run of which nothing is known yet: a large one. */
    public static final int LARGE_N = 10_000;

    /**
     * What is left to the program to choose.
     *
     * @param n  whether an N that suits the machine is to be found
     * @param nb whether NB follows N
     * @param grid whether P and Q are to be found
     * @param fitting the rule by which NB follows N, where it does
     */
    public record Open(boolean n, boolean nb, boolean grid, BlockSize fitting) implements Serializable {
        static final Open NOTHING = new Open(false, false, false, BlockSize.ON_HOST);
    }

    /**
     * Returns the tests that the user asked for.
     *
     * @param input     the HPL.dat, where there is one
     * @param overrides the options given
     * @param map       the map of blocks for all tests
     * @throws hplhetero.input.text.InputException when the values cannot be used, with a message to be shown
     */
    public static CaseChoice of(InputFile input, HplDatOverrides overrides, MapSpec map) {
        HplDat dat = overrides.on(input.dat().orElseGet(HplDat::defaults));
        Open open = input.dat().isPresent() ? Open.NOTHING : new Open(!overrides.has("-N"), !overrides.has("--nb"), false,
                BlockSize.ON_HOST);
        return expanded(withFittingNb(dat, open), map, open, input.notes());
    }

    /**
     * Returns a test like those that are to come, where little is known of them yet: the first one of the input, with these values in place
     * of its own.
     */
    public static HplCase typical(HplDat dat, int n, int nb, int p, int q) {
        return CaseExpander.expand(one(dat.sweep(), n, nb, p, q), new MapSpec.Cyclic()).getFirst();
    }

    private static SweepParameters one(SweepParameters sweep, int n, int nb, int p, int q) {
        return sweep.withMatrices(List.of(n), List.of(nb)).withGrid(p, q);
    }

    /**
     * Returns these tests on a number of ranks that need not be P x Q. Where nobody gave P and Q they are to be found; until then all ranks
     * stand in one process row.
     *
     * @param given number of ranks
     * @param free  whether nobody gave P and Q
     * @throws InputException when a grid needs more ranks than are given
     */
    public CaseChoice onRanks(int given, boolean free) {
        if (!free && given < ranks) {
            throw new InputException("--ranks " + given + ": P x Q is " + ranks + ": give at least as many ranks, or drop the option");
        }
        CaseChoice grid = free ? withGrid(1, given, dat.sweep().nbs().getFirst()) : this;
        return new CaseChoice(grid.dat, grid.cases, given, new Open(open.n(), open.nb(), free, open.fitting()), notes);
    }

    /**
     * Returns these tests with their N and NB on another number of ranks. Grid and maps are to be found.
     *
     * @param given number of ranks
     * @throws InputException when the tests have several grids
     */
    public CaseChoice replanned(int given) {
        if (dat.sweep().ps().size() > 1) {
            throw new InputException("P x Q: the tests compare " + dat.sweep().ps().size() + " grids, which take up to " + ranks
                    + " ranks, ranks=" + given + ": start as many ranks as before");
        }
        return expanded(dat, new MapSpec.Cyclic(), Open.NOTHING, notes).onRanks(given, true);
    }

    /** Returns these tests for ranks whose updates devices compute. Where NB is open, it becomes one that suits devices. */
    public CaseChoice onDevices() {
        if (!open.nb()) {
            return this;
        }
        Open other = new Open(open.n(), open.nb(), open.grid(), BlockSize.ON_DEVICES);
        CaseChoice fitting = expanded(withFittingNb(dat, other), cases.getFirst().map(), other, notes);
        return new CaseChoice(fitting.dat, fitting.cases, ranks, other, notes);
    }

    /** Returns these tests with this grid in place of theirs, and with this NB where NB is open. */
    public CaseChoice withGrid(int p, int q, int nb) {
        SweepParameters other = dat.sweep().withGrid(p, q);
        HplDat chosen = dat.with(open.nb() ? other.withMatrices(other.ns(), List.of(nb)) : other);
        List<HplCase> expanded = CaseExpander.expand(chosen.sweep(), cases.getFirst().map());
        return new CaseChoice(chosen, expanded, ranks, open, notes);
    }

    /**
     * Returns these tests with other maps.
     *
     * @param maps the new map of each test, in the order of the tests
     */
    public CaseChoice withMaps(List<MapSpec> maps) {
        List<HplCase> mapped = IntStream.range(0, maps.size()).mapToObj(i -> cases.get(i).with(maps.get(i))).toList();
        return new CaseChoice(dat, mapped, ranks, open, notes);
    }

    /**
     * Returns these tests with the broadcasts and row swaps that the program has chosen. The program cuts a run into phases of equal
     * numbers of panels, and chooses for each phase. The values that reports show as those of HPL.dat become the choices of the first
     * phase.
     *
     * @param steps what was chosen, one entry for each test, in the order of the tests
     */
    public CaseChoice withSteps(List<StepChoices> steps) {
        List<HplCase> chosen = IntStream.range(0, steps.size()).mapToObj(i -> cases.get(i).with(steps.get(i))).toList();
        List<BroadcastAlgorithm> broadcasts = chosen.stream().map(HplCase::broadcast).distinct().toList();
        SweepParameters said = dat.sweep().withSteps(dat.sweep().depths(), broadcasts, chosen.getFirst().swap(),
                dat.sweep().swapThreshold());
        return new CaseChoice(dat.with(said), chosen, ranks, open, notes);
    }

    /**
     * Returns these tests with other answers to whether block columns may change owners while a test runs.
     *
     * @param answer gives the answer for a test
     */
    public CaseChoice withRebalance(Function<HplCase, Rebalance> answer) {
        return new CaseChoice(dat, cases.stream().map(one -> one.with(answer.apply(one))).toList(), ranks, open, notes);
    }

    /**
     * Returns the test of a plan, with the plan's N, NB and map. Everything else is as the input and the options say, or else as the plan
     * chose. P and Q of the test are those that netlib's report shows: P x Q is the number of ranks that take part. A plan's map is a grid
     * of cells, of which a rank may own several; there are then fewer ranks than cells.
     *
     * @param input     the HPL.dat, where there is one
     * @param overrides the options given
     * @param plan      the plan
     * @throws InputException when an option gives a value that the plan gives too
     */
    public static CaseChoice of(InputFile input, HplDatOverrides overrides, Plan plan) {
        if (overrides.has("-N", "--nb", "-P", "-Q")) {
            throw new InputException("-N, --nb, -P, -Q: the plan says N=" + plan.n() + " NB=" + plan.nb() + " P=" + plan.p()
                    + " Q=" + plan.q() + ": drop these options, or make another plan");
        }
        HplDat dat = overrides.on(input.dat().orElseGet(() -> chosen(plan)));
        HplDat planned = dat.with(one(dat.sweep(), plan.n(), plan.nb(), plan.reportedP(), plan.reportedQ()));
        List<HplCase> cases = CaseExpander.expand(planned.sweep(), plan.map());
        return new CaseChoice(planned, cases, plan.prediction().busy().size(), Open.NOTHING, with(input.notes(), List.of(said(plan))));
    }

    /** Returns the values taken where there is no HPL.dat: the plan's variant of the solve, where it has one, else the defaults. */
    private static HplDat chosen(Plan plan) {
        HplDat usual = HplDat.defaults();
        return plan.variant().map(run -> usual.with(WhoChooses.USER).with(usual.sweep().withSteps(List.of(run.depth()),
                List.of(run.broadcast()), run.swap(), run.swapThreshold()))).orElse(usual);
    }

    private static String said(Plan plan) {
        return String.format(Locale.ROOT, "plan: %s, N=%d NB=%d P=%d Q=%d, %.4g s and %.4g GFLOPS predicted", plan.kind(), plan.n(),
                plan.nb(), plan.p(), plan.q(), plan.seconds(), plan.gflops());
    }

    /**
     * Returns these tests with their report in another place.
     *
     * @param output the text of {@code --output}; null where the place stays as it is
     */
    public CaseChoice reportedTo(String output) {
        return new CaseChoice(HplDatOverrides.of("--output", output).on(dat), cases, ranks, open, notes);
    }

    /** Returns whether nobody asked for an N, so that one that suits the machine is to be found. */
    public boolean sized() {
        return open.n();
    }

    /** Returns the floating-point operations of all tests together; infinite where N is not known yet. */
    public double flops() {
        return sized() ? Double.POSITIVE_INFINITY : cases.stream().mapToDouble(HplCase::flops).sum();
    }

    /** Returns these tests with further notes on them. */
    public CaseChoice withNotes(Collection<String> more) {
        return new CaseChoice(dat, cases, ranks, open, with(notes, more));
    }

    /**
     * Returns the tests with one N in place of theirs and, where NB is open, with an NB that fits this N.
     *
     * @param n   the order of the matrix for all tests
     * @param why why this N was chosen, for people
     */
    CaseChoice withN(int n, String why) {
        HplDat other = dat.with(dat.sweep().withMatrices(List.of(n), dat.sweep().nbs()));
        CaseChoice one = expanded(withFittingNb(other, open), cases.getFirst().map(), Open.NOTHING, with(notes, List.of(why)));
        return new CaseChoice(one.dat, one.cases, ranks, new Open(false, open.nb(), open.grid(), open.fitting()), one.notes);
    }

    private static List<String> with(List<String> notes, Collection<String> more) {
        return Stream.concat(notes.stream(), more.stream()).toList();
    }

    /** Returns the values with an NB that fits the largest order, where NB is open. The largest order takes the most time. */
    private static HplDat withFittingNb(HplDat dat, Open open) {
        List<Integer> ns = dat.sweep().ns();
        return open.nb() ? dat.with(dat.sweep().withMatrices(ns, List.of(open.fitting().of(Collections.max(ns))))) : dat;
    }

    private static CaseChoice expanded(HplDat dat, MapSpec map, Open open, List<String> notes) {
        List<HplCase> cases = CaseExpander.expand(dat.sweep(), map);
        int ranks = cases.stream().mapToInt(HplCase::ranks).max().orElseThrow();
        return new CaseChoice(dat, cases, ranks, open, List.copyOf(notes));
    }
}
