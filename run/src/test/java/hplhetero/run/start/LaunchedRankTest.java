package hplhetero.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which processes a launcher has started. */
final class LaunchedRankTest {
    @ParameterizedTest
    @ValueSource(strings = {"HPL_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK"})
    void shouldKnowThatALauncherHasStartedIt(String variable) {
        assertThat(LaunchedRank.isOne(Map.of(variable, "0"))).isTrue();
    }

    @Test
    void shouldTellARankOfSrunFromTheScriptOfAJob() {
        assertThat(LaunchedRank.isOne(Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1", "SLURM_STEP_ID", "0"))).isTrue();
        assertThat(LaunchedRank.isOne(Map.of("SLURM_PROCID", "0", "SLURM_JOB_ID", "7"))).isFalse();
        assertThat(LaunchedRank.isOne(Map.of("SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1", "SLURM_STEP_ID", "4294967290"))).isFalse();
        assertThat(LaunchedRank.isOne(Map.of())).isFalse();
    }
}
