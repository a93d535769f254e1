package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hosts of a scheduler's job. */
final class AllocationTest {
    @Test
    void shouldExpandTheListOfSlurm() {
        assertThat(Allocation.hosts(Map.of("SLURM_JOB_NODELIST", "n[01-03,07],login")))
                .containsExactly("n01", "n02", "n03", "n07", "login");
    }

    @Test
    void shouldTakeEachHostOfPbsOnce(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("nodes"), "n1\nn1\nn2\n");
        assertThat(Allocation.hosts(Map.of("PBS_NODEFILE", file.toString()))).containsExactly("n1", "n2");
    }

    @Test
    void shouldFindNoHostsOutsideAJob() {
        assertThat(Allocation.hosts(Map.of("SLURM_JOB_NODELIST", "", "HOME", "/root"))).isEmpty();
    }

    @Test
    void shouldNameTheVariableThatCannotBeRead() {
        assertThatThrownBy(() -> Allocation.hosts(Map.of("SLURM_JOB_NODELIST", "n[3-1]"))).isInstanceOf(InputException.class)
                .hasMessageContaining("SLURM_JOB_NODELIST");
    }
}
