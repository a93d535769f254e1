package hplhetero.network.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TofuTest {
    private static final int[] FIRST = {0, 0, 0};

    private static Torus system(int x, int y, int z) {
        return Tofu.system(Dimension.ring("X", x), Dimension.open("Y", y), Dimension.ring("Z", z));
    }

    @Test
    void shouldHaveUnitsOfTwelveNodesOfWhichOnlyBWraps() {
        Torus tofu = system(2, 1, 3);
        assertThat(tofu.nodes()).isEqualTo(6 * 12);
        assertThat(tofu.name()).isEqualTo("tofu 2wx1x3w");
        assertThat(tofu.dimensions().get(3)).isEqualTo(Dimension.open("A", 2));
        assertThat(tofu.dimensions().get(4)).isEqualTo(Dimension.ring("B", 3));
        assertThat(tofu.dimensions().get(5)).isEqualTo(Dimension.open("C", 2));
        assertThat(Tofu.is(Torus.torus(2, 1, 3, 2, 3, 2))).isFalse();
        assertThat(Routes.words(tofu, tofu.node(0, 0, 0, 0, 0, 0), tofu.node(1, 0, 2, 1, 2, 1)))
                .isEqualTo("(0,0,0,0,0,0) (1,0,0,0,0,0) (1,0,2,0,0,0) (1,0,2,1,0,0) (1,0,2,1,2,0) (1,0,2,1,2,1)");
        Routes.check(tofu);
    }

    /** The torus paper's three shapes, and others whose lengths are no multiples of a unit's: each step is one link. */
    @ParameterizedTest
    @CsvSource({"4,3,2", "8,3,1", "4,3,4", "2,6,2", "4,9,6", "5,4,3", "1,1,1", "3,2,5"})
    void shouldLayNeighboursNextToEachOther(int x, int y, int z) {
        Placement job = Tofu.job(system(4, 3, 3), FIRST, x, y, z);
        assertThat(job.ranks()).isEqualTo(x * y * z);
        int[] links = new int[job.fabric().longestRoute()];
        for (int rank = 0; rank < job.ranks(); rank++) {
            if (rank % x != x - 1) {
                assertThat(job.route(rank, rank + 1, links)).as("x, rank %d", rank).isEqualTo(1);
            }
            if (rank / x % y != y - 1) {
                assertThat(job.route(rank, rank + x, links)).as("y, rank %d", rank).isEqualTo(1);
            }
            if (rank / x / y != z - 1) {
                assertThat(job.route(rank, rank + x * y, links)).as("z, rank %d", rank).isEqualTo(1);
            }
        }
        if (x % 2 == 0) {
            assertThat(job.route(x - 1, 0, links)).as("ring of x").isEqualTo(1);
        }
        if (y % 3 == 0) {
            assertThat(job.route(x * (y - 1), 0, links)).as("ring of y").isEqualTo(1);
        }
    }

    @Test
    void shouldLayAJobOverUnits() {
        Placement job = Tofu.job(system(4, 3, 3), new int[] {3, 1, 0}, 4, 3, 2);
        Torus tofu = (Torus) job.fabric();
        // X = 3, 0 at A = 0, then back at A = 1
        assertThat(job.nodeOf(0)).isEqualTo(tofu.node(3, 1, 0, 0, 0, 0));
        assertThat(job.nodeOf(1)).isEqualTo(tofu.node(0, 1, 0, 0, 0, 0));
        assertThat(job.nodeOf(2)).isEqualTo(tofu.node(0, 1, 0, 1, 0, 0));
        assertThat(job.nodeOf(3)).isEqualTo(tofu.node(3, 1, 0, 1, 0, 0));
        assertThat(job.nodeOf(4)).isEqualTo(tofu.node(3, 1, 0, 0, 1, 0));
        assertThat(job.nodeOf(12)).isEqualTo(tofu.node(3, 1, 0, 0, 0, 1));
    }

    @Test
    void shouldRefuseAJobThatTheSystemHasNoUnitsFor() {
        assertThatThrownBy(() -> Tofu.job(system(4, 3, 3), FIRST, 10, 3, 2)).hasMessageContaining("X=0..4: the system has units 0..3, and "
                + "wraps");
        assertThatThrownBy(() -> Tofu.job(system(4, 3, 3), new int[] {0, 2, 0}, 4, 6, 2)).hasMessageContaining("Y=2..3");
        assertThatThrownBy(() -> Tofu.job(Torus.torus(4, 4), FIRST, 1, 1, 1)).hasMessageContaining("must be a Tofu system");
        assertThatThrownBy(() -> Tofu.job(system(1, 1, 1), FIRST, 1, 0, 1)).hasMessageContaining("y=0");
    }

    @Test
    void shouldReadUnitsAsItWritesThem() {
        assertThat(Tofu.units(Tofu.system("24wx23x1w"))).isEqualTo("24wx23x1w");
        for (String bad : new String[] {"", "4x3", "4x3x2x1", "4x3xw", "0x1x1", "-1x1x1", "999999999x1x1"}) {
            assertThatThrownBy(() -> Tofu.system(bad)).as(bad).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Two ranks share a node; without a system the units seen are a mesh, though X = 23 and 0 may be neighbours. */
    @Test
    void shouldPlaceRanksByTheirCoordinates() {
        int[][] coordinates = {{23, 5, 2, 1, 2, 1}, {21, 5, 2, 0, 0, 0}, {23, 5, 2, 1, 2, 1}};
        FoundPlacement seen = Tofu.placement(coordinates, Optional.empty(), "test");
        assertThat(seen.placement().fabric().name()).isEqualTo("tofu 3x1x1");
        assertThat(seen.placement().fabric().nodeName(seen.placement().nodeOf(0))).isEqualTo("(2,0,0,1,2,1)");
        assertThat(seen.placement().slotOf(2)).isEqualTo(1);
        assertThat(seen.assumptions()).singleElement().asString().contains("the 3x1x1 units from (21,5,2) on");
        FoundPlacement known = Tofu.placement(coordinates, Optional.of(Tofu.system("24wx23x24w")), "test");
        assertThat(known.placement().fabric().nodeName(known.placement().nodeOf(1))).isEqualTo("(21,5,2,0,0,0)");
        assertThat(known.assumptions()).isEmpty();
        // what it was given stays as it was
        assertThat(coordinates[0]).containsExactly(23, 5, 2, 1, 2, 1);
    }

    @Test
    void shouldRefuseCoordinatesThatNoTofuHas() {
        for (int[] bad : new int[][] {{0, 0, 0, 2, 0, 0}, {0, 0, 0, 0, 3, 0}, {0, 0, 0, 0, 0, 2}, {-1, 0, 0, 0, 0, 0}, {0, 0, 0}}) {
            assertThatThrownBy(() -> Tofu.placement(new int[][] {new int[6], bad}, Optional.empty(), "test"))
                    .hasMessageContaining("rank=1 coordinates=").hasMessageContaining("A < 2, B < 3 and C < 2");
        }
        assertThatThrownBy(() -> Tofu.placement(new int[][] {{4, 0, 0, 0, 0, 0}}, Optional.of(Tofu.system("4x1x1")), "test"))
                .hasMessage("rank=0 coordinates=(4,0,0,0,0,0): X=4: must be 0..3 in tofu 4x1x1");
    }
}
