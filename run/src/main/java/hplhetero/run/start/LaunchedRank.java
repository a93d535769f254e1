package hplhetero.run.start;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Which of the processes that a job launcher has started this one is, as far as its environment tells. */
public final class LaunchedRank {
    private static final List<String> VARIABLES =
            List.of("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK", "SLURM_PROCID", "HPL_MPJ_RANK");

    private LaunchedRank() {
    }

    /** Whether it is the first, or the only one: what all of them would say alike is its to say. */
    public static boolean isFirst(Map<String, String> environment) {
        return VARIABLES.stream().map(environment::get).filter(Objects::nonNull).findFirst().orElse("0").equals("0");
    }
}
