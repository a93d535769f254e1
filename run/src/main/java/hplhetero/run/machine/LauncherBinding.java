package hplhetero.run.machine;

import java.util.List;
import java.util.Map;

/**
 * The binding that a launcher has given a process without having been asked to. Open MPI binds each of one or two processes to a single
 * core, and each of more processes to a socket. That suits processes of one thread, but not ranks with many workers.
 */
public final class LauncherBinding {
    private static final String BOUND = "OMPI_MCA_orte_bound_at_launch";
    /** Variables that are set where the user has chosen how to bind or to map. */
    private static final List<String> CHOSEN = List.of("OMPI_MCA_hwloc_base_binding_policy", "OMPI_MCA_rmaps_base_mapping_policy");

    private LauncherBinding() {
    }

    /**
     * Returns whether Open MPI's launcher has bound this process to some cores without the user having chosen a binding.
     *
     * @param environment environment variables of this process, in which the launcher says so
     */
    public static boolean byDefault(Map<String, String> environment) {
        return "1".equals(environment.get(BOUND)) && CHOSEN.stream().noneMatch(environment::containsKey);
    }

    /**
     * Lets this process run on all cores again, if Open MPI's launcher has bound it to some cores without the user having chosen a binding.
     * The ranks of a host can then deal its cores among themselves.
     *
     * @param environment environment variables of this process, in which the launcher says so
     */
    public static void undo(Map<String, String> environment) {
        if (byDefault(environment)) {
            // all cores are safe to name, because the kernel keeps a process within its control group's cores
            Affinity.bindProcess(Cores.here().online());
        }
    }
}
