package hplhetero.hpl.trust;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A random test, and a bit that flips in it: any rank, any step, any phase, any bit of the exponent or the upper 40 of the fraction.
 *
 * @param number  number from which everything follows
 * @param test    the test
 * @param workers workers of each rank
 * @param steps   how much is tested
 * @param flip    the bit
 */
record FlipCase(int number, HplCase test, int workers, VerifySteps steps, Bitflip flip) {
    private static final int LOWEST_BIT = 12;
    private static final int HIGHEST_BIT = 62;
    private static final double THRESHOLD = 16;

    /** Makes the case of a number; orders are spread from {@code least} to {@code most} by their logarithm. */
    static FlipCase of(int number, VerifySteps steps, int least, int most) {
        SplittableRandom random = new SplittableRandom(number);
        int n = (int) Math.round(Math.exp(random.nextDouble(Math.log(least), Math.log(most))));
        int nb = random.nextInt(8, 100);
        HplCase test = laidOut(Cases.of(n, nb).depth(random.nextInt(3)), random.nextInt(9)).make();
        Bitflip.Phase phase = Bitflip.Phase.values()[random.nextInt(Bitflip.Phase.values().length)];
        Bitflip flip = new Bitflip(random.nextInt(test.ranks()), random.nextInt(Math.ceilDiv(n, nb)), phase,
                random.nextInt(LOWEST_BIT, HIGHEST_BIT + 1));
        return new FlipCase(number, test, 1 + random.nextInt(2), steps, flip);
    }

    private static Cases laidOut(Cases cases, int which) {
        return switch (which) {
            case 0 -> cases;
            case 1 -> cases.grid(1, 2);
            case 2 -> cases.grid(2, 1);
            case 3 -> cases.grid(2, 2);
            case 4 -> cases.grid(1, 3);
            case 5 -> cases.grid(2, 3);
            case 6 -> cases.grid(3, 2);
            case 7 -> cases.grid(2, 2).map(Cases.cells("0,1,2/0,3,1/2,0,3"));
            default -> cases.grid(2, 2).map(new MapSpec.Weighted(List.of(1.0, 2.0), List.of(3.0, 2.0)));
        };
    }

    private TrustSettings settings(boolean correct) {
        return new TrustSettings(steps, correct, List.of(flip));
    }

    /** Returns whether the error makes the residual too large where nothing is tested. */
    boolean fails(DenseKernels kernels) {
        // The comparison is written so that a NaN fails.
        return !(Solve.untested(test, workers, kernels, settings(false)).residual().scaled() < THRESHOLD);
    }

    /** Returns what the tests find where nothing is put right. */
    List<StepFinding> found(DenseKernels kernels) {
        List<StepFinding> found = new ArrayList<>();
        Solve.verified(test, workers, kernels, settings(false), found);
        return found;
    }

    /** Returns the scaled residual where single wrong elements are put right; empty where the test was ended. */
    Optional<Double> corrected(DenseKernels kernels) {
        List<StepFinding> found = new ArrayList<>();
        Solve.Outcome outcome = Solve.verified(test, workers, kernels, settings(true), found);
        return found.stream().allMatch(one -> one.corrected() > 0) ? Optional.of(outcome.residual().scaled()) : Optional.empty();
    }
}
