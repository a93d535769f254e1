package hplhetero.hpl.trust;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.StepFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sums that are carried through a factorization: they stay the sums of their rows, and leave the rows' elements as they are. */
@Timeout(300)
class ChecksumsTest {
    private static final int NB = 16;

    static List<Cases> cases() {
        return IntStream.of(1, NB - 1, NB, 3 * NB - 1, 130).boxed().flatMap(n -> Solve.layouts(n, NB).stream()).toList();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldLeaveElementsAsTheyAreAndFindNothing(Cases layout) {
        DenseKernels kernels = World.kernels("reference");
        for (int depth = 0; depth < 3; depth++) {
            HplCase c = layout.depth(depth).make();
            Solve.Outcome plain = Solve.netlibs(c, 1 + depth % 2, kernels);
            for (VerifySteps steps : List.of(VerifySteps.SAMPLE, VerifySteps.ALL)) {
                List<StepFinding> found = new ArrayList<>();
                Solve.Outcome verified = Solve.verified(c, 1 + depth % 2, kernels, new TrustSettings(steps, false), found);
                assertThat(found).as("%s, %s", c, steps).isEmpty();
                assertThat(verified.u()).as("U, %s, %s", c, steps).isEqualTo(plain.u());
                assertThat(verified.x()).as("x, %s, %s", c, steps).isEqualTo(plain.x());
            }
        }
    }
}
