package hplhetero.hpl.carry;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.blas.DenseKernels;
import hplhetero.hpl.Cases;
import hplhetero.hpl.Solve;
import hplhetero.hpl.World;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Factorizations that begin on one map and end on another. */
@Timeout(300)
@Slow
class AnotherMapTest {
    private static final int N = 150;
    private static final int NB = 16;
    private static final int PAIRS = 6;

    @TempDir
    private Path folder;

    private static List<HplCase> cases(int depth) {
        Stream<Cases> others = Stream.of(Cases.of(N, NB).grid(1, 3), Cases.of(N, NB).grid(2, 2).map(new MapSpec.Weighted(
                List.of(3.0, 1.0), List.of(1.0, 2.0))),
                // rank 0 is left out, and so is one between others
                Cases.of(N, NB).grid(1, 2).map(new MapSpec.Explicit(List.of(List.of(1, 3, 3), List.of(3, 1, 3)),
                        List.of(0, 1, 1, 0, 1, 0, 0, 1, 0, 1), List.of(2, 0, 1, 2, 0, 1, 2, 0, 1, 2))));
        return Stream.concat(Solve.layouts(N, NB).stream(), others).map(c -> c.depth(depth).make()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"reference", "vector", "native"})
    void shouldGoOnOnAnyOtherMap(String provider) throws IOException {
        DenseKernels kernels = World.kernels(provider);
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        for (int pair = 0; pair < PAIRS; pair++) {
            List<HplCase> cases = cases(random.nextInt(3));
            HplCase first = cases.get(random.nextInt(cases.size()));
            HplCase second = cases.get(random.nextInt(cases.size()));
            int panels = random.nextInt(Math.ceilDiv(N, NB) + 1);
            String what = "seed " + seed + " pair " + pair + ": panel " + panels + ", " + first + ", then " + second;
            Path files = Files.createDirectory(folder.resolve("pair-" + pair));
            Solve.Outcome through = Solve.resuming(first, kernels, files, panels);
            boolean bits = !provider.equals("native");
            check(Solve.resumingElsewhere(first, second, kernels, files), through, bits, "files, " + what);
            check(Solve.moving(first, panels, second, kernels), through, bits, "memory, " + what);
        }
    }

    /** Checks what came out; all its bits where kernels round alike whatever the shape of the matrices that they are called with. */
    private static void check(Solve.Outcome moved, Solve.Outcome through, boolean bits, String what) {
        assertThat(moved.pivots()).as(what).isEqualTo(through.pivots());
        assertThat(moved.zeroPivot()).as(what).isZero();
        assertThat(moved.residual().scaled()).as(what).isLessThan(16);
        if (bits) {
            assertThat(moved.u()).as(what).isEqualTo(through.u());
            assertThat(moved.x()).as(what).isEqualTo(through.x());
        }
    }
}
