package hplhetero.run.cases;

import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.input.CaseExpander;
import hplhetero.input.HplDat;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.text.InputException;
import hplhetero.input.text.Words;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The tests of a run.
 *
 * @param dat   the values, after overriding
 * @param cases the tests in netlib's order
 * @param ranks ranks that the largest grid needs
 * @param open  what nobody asked for
 * @param notes what was read, and what was replaced in it, for people
 */
public record CaseChoice(HplDat dat, List<HplCase> cases, int ranks, Open open, List<String> notes) {
    /** The N of a run of which nothing else is known: a large one. */
    public static final int LARGE_N = 10_000;

    /**
     * What is for the program to choose.
     *
     * @param n  whether an N that suits the machine is to be found
     * @param nb whether NB follows N
     * @param grid whether P and Q are to be found
     * @param fitting where NB follows N, how
     */
    public record Open(boolean n, boolean nb, boolean grid, BlockSize fitting) {
        static final Open NOTHING = new Open(false, false, false, BlockSize.ON_HOST);
    }

    /**
     * Reads what the user asked for.
     *
     * @param file      the file named, if one was
     * @param folder    the working folder
     * @param overrides the options given
     * @param map       the map of blocks for all tests
     * @throws hplhetero.input.text.InputException with a message to be shown
     */
    public static CaseChoice of(Optional<Path> file, Path folder, HplDatOverrides overrides, MapSpec map) {
        return of(InputFile.find(file, folder), overrides, map);
    }

    /** As above, for an input that has been read. */
    public static CaseChoice of(InputFile input, HplDatOverrides overrides, MapSpec map) {
        HplDat dat = input.dat().orElseGet(HplDat::defaults).with(overrides);
        Open open = input.dat().isPresent() ? Open.NOTHING : new Open(overrides.ns().isEmpty(), overrides.nbs().isEmpty(), false,
                BlockSize.ON_HOST);
        return expanded(withFittingNb(dat, open), map, open, input.notes());
    }

    /** A run like those that are to come, where little is known of them yet: the input's first, with these values in place of its own. */
    public static HplCase typical(HplDat dat, int n, int nb, int p, int q) {
        HplDatOverrides known = HplDatOverrides.builder().n(String.valueOf(n)).nb(String.valueOf(nb)).p(String.valueOf(p))
                .q(String.valueOf(q)).build();
        return CaseExpander.expand(dat.with(known), new MapSpec.Cyclic()).getFirst();
    }

    /**
     * The same on a number of ranks that need not be P x Q. Where nobody gave P and Q they are to be found; until then all
     * ranks stand in one row.
     *
     * @param free whether nobody gave P and Q
     * @throws InputException when they are fewer than a grid has
     */
    public CaseChoice onRanks(int given, boolean free) {
        if (!free && given < ranks) {
            throw new InputException("--ranks " + given + ": P x Q is " + ranks + ": give as many ranks, or drop the option");
        }
        CaseChoice grid = free ? withGrid(1, given, dat.nbs().getFirst()) : this;
        return new CaseChoice(grid.dat, grid.cases, given, new Open(open.n(), open.nb(), free, open.fitting()), notes);
    }

    /** The same where devices compute the updates of ranks: where NB is open, one that suits them. */
    public CaseChoice onDevices() {
        if (!open.nb()) {
            return this;
        }
        Open other = new Open(open.n(), open.nb(), open.grid(), BlockSize.ON_DEVICES);
        CaseChoice fitting = expanded(withFittingNb(dat, other), cases.getFirst().map(), other, notes);
        return new CaseChoice(fitting.dat, fitting.cases, ranks, other, notes);
    }

    /** The same with this one grid, and where NB is open, with this one. */
    public CaseChoice withGrid(int p, int q, int nb) {
        HplDat other = dat.with(HplDatOverrides.builder().p(String.valueOf(p)).q(String.valueOf(q)).build());
        HplDat chosen = open.nb() ? other.with(HplDatOverrides.builder().nb(String.valueOf(nb)).build()) : other;
        List<HplCase> expanded = CaseExpander.expand(chosen, cases.getFirst().map());
        return new CaseChoice(chosen, expanded, ranks, open, notes);
    }

    /** The same tests with other maps, one a test. */
    public CaseChoice withMaps(List<MapSpec> maps) {
        List<HplCase> mapped = IntStream.range(0, maps.size()).mapToObj(i -> cases.get(i).with(maps.get(i))).toList();
        return new CaseChoice(dat, mapped, ranks, open, notes);
    }

    /** The same tests with broadcasts and row swaps that the program has chosen of each: the report's are those of the first phases. */
    public CaseChoice withSteps(List<StepChoices> steps) {
        List<HplCase> chosen = IntStream.range(0, steps.size()).mapToObj(i -> cases.get(i).with(steps.get(i))).toList();
        String broadcasts = chosen.stream().map(one -> Words.BROADCASTS.nameOf(one.broadcast())).distinct()
                .collect(Collectors.joining(","));
        HplDat said = dat.with(HplDatOverrides.builder().bcast(broadcasts).swap(Words.SWAPS.nameOf(chosen.getFirst().swap())).build());
        return new CaseChoice(said, chosen, ranks, open, notes);
    }

    /**
     * One N, NB and grid, those of a plan; everything else as the input and the options say, or where they do not, as the plan was free
     * to choose. The report's P x Q are the ranks
     * that take part: where a rank owns several cells they are fewer than the plan's grid has.
     *
     * @throws InputException when an option gives what the plan says
     */
    public static CaseChoice of(InputFile input, HplDatOverrides overrides, Plan plan) {
        if (overrides.ns().isPresent() || overrides.nbs().isPresent() || overrides.ps().isPresent() || overrides.qs().isPresent()) {
            throw new InputException("-N, --nb, -P, -Q: the plan says N=" + plan.n() + " NB=" + plan.nb() + " P=" + plan.p()
                    + " Q=" + plan.q() + ": drop these options, or make another plan");
        }
        HplDat dat = input.dat().orElseGet(() -> HplDat.defaults().with(chosen(plan))).with(overrides).with(HplDatOverrides.builder()
                .n(String.valueOf(plan.n())).nb(String.valueOf(plan.nb())).p(String.valueOf(plan.reportedP()))
                .q(String.valueOf(plan.reportedQ())).build());
        List<HplCase> cases = CaseExpander.expand(dat, plan.map());
        return new CaseChoice(dat, cases, plan.prediction().busy().size(), Open.NOTHING, with(input.notes(), said(plan)));
    }

    /** How the run is done, where the plan was free to choose. */
    private static HplDatOverrides chosen(Plan plan) {
        HplDatOverrides.Builder chosen = HplDatOverrides.builder();
        plan.variant().ifPresent(run -> chosen.depth(String.valueOf(run.depth())).bcast(Words.BROADCASTS.nameOf(run.broadcast()))
                .swap(Words.SWAPS.nameOf(run.swap())).swapThreshold(String.valueOf(run.swapThreshold())));
        return chosen.build();
    }

    private static String said(Plan plan) {
        return String.format(Locale.ROOT, "plan: %s, N=%d NB=%d P=%d Q=%d, %.4g s and %.4g GFLOPS predicted", plan.kind(), plan.n(),
                plan.nb(), plan.p(), plan.q(), plan.prediction().seconds(), plan.prediction().gflops(plan.n()));
    }

    /** Whether nobody asked for an N, so that one that suits the machine is to be found. */
    public boolean sized() {
        return open.n();
    }

    /** Operations of all tests together; endless where N is not known yet. */
    public double flops() {
        return sized() ? Double.POSITIVE_INFINITY : cases.stream().mapToDouble(HplCase::flops).sum();
    }

    /** The same tests with something more to say of them. */
    public CaseChoice withNote(String note) {
        return new CaseChoice(dat, cases, ranks, open, with(notes, note));
    }

    /** The same values with this one order in place of the others, and where NB is open, one that fits it. */
    CaseChoice withN(int n, String why) {
        HplDat other = dat.with(HplDatOverrides.builder().n(String.valueOf(n)).build());
        CaseChoice one = expanded(withFittingNb(other, open), cases.getFirst().map(), Open.NOTHING, with(notes, why));
        return new CaseChoice(one.dat, one.cases, ranks, new Open(false, open.nb(), open.grid(), open.fitting()), one.notes);
    }

    private static List<String> with(List<String> notes, String more) {
        return Stream.concat(notes.stream(), Stream.of(more)).toList();
    }

    /** Where NB is open, one for all orders: the largest takes the most time. */
    private static HplDat withFittingNb(HplDat dat, Open open) {
        int nb = open.fitting().of(Collections.max(dat.ns()));
        return !open.nb() ? dat : dat.with(HplDatOverrides.builder().nb(String.valueOf(nb)).build());
    }

    private static CaseChoice expanded(HplDat dat, MapSpec map, Open open, List<String> notes) {
        List<HplCase> cases = CaseExpander.expand(dat, map);
        int ranks = cases.stream().mapToInt(HplCase::ranks).max().orElseThrow();
        return new CaseChoice(dat, cases, ranks, open, List.copyOf(notes));
    }
}
