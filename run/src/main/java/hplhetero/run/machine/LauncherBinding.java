package hplhetero.run.machine;

import java.util.List;
import java.util.Map;

/**
 * What a launcher has bound a process to without having been asked to. Open MPI binds each of one or two processes to a
 * single core, and more of them to a socket each: right for one thread a process, not for ranks with many workers.
 */
public final class LauncherBinding {
    private static final String BOUND = "OMPI_MCA_orte_bound_at_launch";
    /** Set where the user has chosen how to bind or to map. */
    private static final List<String> CHOSEN = List.of("OMPI_MCA_hwloc_base_binding_policy", "OMPI_MCA_rmaps_base_mapping_policy");

    private LauncherBinding() {
    }

    /** Whether a default has bound this process. */
    public static boolean byDefault(Map<String, String> environment) {
        return "1".equals(environment.get(BOUND)) && CHOSEN.stream().noneMatch(environment::containsKey);
    }

    /** Takes such a binding away, so that the ranks of a host can deal its cores among themselves. */
    public static void undo(Map<String, String> environment) {
        if (byDefault(environment)) {
            // the kernel keeps a process within its control group's cores
            Affinity.bindProcess(Cores.here().online());
        }
    }
}
