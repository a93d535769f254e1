package hplhetero.input;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.util.List;

/**
 * The 31 lines of HPL.dat, after what netlib replaces silently has been replaced, and our settings behind them.
 *
 * @param outputFile      line 3, used when {@code device} is neither 6 nor 7; may be empty otherwise
 * @param device          line 4: 6 standard output, 7 standard error, any other number {@code outputFile}
 * @param ns              orders of A, &gt;= 0
 * @param nbs             blocking factors, &gt;= 1
 * @param mapping         PMAP
 * @param ps              process rows of each grid, &gt;= 1
 * @param qs              process columns of each grid, &gt;= 1, as many as {@code ps}
 * @param threshold       largest scaled residual that passes; &lt;= 0 means no check
 * @param pfacts          panel factorizations at the recursion's end
 * @param nbmins          columns at which the recursion ends, &gt;= 1
 * @param ndivs           subpanels per recursion, &gt;= 2
 * @param rfacts          recursive panel factorizations
 * @param bcasts          panel broadcasts
 * @param depths          look-ahead depths, &gt;= 0
 * @param swap            row swap
 * @param swapThreshold   columns up to which {@link SwapAlgorithm#MIX} takes binary exchange, &gt;= 0
 * @param l1Transposed    line 28; echoed only
 * @param uTransposed     line 29; echoed only
 * @param equilibrate     whether spread-roll evens out the pieces before rolling
 * @param align           line 31, in doubles, &gt;= 1; echoed only
 * @param chooses         who chooses broadcast and row swap; where the program does, the values here are what it begins with, one of each
 * @param settings        what lines after these set of ours
 * @param notes           what was replaced or is without effect, in words for people
 */
public record HplDat(String outputFile, int device, List<Integer> ns, List<Integer> nbs, ProcessMapping mapping,
                     List<Integer> ps, List<Integer> qs, double threshold, List<Factorization> pfacts,
                     List<Integer> nbmins, List<Integer> ndivs, List<Factorization> rfacts,
                     List<BroadcastAlgorithm> bcasts, List<Integer> depths, SwapAlgorithm swap, int swapThreshold,
                     boolean l1Transposed, boolean uTransposed, boolean equilibrate, int align, WhoChooses chooses, Settings settings,
                     List<String> notes) {

    /** The line-4 number for standard output. */
    public static final int STDOUT = 6;
    /** The line-4 number for standard error. */
    public static final int STDERR = 7;

    /** @throws InputException when a value is out of range, a list too long or P and Q do not pair up */
    public HplDat {
        ns = checked(ns, IntParameter.N);
        nbs = checked(nbs, IntParameter.NB);
        ps = checked(ps, IntParameter.P);
        qs = checked(qs, IntParameter.Q);
        nbmins = checked(nbmins, IntParameter.NBMIN);
        ndivs = checked(ndivs, IntParameter.NDIV);
        depths = checked(depths, IntParameter.DEPTH);
        pfacts = counted(pfacts, "PFACT");
        rfacts = counted(rfacts, "RFACT");
        bcasts = counted(bcasts, "BCAST");
        notes = List.copyOf(notes);
        IntParameter.requireGrids(ps, qs, "process grids");
        if (!Double.isFinite(threshold) || swapThreshold < 0 || align < 1) {
            throw new InputException("threshold=" + threshold + " swapping threshold=" + swapThreshold + " ALIGN="
                    + align + ": expected a finite threshold, a swapping threshold >= 0 and ALIGN >= 1");
        }
    }

    private static List<Integer> checked(List<Integer> values, IntParameter parameter) {
        parameter.requireAll(values, parameter.word());
        return counted(values, parameter.word());
    }

    private static <T> List<T> counted(List<T> values, String word) {
        IntParameter.requireCount(values, word, word);
        return List.copyOf(values);
    }

    /** One case to be overridden: N = 1000, NB = 192 on 1 x 1, results to standard output. */
    public static HplDat defaults() {
        return new HplDat("HPL.out", STDOUT, List.of(1000), List.of(192), ProcessMapping.ROW_MAJOR, List.of(1),
                List.of(1), 16.0, List.of(Factorization.RIGHT), List.of(4), List.of(2), List.of(Factorization.RIGHT),
                List.of(BroadcastAlgorithm.RING_M), List.of(1), SwapAlgorithm.MIX, 64, true, true, true, 8, WhoChooses.NOBODY,
                Settings.NONE, List.of());
    }

    /**
     * These values with others in place of some.
     *
     * @throws InputException when the two do not fit together, such as three P and two Q
     */
    public HplDat with(HplDatOverrides given) {
        return new HplDat(given.outputFile().orElse(outputFile), given.device().orElse(device),
                given.ns().orElse(ns), given.nbs().orElse(nbs), given.mapping().orElse(mapping),
                given.ps().orElse(ps), given.qs().orElse(qs), given.threshold().orElse(threshold),
                given.pfacts().orElse(pfacts), given.nbmins().orElse(nbmins), given.ndivs().orElse(ndivs),
                given.rfacts().orElse(rfacts), broadcasts(given), given.depths().orElse(depths),
                given.swap().orElse(swap), given.swapThreshold().orElse(swapThreshold),
                l1Transposed, uTransposed, given.equilibrate().orElse(equilibrate), align,
                new WhoChooses(by(given.autoBcast(), given.bcasts().isPresent(), chooses.bcast()),
                        by(given.autoSwap(), given.swap().isPresent(), chooses.swap())), settings, notes);
    }

    /** Where the program chooses, the first of several, with which it begins. */
    private List<BroadcastAlgorithm> broadcasts(HplDatOverrides given) {
        return given.autoBcast() ? bcasts.subList(0, 1) : given.bcasts().orElse(bcasts);
    }

    private static WhoChooses.By by(boolean auto, boolean given, WhoChooses.By before) {
        return auto ? WhoChooses.By.PROGRAM : given ? WhoChooses.By.USER : before;
    }
}
