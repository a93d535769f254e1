package hplhetero.hpl.trust;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.Bitflip;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import hplhetero.hpl.result.StepFinding.Kind;
import hplhetero.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Slow
@Timeout(300)
class StepVerifierTest {
    private static final int STEP = 3;
    private static final int BIT = 55;
    private static final HplCase TEST = Cases.of(230, 16).grid(2, 3).make();

    private final DenseKernels kernels = World.kernels("vector");
    private final List<StepFinding> found = new ArrayList<>();

    private Solve.Outcome flipped(VerifySteps steps, boolean correct, Bitflip flip) {
        return Solve.verified(TEST, 1, kernels, new TrustSettings(steps, correct, List.of(flip)), found);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheRankWhateverThePhase(Bitflip.Phase phase) {
        for (int rank = 0; rank < TEST.ranks(); rank++) {
            Bitflip flip = new Bitflip(rank, STEP, phase, BIT);
            found.clear();
            flipped(VerifySteps.ALL, false, flip);
            assertThat(found).as("%s", flip).singleElement().satisfies(finding -> {
                assertThat(finding.rank()).isEqualTo(flip.rank());
                assertThat(finding.corrected()).isZero();
                assertThat(finding.upTo()).isBetween(STEP + 1, STEP + 4);
            });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FACTOR", "RECEIVE"})
    void shouldTellPanelsFromRows(Bitflip.Phase phase) {
        flipped(VerifySteps.ALL, false, new Bitflip(0, STEP, phase, BIT));
        assertThat(found.getFirst().kind()).isEqualTo(phase == Bitflip.Phase.FACTOR ? Kind.PANEL : Kind.MESSAGE);
    }

    @ParameterizedTest
    @EnumSource(names = {"SWAP", "UPDATE", "U"})
    void shouldPutASingleElementRight(Bitflip.Phase phase) {
        Solve.Outcome healthy = Solve.netlibs(TEST, 1, kernels);
        Solve.Outcome outcome = flipped(VerifySteps.ALL, true, new Bitflip(4, STEP, phase, BIT));
        assertThat(found).singleElement().satisfies(finding -> assertThat(finding.corrected()).isPositive());
        assertThat(outcome.residual().scaled()).isLessThan(1);
        assertThat(outcome.pivots()).isEqualTo(healthy.pivots());
        TrustSettings settings = new TrustSettings(VerifySteps.ALL, false, List.of(new Bitflip(4, STEP, phase, BIT)));
        assertThat(Solve.untested(TEST, 1, kernels, settings).residual().scaled()).isGreaterThan(16);
    }

    /** A number that is infinite or none, as a flipped exponent makes it, is an error too. */
    @Test
    void shouldPutRightWhatIsNoNumber() {
        for (int rank = 0; rank < TEST.ranks(); rank++) {
            found.clear();
            Solve.Outcome outcome = flipped(VerifySteps.ALL, true, new Bitflip(rank, STEP, Bitflip.Phase.UPDATE, 62));
            assertThat(found).singleElement().satisfies(finding -> assertThat(finding.corrected()).isEqualTo(1));
            assertThat(outcome.residual().scaled()).isLessThan(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCatchWithASample(Bitflip.Phase phase) {
        flipped(VerifySteps.SAMPLE, false, new Bitflip(3, STEP, phase, BIT));
        assertThat(found).isNotEmpty();
    }
}
