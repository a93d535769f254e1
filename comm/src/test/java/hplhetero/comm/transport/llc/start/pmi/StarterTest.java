package hplhetero.comm.transport.llc.start.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.comm.CommException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What variables tell of who started a process. */
final class StarterTest {

    private static Map<String, String> environment(String variables) {
        return Arrays.stream(variables.strip().split(" +")).map(word -> word.split("=")).collect(Collectors.toMap(w -> w[0], w -> w[1]));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            OMPI_COMM_WORLD_SIZE=4 PMIX_RANK=1 PMIX_NAMESPACE=7                          | Open MPI's mpirun | PMIX
            MPI_LOCALNRANKS=2 PMI_SIZE=4 PMI_RANK=0 PMI_FD=6                             | Hydra's mpiexec   | PMI_1
            MPI_LOCALNRANKS=2 PMI_SIZE=4 PMI_FD=6 PMIX_RANK=0 PMIX_NAMESPACE=slurm.1     | Hydra's mpiexec   | PMI_1
            SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 PMIX_RANK=0 PMIX_NAMESPACE=slurm.pmix  | srun              | PMIX
            SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 PMI_FD=6 PMI_RANK=0 PMI_SIZE=4         | srun              | PMI_1
            SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0                                        | srun              | NONE
            SLURM_STEP_NUM_TASKS=1 OMPI_COMM_WORLD_SIZE=2 PMIX_RANK=1 PMIX_NAMESPACE=7   | Open MPI's mpirun | PMIX
            PMIX_RANK=1 PMIX_NAMESPACE=prte                                              | a PMIx launcher   | PMIX
            MV2_COMM_WORLD_SIZE=2 MV2_COMM_WORLD_RANK=1                                  | MVAPICH's mpirun_rsh | NONE
            """)
    void shouldBeKnownWithTheWayInWhichRanksMeet(String variables, String name, Starter.Way way) {
        Starter starter = Starter.of(environment(variables)).orElseThrow();
        assertThat(starter.name()).isEqualTo(name);
        assertThat(starter.way()).isEqualTo(way);
    }

    /** One process may have ranks that are threads; the script of a batch job is started by nobody. */
    @ParameterizedTest
    @CsvSource({"HOME=/root", "OMPI_COMM_WORLD_SIZE=1 PMIX_RANK=0 PMIX_NAMESPACE=7", "MPI_LOCALNRANKS=1 PMI_SIZE=1 PMI_FD=6",
        "SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0 PMIX_RANK=0 PMIX_NAMESPACE=slurm.1", "SLURM_PROCID=0 SLURM_NTASKS=4"})
    void shouldBeNoneOfSeveral(String variables) {
        assertThat(Starter.of(environment(variables))).isEmpty();
    }

    @Test
    void shouldSayOnceWhatIsMissing() {
        Map<String, String> first = environment("SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0");
        assertThatThrownBy(() -> Starter.of(first).orElseThrow().open(first)).hasMessageContaining("srun (SLURM_STEP_NUM_TASKS=4)")
                .hasMessageContaining("srun --mpi=pmix").matches(e -> !((CommException) e).isToldByRank0());
        Map<String, String> second = environment("SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=1");
        assertThatThrownBy(() -> Starter.of(second).orElseThrow().open(second)).matches(e -> ((CommException) e).isToldByRank0());
    }

    @Test
    void shouldNameAVariableThatIsNoNumber() {
        Map<String, String> wrong = environment("MPI_LOCALNRANKS=2 PMI_SIZE=2 PMI_RANK=one PMI_FD=6");
        assertThatThrownBy(() -> Starter.of(wrong).orElseThrow().open(wrong)).isInstanceOf(CommException.class)
                .hasMessageContaining("PMI_RANK=one is no number").hasMessageContaining("--launcher llc");
    }
}
