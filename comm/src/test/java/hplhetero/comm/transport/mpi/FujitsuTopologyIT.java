package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.ffm.CLibrary;
import hplhetero.ffm.NativeLibrary;
import hplhetero.network.topology.Placement;
import hplhetero.network.topology.Tofu;
import hplhetero.testing.Requirements;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where ranks sit by Fujitsu's MPI, which is emulated: alone in this process, and with a real Open MPI beside it. */
@Tag(Requirements.TAG)
final class FujitsuTopologyIT {
    private static final String JOB = "FJMPI_EMULATED_JOB";
    private static final String ORIGIN = "FJMPI_EMULATED_ORIGIN";
    private static final String PER_NODE = "FJMPI_EMULATED_PER_NODE";
    /** Any that is not null. */
    private static final long WORLD = 1;

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        List.of(JOB, ORIGIN, PER_NODE).forEach(CLibrary::unsetenv);
    }

    private FujitsuTopology emulated() throws NativeLibrary.Refused {
        // never unloaded, as an MPI
        return FujitsuTopology.of(new MpiLibrary.Symbols(NativeLibrary.open(FujitsuEmulator.alone(folder).toString(), Arena.global())))
                .orElseThrow();
    }

    private static int[][] all(FujitsuTopology topology, int ranks) throws MpiError {
        int[][] coordinates = new int[ranks][];
        for (int rank = 0; rank < ranks; rank++) {
            coordinates[rank] = topology.coordinates(WORLD, rank, FujitsuTopology.SYSTEM_VIEW);
        }
        return coordinates;
    }

    /** Two ranks on each node of 4x3x2, which are two units along X: (x, y, z) is (x / 2, 0, 0, x mod 2, y, z). */
    @Test
    void shouldPlaceTheRanksOfAJob() throws Exception {
        FujitsuTopology topology = emulated();
        CLibrary.setenv(JOB, "4x3x2");
        CLibrary.setenv(PER_NODE, "2");
        Placement placement = Tofu.placement(all(topology, 48), Optional.of(Tofu.system("24wx23x24w")), "emulated").placement();
        assertThat(placement.toString()).isEqualTo("48 ranks on 24 nodes of tofu 24wx23x24w");
        assertThat(placement.ranksOf(placement.nodeOf(47))).containsExactly(46, 47);
        assertThat(placement.slotOf(46)).isZero();
        assertThat(placement.slotOf(47)).isEqualTo(1);
        assertThat(placement.fabric().nodeName(placement.nodeOf(47))).isEqualTo("(1,0,0,1,2,1)");
    }

    @Test
    void shouldTellWhyThereAreNoCoordinates() throws Exception {
        FujitsuTopology topology = emulated();
        assertThatThrownBy(() -> topology.coordinates(WORLD, 0, 1)).isInstanceOf(MpiError.class)
                .hasMessage("FJMPI_Topology_get_coords failed: no coordinates of rank 0 in view 1 (error class 5)");
        CLibrary.setenv(JOB, "4x3x2");
        assertThatThrownBy(() -> topology.coordinates(WORLD, 24, 1)).hasMessageContaining("rank 24 in view 1 (error class 6)");
        // the logical view has three
        assertThatThrownBy(() -> topology.coordinates(WORLD, 0, 0)).hasMessageContaining("fewer than 6 coordinates of rank 0 in view 0");
    }

    @Test
    void shouldNotBeFoundInOtherLibraries() {
        assertThat(FujitsuTopology.of(new MpiLibrary.Symbols(NativeLibrary.system()))).isEmpty();
    }

    private List<String> told(List<String> environment, String... arguments) {
        MpiJob openMpi = MpiJob.openMpi(4);
        List<String> command = new ArrayList<>(openMpi.launcher());
        environment.forEach(variable -> command.addAll(List.of("-x", variable)));
        return new MpiJob(openMpi.mpi(), command).run(PlacementOverMpi.class, arguments).shouldPass().output().lines().toList();
    }

    @Test
    void shouldTellOfAnOpenMpiWithTheFunction() {
        assertThat(told(List.of(JOB + "=4x3x2", ORIGIN + "=20,3,7", PER_NODE + "=2"), FujitsuEmulator.overOpenMpi(folder).toString()))
                .containsExactly("4 ranks on 2 nodes of tofu 1x1x1; system coordinates by FJMPI_Topology_get_coords; [the system's size is "
                        + "not known: it counts as a mesh of the 1x1x1 units from (20,3,7) on, in which only B wraps]",
                        "rank 0 at (0,0,0,0,0,0) slot 0", "rank 1 at (0,0,0,0,0,0) slot 1", "rank 2 at (0,0,0,1,0,0) slot 0",
                        "rank 3 at (0,0,0,1,0,0) slot 1");
    }

    @Test
    void shouldTakeTheSystemThatItIsGiven() {
        assertThat(told(List.of(JOB + "=4x3x2", ORIGIN + "=20,3,7"), FujitsuEmulator.overOpenMpi(folder).toString(), "24wx23x24w"))
                .containsExactly("4 ranks on 4 nodes of tofu 24wx23x24w; system coordinates by FJMPI_Topology_get_coords; []",
                        "rank 0 at (20,3,7,0,0,0) slot 0", "rank 1 at (20,3,7,1,0,0) slot 0", "rank 2 at (21,3,7,0,0,0) slot 0",
                        "rank 3 at (21,3,7,1,0,0) slot 0");
        assertThat(told(List.of(JOB + "=4x3x2", ORIGIN + "=20,3,7"), FujitsuEmulator.overOpenMpi(folder).toString(), "20x23x24"))
                .singleElement().asString().startsWith("refused: the MPI library does not tell where ranks sit: rank=0 coordinates="
                        + "(20,3,7,0,0,0): X=20: must be 0..19 in tofu 20x23x24");
    }

    @Test
    void shouldGoOnWithoutCoordinates() {
        assertThat(told(List.of(), FujitsuEmulator.overOpenMpi(folder).toString())).singleElement().asString()
                .startsWith("refused: the MPI library does not tell where ranks sit: FJMPI_Topology_get_coords failed")
                .contains("jobs that share nodes");
        assertThat(told(List.of(), "-")).containsExactly("nobody tells");
    }
}
