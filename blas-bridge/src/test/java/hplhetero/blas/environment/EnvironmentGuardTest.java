package hplhetero.blas.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentGuardTest {

    @Test
    void shouldFindTheVariablesOfEachLibrary() {
        Map<String, String> environment = Map.of("OPENBLAS_CORETYPE", "Haswell", "MKL_ENABLE_INSTRUCTIONS", "SSE4_2",
                "OMP_PROC_BIND", "true", "BLIS_ARCH_TYPE", "generic", "GOTO_NUM_THREADS", "4", "PATH", "/bin",
                "HOME_OMP_", "x");
        assertThat(EnvironmentGuard.crippling(environment)).containsOnlyKeys("OPENBLAS_CORETYPE",
                "MKL_ENABLE_INSTRUCTIONS", "OMP_PROC_BIND", "BLIS_ARCH_TYPE", "GOTO_NUM_THREADS");
    }

    @Test
    void shouldNotMindACountOfOneThread() {
        assertThat(EnvironmentGuard.crippling(Map.of("OMP_NUM_THREADS", "1", "OPENBLAS_NUM_THREADS", "2")))
                .containsOnlyKeys("OPENBLAS_NUM_THREADS");
    }
}
