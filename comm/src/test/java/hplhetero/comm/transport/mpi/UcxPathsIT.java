package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.ffm.CLibrary;
import hplhetero.network.topology.PathTable;
import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of paths that UCX is given below an MPI, on hosts whose InfiniBand is made up. */
final class UcxPathsIT {
    private static final List<InfiniBandPort> FOUR_LIDS = List.of(new InfiniBandPort("mlx5_0:1", 2));
    private static final Map<String, String> SECOND_OF_TWO = Map.of("OMPI_COMM_WORLD_SIZE", "2", "OMPI_COMM_WORLD_RANK", "1");

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        List.of("UCX_IB_LID_PATH_BITS", "UCX_TLS", "UCX_RNDV_SCHEME").forEach(CLibrary::unsetenv);
    }

    private static PathTable bySender(int... paths) {
        return PathTable.of(paths.length, (from, to) -> paths[from]);
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> environment = new HashMap<>(SECOND_OF_TWO);
        environment.put(name, value);
        return environment;
    }

    private static void refused(PathTable table, Map<String, String> environment, List<InfiniBandPort> ports, String... words) {
        assertThatThrownBy(() -> UcxPaths.set(table, environment, ports)).isInstanceOf(CommException.class)
                .hasMessageContainingAll(words);
    }

    private Path port(String adapter, String linkLayer, String state, String lmc) throws IOException {
        Path port = Files.createDirectories(folder.resolve(adapter).resolve("ports").resolve("1"));
        Files.writeString(port.resolve("link_layer"), linkLayer + "\n");
        Files.writeString(port.resolve("state"), state + "\n");
        Files.writeString(port.resolve("lid_mask_count"), lmc + "\n");
        return folder;
    }

    private static List<InfiniBandPort> ports(Path folder) {
        return InfiniBandPort.here(Map.of(InfiniBandPort.FOLDER_VARIABLE, folder.toString()));
    }

    @Test
    void shouldLeaveOutReliableConnectionsAndReadsWherePathsDiffer() {
        assertThat(UcxPaths.set(bySender(3, 2), SECOND_OF_TWO, FOUR_LIDS)).isEqualTo(new UcxPaths(1, 2,
                List.of("UCX_IB_LID_PATH_BITS=2", "UCX_TLS=^rc_verbs,rc_mlx5", "UCX_RNDV_SCHEME=put_zcopy")));
    }

    @Test
    void shouldSetNoMoreThanThePathWhereAllRanksHaveOne() {
        assertThat(UcxPaths.set(bySender(3, 3), SECOND_OF_TWO, FOUR_LIDS)).isEqualTo(new UcxPaths(1, 3,
                List.of("UCX_IB_LID_PATH_BITS=3")));
    }

    @Test
    void shouldKeepTransportsThatAUserChoseAndThatPathsMaySuit() {
        for (String suits : List.of("dc,self,sm", "ud_x,self", "^ib", "^rc_mlx5,rc_verbs,tcp", "\\dc_mlx5")) {
            assertThat(UcxPaths.set(bySender(0, 1), with("UCX_TLS", suits), FOUR_LIDS).variables()).as(suits)
                    .containsExactly("UCX_IB_LID_PATH_BITS=1", "UCX_RNDV_SCHEME=put_zcopy");
        }
    }

    @Test
    void shouldRefuseReliableConnectionsAndReadsThatAUserChose() {
        for (String no : List.of("all", "rc,self", "ib,sm", "rc_x", "\\rc_mlx5", "^tcp", "^rc_mlx5")) {
            refused(bySender(0, 1), with("UCX_TLS", no), FOUR_LIDS, "UCX_TLS=" + no, "same path", "unset the variable");
        }
        refused(bySender(0, 1), with("UCX_RNDV_SCHEME", "get_zcopy"), FOUR_LIDS, "UCX_RNDV_SCHEME=get_zcopy", "unset the variable");
        refused(bySender(0, 1), with("UCX_IB_LID_PATH_BITS", "0-3"), FOUR_LIDS, "UCX_IB_LID_PATH_BITS=0-3", "drop --lid-table");
    }

    @Test
    void shouldRefuseATableOfAnotherJobAndOneThatIsNotBySender() {
        refused(bySender(0, 1, 2), SECOND_OF_TWO, FOUR_LIDS, "ranks=3", "started ranks=2", "./hpl net lids --table FILE");
        refused(bySender(0, 1), Map.of("PMI_FD", "7"), FOUR_LIDS, "does not tell a process its rank", "PMI_FD", "drop --lid-table");
        refused(PathTable.of(3, (from, to) -> to), Map.of("PMI_SIZE", "3", "PMI_RANK", "0"), FOUR_LIDS, "rank=0", "several paths");
    }

    @Test
    void shouldRefuseAHostThatHasTooFewLids() {
        List<InfiniBandPort> two = List.of(new InfiniBandPort("mlx5_0:1", 2), new InfiniBandPort("mlx5_1:1", 0));
        refused(bySender(1, 0), SECOND_OF_TWO, two, "mlx5_1:1", "LMC=0", "1 LID,", "path=1", "UCX_NET_DEVICES");
        assertThat(UcxPaths.set(bySender(1, 0), with("UCX_NET_DEVICES", "mlx5_0:1"), two).path()).isZero();
        refused(bySender(4, 0), with("UCX_NET_DEVICES", "mlx5_0:1"), two, "mlx5_0:1", "LMC=2", "4 LIDs", "path=4");
        refused(bySender(1, 0), SECOND_OF_TWO, List.of(), "no InfiniBand port", "UCX_NET_DEVICES=all", "no effect", "drop --lid-table");
    }

    @Test
    void shouldReadThePortsThatAreUpAndSpeakInfiniBand() throws IOException {
        assertThat(ports(folder.resolve("none"))).isEmpty();
        port("mlx5_2", "InfiniBand", "4: ACTIVE", "3");
        port("mlx5_1", "Ethernet", "4: ACTIVE", "0");
        port("mlx5_3", "InfiniBand", "1: DOWN", "0");
        assertThat(ports(port("mlx5_0", "InfiniBand", "4: ACTIVE", "0")))
                .containsExactly(new InfiniBandPort("mlx5_0:1", 0), new InfiniBandPort("mlx5_2:1", 3));
    }

    @Test
    @Tag(Requirements.TAG)
    void shouldReachUcxBeforeItStarts() throws IOException {
        // UCX itself says then that it has not used the path
        assumeTrue(InfiniBandPort.here(Map.of()).isEmpty(), "this host has InfiniBand");
        String adapters = port("mlx5_0", "InfiniBand", "4: ACTIVE", "2").toString();
        for (MpiJob job : List.of(MpiJob.mpich(2), overUcx(MpiJob.openMpi(2)))) {
            String output = job.run(PathsOverMpi.class, adapters, "1,3").shouldPass().output();
            assertThat(output).contains("; paths: each rank sends by one path of its own, over UCX; rank 0: UCX_IB_LID_PATH_BITS=1 "
                    + "UCX_TLS=^rc_verbs,rc_mlx5 UCX_RNDV_SCHEME=put_zcopy (untried on InfiniBand)",
                    "unused env variable: UCX_IB_LID_PATH_BITS (", "transports 'rc_verbs','rc_mlx5' are not available");
            for (int rank = 0; rank < 2; rank++) {
                assertThat(output).contains("rank " + rank + " has UCX_IB_LID_PATH_BITS=" + (1 + 2 * rank)
                        + " UCX_TLS=^rc_verbs,rc_mlx5 UCX_RNDV_SCHEME=put_zcopy.");
            }
        }
    }

    /** Debian's Open MPI takes it only if asked, and then only over InfiniBand if not asked for more. */
    private static MpiJob overUcx(MpiJob openMpi) {
        List<String> launcher = new ArrayList<>(openMpi.launcher());
        launcher.addAll(List.of("--mca", "pml", "ucx", "--mca", "pml_ucx_tls", "any", "--mca", "pml_ucx_devices", "any"));
        return new MpiJob(Component.OPEN_MPI, launcher);
    }

    @Test
    @Tag(Requirements.TAG)
    void shouldRefuseAnMpiThatDoesNotUseUcx() throws IOException {
        String adapters = port("mlx5_0", "InfiniBand", "4: ACTIVE", "2").toString();
        assertThat(MpiJob.openMpi(2).run(PathsOverMpi.class, adapters, "0,0").shouldFail().output())
                .contains("refused: this MPI does not use UCX, library=Open MPI v", "drop --lid-table").containsOnlyOnce("refused: ");
    }
}
