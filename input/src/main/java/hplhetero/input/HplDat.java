package hplhetero.input;

import hplhetero.hpl.problem.Factorization;
import hplhetero.hpl.problem.ProcessMapping;
import hplhetero.hpl.problem.SwapAlgorithm;
import hplhetero.hpl.problem.SweepParameters;
import hplhetero.input.text.InputException;
import hplhetero.input.text.IntParameter;
import hplhetero.network.schedule.BroadcastAlgorithm;
import java.io.Serializable;
import java.util.List;

/**
 * The contents of HPL.dat: netlib's 31 lines, with the values that netlib silently replaces already replaced, and the settings of this
 * program that follow.
 *
 * @param outputFile line 3, used if {@code device} is neither 6 nor 7; may be empty otherwise
 * @param device     line 4: 6 for standard output, 7 for standard error, any other number for {@code outputFile}
 * @param sweep      lines 5 to 31
 * @param chooses    who chooses the broadcast and the row swap; where the program does, {@code sweep} has one value, with which the program
 *                   begins
 * @param settings   what lines after the 31st set
 * @param notes      what was replaced or has no effect, in words for people
 */
public record HplDat(String outputFile, int device, SweepParameters sweep, WhoChooses chooses, Settings settings, List<String> notes)
        implements Serializable {

    /** The number on line 4 that stands for standard output. */
    public static final int STDOUT = 6;
    /** The number on line 4 that stands for standard error. */
    public static final int STDERR = 7;

    /**
     * Checks that all values are in their ranges. The parameters are the record's components.
     *
     * @throws InputException if a value is out of range, a list is too long, or P and Q do not pair up
     */
    public HplDat {
        check(sweep.ns(), IntParameter.N);
        check(sweep.nbs(), IntParameter.NB);
        check(sweep.ps(), IntParameter.P);
        check(sweep.qs(), IntParameter.Q);
        check(sweep.nbmins(), IntParameter.NBMIN);
        check(sweep.ndivs(), IntParameter.NDIV);
        check(sweep.depths(), IntParameter.DEPTH);
        checkCount(sweep.pfacts(), "PFACT");
        checkCount(sweep.rfacts(), "RFACT");
        checkCount(sweep.bcasts(), "BCAST");
        notes = List.copyOf(notes);
        IntParameter.requireGrids(sweep.ps(), sweep.qs(), "process grids");
        if (!Double.isFinite(sweep.threshold()) || sweep.swapThreshold() < 0 || sweep.align() < 1) {
            throw new InputException("threshold=" + sweep.threshold() + " swapping threshold=" + sweep.swapThreshold() + " ALIGN="
                    + sweep.align() + ": expected a finite threshold, a swapping threshold >= 0 and ALIGN >= 1");
        }
    }

    private static void check(List<Integer> values, IntParameter parameter) {
        parameter.requireAll(values, parameter.word());
        checkCount(values, parameter.word());
    }

    private static void checkCount(List<?> values, String word) {
        IntParameter.requireCount(values, word, word);
    }

    /**
     * Returns the contents where there is no file, to be overridden by options: N = 1000, NB = 192 on 1 x 1, results to standard output.
     */
    public static HplDat defaults() {
        return new HplDat("HPL.out", STDOUT, new SweepParameters(List.of(1000), List.of(192), ProcessMapping.ROW_MAJOR, List.of(1),
                List.of(1), List.of(Factorization.RIGHT), List.of(4), List.of(2), List.of(Factorization.RIGHT),
                List.of(BroadcastAlgorithm.RING_M), List.of(1), SwapAlgorithm.MIX, 64, true, true, true, 8, 16.0), WhoChooses.NOBODY,
                Settings.NONE, List.of());
    }

    /**
     * Returns these contents of HPL.dat with other values of the sweep.
     *
     * @param other the values, in place of {@code sweep}
     */
    public HplDat with(SweepParameters other) {
        return new HplDat(outputFile, device, other, chooses, settings, notes);
    }

    /**
     * Returns these contents of HPL.dat with another statement of who chooses the broadcast and who the row swap: the user, the program, or
     * nobody so far.
     *
     * @param others the statement, in place of {@code chooses}
     */
    public HplDat with(WhoChooses others) {
        return new HplDat(outputFile, device, sweep, others, settings, notes);
    }
}
