package hplhetero.comm.transport.mpi;

import static hplhetero.comm.transport.mpi.Launcher.Family.MPICH;
import static hplhetero.comm.transport.mpi.Launcher.Family.OPEN_MPI;
import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.TransportProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LauncherTest {

    @Test
    void shouldKnowOpenMpiBeforeAllElse() {
        Launcher launcher = Launcher.of(Map.of("OMPI_COMM_WORLD_SIZE", "4", "PMIX_RANK", "1", "SLURM_STEP_NUM_TASKS", "2"));
        assertThat(launcher.families()).startsWith(OPEN_MPI);
        assertThat(launcher.ranks()).hasValue(4);
        assertThat(launcher.several()).isTrue();
        assertThat(launcher.text()).isEqualTo("Open MPI's mpirun (OMPI_COMM_WORLD_SIZE=4)");
    }

    @Test
    void shouldKnowHydraAlsoInsideOfSlurm() {
        Launcher launcher = Launcher.of(Map.of("MPI_LOCALNRANKS", "2", "PMI_SIZE", "8", "SLURM_STEP_NUM_TASKS", "2"));
        assertThat(launcher.families()).startsWith(MPICH);
        assertThat(launcher.ranks()).hasValue(8);
    }

    @Test
    void shouldTakeOtherPmiForMpich() {
        assertThat(Launcher.of(Map.of("PMI_FD", "7")).families()).startsWith(MPICH);
        assertThat(Launcher.of(Map.of("PMI_FD", "7")).ranks()).isEmpty();
        assertThat(Launcher.of(Map.of("PMI_RANK", "0")).several()).isTrue();
    }

    @Test
    void shouldAskThePathUnderSrun(@TempDir Path folder) throws IOException {
        Path program = Files.createFile(folder.resolve("mpiexec.hydra"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(folder.resolve("mpiexec"), program);
        Map<String, String> slurm = Map.of("SLURM_STEP_NUM_TASKS", "2", "PMI_RANK", "1", "PATH", "/no/folder:" + folder);
        assertThat(Launcher.of(slurm).name()).isEqualTo("srun");
        assertThat(Launcher.of(slurm).families()).startsWith(MPICH);
        assertThat(Launcher.of(Map.of("SLURM_STEP_NUM_TASKS", "2", "PATH", "")).families()).startsWith(OPEN_MPI);
        assertThat(Launcher.of(Map.of("SLURM_STEP_NUM_TASKS", "2", "PMI_FD", "11", "PATH", "")).families()).startsWith(MPICH);
    }

    @Test
    void shouldNotTakeAShellOfSlurmOrALoneProcessForARank() {
        assertThat(Launcher.of(Map.of("SLURM_PROCID", "0", "SLURM_NTASKS", "4")).several()).isFalse();
        assertThat(Launcher.of(Map.of("OMPI_COMM_WORLD_SIZE", "1")).several()).isFalse();
        assertThat(Launcher.of(Map.of()).several()).isFalse();
    }

    @Test
    void shouldLookInTheNamedFolderFirst(@TempDir Path home) throws IOException {
        Files.createDirectory(home.resolve("lib"));
        for (String file : List.of("libmpi.so.12", "libmpi_gnu_123.so.12", "libmpi.so.40", "libmpi_abi.so.0", "libmpifort.so.12")) {
            Files.createFile(home.resolve("lib").resolve(file));
        }
        Map<String, String> environment = Map.of("MPI_LOCALNRANKS", "2", "MPICH_DIR", home.toString(), "PATH", "");
        List<String> files = Candidates.of(Launcher.of(environment), environment).stream().map(Candidates.Candidate::file).toList();
        String folder = home.resolve("lib") + "/";
        assertThat(files).containsSubsequence(folder + "libmpi.so.12", folder + "libmpi_gnu_123.so.12", "libmpich.so.12",
                "libmpi.so.12", "libmpi_cray.so.12", folder + "libmpi.so.40", "libmpi.so.40", "libmpi.so",
                folder + "libmpi_abi.so.0", "libmpi_abi.so.0").doesNotContain(folder + "libmpifort.so.12");
    }

    @Test
    void shouldBeOffered() {
        assertThat(ServiceLoader.load(TransportProvider.class)).filteredOn(provider -> provider.name().equals("mpi"))
                .singleElement().satisfies(provider -> {
                    assertThat(provider.launched(Map.of("PMI_SIZE", "2"))).isTrue();
                    assertThat(provider.launched(Map.of("HOME", "/"))).isFalse();
                });
    }
}
