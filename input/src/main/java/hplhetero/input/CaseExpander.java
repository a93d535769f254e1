package hplhetero.input;

import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapCheck;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.PanelVariant;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Turns the lists of values in HPL.dat into tests. */
public final class CaseExpander {
    /** The largest number of tests, more than any sweep runs. The lists of HPL.dat could ask for 20^9. */
    private static final long MAX_CASES = 1_000_000;

    private CaseExpander() {
    }

    /**
     * Returns all tests of a sweep in netlib's order. The loops are, from outer to inner: grid, N, NB, DEPTH, BCAST, RFACT, PFACT, NBMIN,
     * NDIV.
     *
     * @param sweep lists of values
     * @param map   map of blocks, used on every grid
     * @throws InputException if the map does not fit one of the grids, or there are more than a million tests
     */
    public static List<HplCase> expand(SweepParameters sweep, MapSpec map) {
        requireFew(sweep);
        List<HplCase> cases = new ArrayList<>();
        for (int grid = 0; grid < sweep.ps().size(); grid++) {
            int p = sweep.ps().get(grid);
            int q = sweep.qs().get(grid);
            MapSpecReader.check(map, p, q);
            addGrid(cases, sweep, map, p, q);
        }
        return List.copyOf(cases);
    }

    private static void addGrid(List<HplCase> cases, SweepParameters sweep, MapSpec map, int p, int q) {
        List<PanelVariant> panels = panels(sweep);
        for (int n : sweep.ns()) {
            for (int nb : sweep.nbs()) {
                for (int depth : sweep.depths()) {
                    for (var bcast : sweep.bcasts()) {
                        for (PanelVariant panel : panels) {
                            cases.add(checked(new HplCase(n, nb, p, q, sweep.mapping(), depth, bcast, panel, sweep.swap(),
                                    sweep.swapThreshold(), sweep.equilibrate(), map, sweep.threshold())));
                        }
                    }
                }
            }
        }
    }

    private static HplCase checked(HplCase c) {
        MapCheck.problem(c).ifPresent(problem -> {
            throw new InputException(problem);
        });
        return c;
    }

    /** Returns the combinations of the four inner loops: RFACT, PFACT, NBMIN, NDIV. */
    private static List<PanelVariant> panels(SweepParameters sweep) {
        List<PanelVariant> panels = new ArrayList<>();
        for (var rfact : sweep.rfacts()) {
            for (var pfact : sweep.pfacts()) {
                for (int nbmin : sweep.nbmins()) {
                    for (int ndiv : sweep.ndivs()) {
                        panels.add(new PanelVariant(rfact, ndiv, pfact, nbmin));
                    }
                }
            }
        }
        return panels;
    }

    private static void requireFew(SweepParameters sweep) {
        long cases = Stream.of(sweep.ps(), sweep.ns(), sweep.nbs(), sweep.depths(), sweep.bcasts(), sweep.rfacts(), sweep.pfacts(),
                sweep.nbmins(), sweep.ndivs()).mapToLong(List::size).reduce(1, (a, b) -> a * b);
        requireFew("the lists of values", cases, "shorten some of the lists");
    }

    /**
     * Checks that there are not more than a million tests, the most that any sweep runs.
     *
     * @param what   what makes the tests, for the message
     * @param cases  number of tests
     * @param remedy what the user can do, for the message
     * @throws InputException if there are more than a million tests
     */
    public static void requireFew(String what, long cases, String remedy) {
        if (cases > MAX_CASES) {
            throw new InputException(what + " make " + cases + " tests, at most " + MAX_CASES + " are allowed: " + remedy);
        }
    }
}
