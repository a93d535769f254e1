package hplhetero.run.start;

import java.util.List;
import java.util.Map;

/** What a process knows of the launcher that has started it: its number, as the script {@code hpl} has found it, if there is one. */
public final class LaunchedRank {
    private static final String VARIABLE = "HPL_RANK";
    /** Variables in which launchers number the processes that they start, a single one too. */
    private static final List<String> NUMBERS = List.of(VARIABLE, "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "MV2_COMM_WORLD_RANK");
    /** Variables that a process has that srun started; the script of a batch job has only the first. */
    private static final List<String> SRUN = List.of("SLURM_PROCID", "SLURM_STEP_NUM_TASKS");
    private static final String STEP = "SLURM_STEP_ID";
    /** Number of the step that is an interactive shell of salloc, no rank of anything. */
    private static final String INTERACTIVE_STEP = "4294967290";

    private LaunchedRank() {
    }

    /**
     * Returns whether this process is one of several that a job launcher has started.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isOneOfSeveral(Map<String, String> environment) {
        return environment.containsKey(VARIABLE);
    }

    /**
     * Returns whether this process is the first or the only one. The first one tells what all processes would say alike.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isFirst(Map<String, String> environment) {
        return environment.getOrDefault(VARIABLE, "0").equals("0");
    }

    /**
     * Returns whether mpirun, mpiexec, srun or this program's launcher has started this process, alone or beside others. The script of a
     * batch job, and what it starts by itself, are not started so.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isOne(Map<String, String> environment) {
        boolean step = environment.keySet().containsAll(SRUN) && !INTERACTIVE_STEP.equals(environment.get(STEP));
        return step || NUMBERS.stream().anyMatch(environment::containsKey);
    }

    /**
     * Returns whether this process is the second one, which tells what all have to say where the first one is not able to.
     *
     * @param environment the environment variables of this process
     */
    public static boolean isSecond(Map<String, String> environment) {
        return "1".equals(environment.get(VARIABLE));
    }
}
