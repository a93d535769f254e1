package hplhetero.hpl.lu;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A factorization that stops between panels and goes on, which a run through equals bit for bit, as the kernels are reproducible. */
@Timeout(300)
class LuInPartsTest {
    private static final int N = 130;
    private static final int NB = 16;

    static List<Arguments> layouts() {
        return IntStream.rangeClosed(0, 3).boxed().flatMap(depth -> IntStream.of(11, 12, 21, 22, 23).mapToObj(grid ->
                Arguments.of(depth, grid / 10, grid % 10))).toList();
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldComputeWhatARunThroughComputes(int depth, int p, int q) {
        HplCase c = Cases.of(N, NB).depth(depth).grid(p, q).make();
        DenseKernels kernels = World.kernels("reference");
        Solve.Outcome through = Solve.netlibs(c, 1, kernels);
        int panels = Math.ceilDiv(N, NB);
        for (int[] stops : new int[][] {{1}, {4}, {panels - 1}, {2, 3, 7}, {panels}, IntStream.range(0, panels).toArray()}) {
            Solve.Outcome parts = Solve.stopping(c, 1 + stops.length % 2, kernels, stops);
            assertThat(parts.pivots()).as("pivots, stops %s", Arrays.toString(stops)).isEqualTo(through.pivots());
            assertThat(parts.u()).as("U, stops %s", Arrays.toString(stops)).isEqualTo(through.u());
            assertThat(parts.x()).as("x, stops %s", Arrays.toString(stops)).isEqualTo(through.x());
        }
    }

    /** Where it stops on a signal, panels that are ahead are still applied. */
    @ParameterizedTest
    @MethodSource("layouts")
    void shouldStopWhenToldAndGoOn(int depth, int p, int q) {
        HplCase c = Cases.of(N, NB).depth(depth).grid(p, q).make();
        DenseKernels kernels = World.kernels("reference");
        Solve.Outcome through = Solve.netlibs(c, 1, kernels);
        for (int[] signals : new int[][] {{0}, {3}, {0, 2, 6}}) {
            Solve.Outcome parts = Solve.told(c, 1 + signals.length % 2, kernels, signals);
            assertThat(parts.pivots()).as("pivots, signals after %s", Arrays.toString(signals)).isEqualTo(through.pivots());
            assertThat(parts.u()).as("U, signals after %s", Arrays.toString(signals)).isEqualTo(through.u());
            assertThat(parts.x()).as("x, signals after %s", Arrays.toString(signals)).isEqualTo(through.x());
        }
    }
}
