package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TorusTest {
    private static final long SEED = 20261126;

    @Test
    void shouldGoAlongTheFirstDimensionFirst() {
        Torus mesh = Torus.mesh(3, 3);
        assertThat(Routes.words(mesh, mesh.node(0, 0), mesh.node(2, 2))).isEqualTo("(0,0) (1,0) (2,0) (2,1) (2,2)");
        assertThat(Routes.words(mesh, mesh.node(2, 2), mesh.node(0, 0))).isEqualTo("(2,2) (1,2) (0,2) (0,1) (0,0)");
    }

    @Test
    void shouldTakeTheShorterWayRoundWhereADimensionWraps() {
        Torus torus = Torus.torus(5, 4);
        assertThat(Routes.words(torus, torus.node(4, 0), torus.node(1, 0))).isEqualTo("(4,0) (0,0) (1,0)");
        assertThat(Routes.words(torus, torus.node(1, 0), torus.node(4, 0))).isEqualTo("(1,0) (0,0) (4,0)");
        assertThat(Routes.words(torus, torus.node(1, 3), torus.node(4, 0))).isEqualTo("(1,3) (0,3) (4,3) (4,0)");
    }

    @Test
    void shouldAscendWhereBothWaysAreEquallyLong() {
        Torus torus = Torus.torus(4);
        assertThat(Routes.words(torus, 0, 2)).isEqualTo("(0) (1) (2)");
        assertThat(Routes.words(torus, 2, 0)).isEqualTo("(2) (3) (0)");
        assertThat(Routes.words(torus, 3, 1)).isEqualTo("(3) (0) (1)");
    }

    @Test
    void shouldHaveOnePairOfLinksForTwoNeighbours() {
        assertThat(Torus.torus(2).links()).isEqualTo(2);
        assertThat(Torus.mesh(2).links()).isEqualTo(2);
        assertThat(Torus.torus(1).links()).isZero();
        assertThat(Torus.torus(3).links()).isEqualTo(6);
        // 3 lines of 3 links, 4 lines of 2, each both ways
        assertThat(Torus.mesh(4, 3).links()).isEqualTo(2 * (3 * 3 + 4 * 2));
        assertThat(Torus.of(Dimension.open("X", 4), Dimension.ring("Y", 3)).links()).isEqualTo(2 * (3 * 3 + 4 * 3));
    }

    @Test
    void shouldWrapEachDimensionOrNot() {
        Torus mixed = Torus.of(Dimension.open("X", 4), Dimension.ring("Y", 4));
        assertThat(Routes.words(mixed, mixed.node(3, 3), mixed.node(0, 0))).isEqualTo("(3,3) (2,3) (1,3) (0,3) (0,0)");
        assertThat(mixed.name()).isEqualTo("mesh 4x4w");
        assertThat(Torus.torus(4, 3, 2).name()).isEqualTo("torus 4x3x2");
        assertThat(Torus.mesh(4, 3, 2).name()).isEqualTo("mesh 4x3x2");
    }

    @Test
    void shouldPassInterfacesFirstAndLast() {
        Torus torus = Torus.mesh(2, 2).withInterfaces(4);
        assertThat(torus.links()).isEqualTo(8 + 8);
        assertThat(Routes.words(torus, 0, 3)).isEqualTo("(0,0) router (0,0) router (1,0) router (1,1) (1,1)");
        int[] route = Routes.route(torus, 0, 3);
        assertThat(torus.link(route[0])).isEqualTo(new Link("(0,0)", "router (0,0)", 4));
        assertThat(torus.link(route[1]).bandwidth()).isEqualTo(1);
        assertThat(torus.link(route[3]).bandwidth()).isEqualTo(4);
        Routes.check(torus);
    }

    @Test
    void shouldPassNodesThatHoldNoRank() {
        Torus mesh = Torus.mesh(4, 1);
        Placement holes = Placement.of(mesh, 0, 3);
        int[] links = new int[mesh.longestRoute()];
        assertThat(holes.route(0, 1, links)).isEqualTo(3);
    }

    /** Steps of one coordinate by one, dimension after dimension, as few as can be; found from the names of the links alone. */
    @Test
    void shouldRouteMinimallyInTheOrderOfDimensions() {
        Random random = new Random(SEED);
        for (int trial = 0; trial < 60; trial++) {
            Torus torus = random(random);
            Routes.check(torus);
            Set<Link> distinct = new HashSet<>();
            for (int id = 0; id < torus.links(); id++) {
                assertThat(distinct.add(torus.link(id))).as("seed %d, trial %d, %s: link %d", SEED, trial, torus, id).isTrue();
            }
            for (int i = 0; i < 200; i++) {
                int from = random.nextInt(torus.nodes());
                int to = random.nextInt(torus.nodes());
                assertThat(Routes.words(torus, from, to)).as("seed %d, trial %d, %s", SEED, trial, torus).isEqualTo(walk(torus, from, to));
            }
        }
    }

    private static Torus random(Random random) {
        List<Dimension> dimensions = new ArrayList<>();
        int nodes = 1;
        for (int d = 0; d < 1 + random.nextInt(5); d++) {
            int length = 1 + random.nextInt(6);
            if (nodes * length <= 120) {
                nodes *= length;
                dimensions.add(new Dimension("D" + d, length, random.nextBoolean()));
            }
        }
        return Torus.of(dimensions);
    }

    /** The same route, node by node. */
    private static String walk(Torus torus, int from, int to) {
        int size = torus.dimensions().size();
        int[] at = new int[size];
        for (int d = 0; d < size; d++) {
            at[d] = torus.coordinate(from, d);
        }
        StringBuilder words = new StringBuilder(torus.nodeName(from));
        for (int d = 0; d < size; d++) {
            int length = torus.dimensions().get(d).length();
            boolean wraps = torus.dimensions().get(d).wraps();
            int up = Math.floorMod(torus.coordinate(to, d) - at[d], length);
            boolean ascend = wraps && length > 2 ? up <= length - up : torus.coordinate(to, d) > at[d];
            while (at[d] != torus.coordinate(to, d)) {
                at[d] = Math.floorMod(at[d] + (ascend ? 1 : -1), length);
                words.append(' ').append(torus.nodeName(torus.node(at)));
            }
        }
        return words.toString();
    }

    @Test
    void shouldKeepThePlacesOfCoordinates() {
        Torus torus = Torus.torus(4, 3, 2);
        assertThat(torus.node(1, 2, 1)).isEqualTo(1 + 4 * (2 + 3));
        assertThat(torus.coordinate(21, 0)).isEqualTo(1);
        assertThat(torus.nodeName(21)).isEqualTo("(1,2,1)");
        assertThat(torus.longestRoute()).isEqualTo(2 + 1 + 1);
    }

    @Test
    void shouldRefuseSizesThatAreNone() {
        assertThatThrownBy(() -> Torus.torus(4, 0)).hasMessage("length of dimension Y=0: must be >= 1");
        assertThatThrownBy(Torus::torus).hasMessageContaining("dimensions=0");
        assertThatThrownBy(() -> Torus.torus(65536, 65536)).hasMessageContaining("nodes=4294967296: must be <= 1048576");
        assertThatThrownBy(() -> Torus.torus(new int[64])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Torus.of(Dimension.ring("X", 2), Dimension.ring("X", 2))).hasMessageContaining("names that differ");
        assertThatThrownBy(() -> Torus.torus(4).node(4)).hasMessageContaining("X=4: must be 0..3");
        assertThatThrownBy(() -> Torus.torus(4).node(1, 1)).hasMessageContaining("has 1 dimensions");
        assertThatThrownBy(() -> Torus.torus(4).withInterfaces(0)).hasMessageContaining("interfaces=0");
    }
}
