package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShapeTest {

    private static Shape.Extent ring(int length, int... nodes) {
        return Shape.of(Placement.of(Torus.torus(length), nodes)).extents().get(0);
    }

    @Test
    void shouldMeasureRanksInsideTheirLeastAndGreatestCoordinate() {
        Shape.Extent inside = ring(8, 2, 3, 4);
        assertThat(inside.outside()).isFalse();
        assertThat(inside.first()).isEqualTo(2);
        assertThat(inside.length()).isEqualTo(4 - 2 + 1);
        assertThat(inside.ring()).isFalse();
    }

    @Test
    void shouldMeasureRanksOutsideOverTheEnd() {
        // 6, 7, 0, 1: the lower part ends at 1, the upper begins at 6: 8 - (6 - 1 - 1)
        Shape.Extent outside = ring(8, 0, 1, 6, 7);
        assertThat(outside.outside()).isTrue();
        assertThat(outside.first()).isEqualTo(6);
        assertThat(outside.length()).isEqualTo(4);
        assertThat(outside.used()).isEqualTo(4);
    }

    @Test
    void shouldNotGoOverTheEndOfAnOpenDimension() {
        Shape.Extent open = Shape.of(Placement.of(Torus.mesh(8), 0, 7)).extents().get(0);
        assertThat(open.length()).isEqualTo(8);
        assertThat(open.used()).isEqualTo(2);
        assertThat(open.ring()).isFalse();
        assertThat(open.leaves()).isFalse();
    }

    @Test
    void shouldCallADimensionARingWhereItWrapsAndIsFull() {
        assertThat(ring(4, 0, 1, 2, 3).ring()).isTrue();
        assertThat(ring(4, 0, 1, 3).ring()).isFalse();
        assertThat(Shape.of(Placement.full(Torus.mesh(4))).extents().get(0).ring()).isFalse();
        // of a dimension with every second coordinate used the greatest gap is one: not full
        assertThat(ring(4, 0, 2).length()).isEqualTo(3);
    }

    @Test
    void shouldTellWhereMessagesLeaveTheBox() {
        assertThat(ring(8, 0, 1, 2, 3).leaves()).isFalse();
        // from 4 to 0 both ways are four long: messages ascend, over 5, 6, 7
        assertThat(ring(8, 0, 1, 2, 3, 4).leaves()).isTrue();
        assertThat(ring(8, 0, 1, 2, 3).overHalf()).isFalse();
        assertThat(ring(8, 0, 1, 2, 3, 4).overHalf()).isTrue();
        assertThat(ring(4, 0, 1, 2, 3).overHalf()).isFalse();
        assertThat(ring(4, 0, 1, 2, 3).leaves()).isFalse();
    }

    /** What leaves() says is what routes do, for runs of coordinates anywhere on a ring. */
    @Test
    void shouldTellOfLeavingWhatRoutesDo() {
        for (int length = 1; length <= 12; length++) {
            for (int run = 1; run <= length; run++) {
                for (int first = 0; first < length; first++) {
                    check(length, run, first);
                }
            }
        }
    }

    private static void check(int length, int run, int first) {
        Torus torus = Torus.torus(length);
        int[] nodes = new int[run];
        TreeSet<String> names = new TreeSet<>();
        for (int i = 0; i < run; i++) {
            nodes[i] = (first + i) % length;
            names.add(torus.nodeName(nodes[i]));
        }
        boolean leaves = false;
        for (int from : nodes) {
            for (int to : nodes) {
                for (int link : Routes.route(torus, from, to)) {
                    leaves |= !names.contains(torus.link(link).to());
                }
            }
        }
        Shape.Extent extent = Shape.of(Placement.of(torus, nodes)).extents().get(0);
        assertThat(extent.length()).as("%d of %d from %d", run, length, first).isEqualTo(run);
        assertThat(extent.leaves()).as("%d of %d from %d", run, length, first).isEqualTo(leaves);
    }

    /** The torus paper's 4 x 3 x 2 is two units along X. */
    @Test
    void shouldMeasureATofuJob() {
        Torus tofu = Tofu.system(Dimension.ring("X", 8), Dimension.ring("Y", 4), Dimension.ring("Z", 4));
        Shape shape = Shape.of(Tofu.job(tofu, new int[] {7, 0, 0}, 4, 3, 2));
        assertThat(shape.extents().stream().map(Shape.Extent::length)).containsExactly(2, 1, 1, 2, 3, 2);
        assertThat(shape.extents().get(0).outside()).isTrue();
        assertThat(shape.longest()).isEqualTo(3);
        assertThat(shape.longestIsRing()).isTrue();
        assertThat(shape.volume()).isEqualTo(24);
        assertThat(shape.holes()).isZero();
    }

    @Test
    void shouldCountHoles() {
        Torus mesh = Torus.mesh(4, 4);
        Shape shape = Shape.of(Placement.of(mesh, mesh.node(0, 0), mesh.node(2, 1), mesh.node(1, 1), mesh.node(1, 1)));
        assertThat(shape.occupied()).isEqualTo(3);
        assertThat(shape.volume()).isEqualTo(6);
        assertThat(shape.holes()).isEqualTo(3);
        assertThat(shape.leaves()).isFalse();
    }

    /** No box over the end or within it is shorter. */
    @Test
    void shouldFindTheShortestRange() {
        long seed = 20261126;
        Random random = new Random(seed);
        for (int trial = 0; trial < 300; trial++) {
            int length = 1 + random.nextInt(12);
            TreeSet<Integer> used = new TreeSet<>();
            for (int i = 0; i <= random.nextInt(length); i++) {
                used.add(random.nextInt(length));
            }
            int shortest = length;
            for (int first = 0; first < length; first++) {
                int begin = first;
                int far = used.stream().mapToInt(x -> Math.floorMod(x - begin, length)).max().orElseThrow();
                shortest = Math.min(shortest, far + 1);
            }
            Shape.Extent extent = ring(length, used.stream().mapToInt(Integer::intValue).toArray());
            assertThat(extent.length()).as("seed %d, trial %d: %s of %d", seed, trial, used, length).isEqualTo(shortest);
            assertThat(used).allMatch(x -> Math.floorMod(x - extent.first(), length) < extent.length());
        }
    }

    @Test
    void shouldRefuseOtherFabrics() {
        assertThatThrownBy(() -> Shape.of(Placement.full(FlatSwitch.of(2)))).hasMessageContaining("must be a mesh or torus");
    }
}
