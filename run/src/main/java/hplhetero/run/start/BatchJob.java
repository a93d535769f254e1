package hplhetero.run.start;

import java.util.Map;

/**
 * The user's job in a batch system, as the environment of the job tells it. Ranks that this program starts on other hosts may lack the
 * environment of the job, so they are told its name in a variable of this program.
 */
public final class BatchJob {
    /** The variable that tells ranks on other hosts the name of the job. */
    public static final String VARIABLE = "HPL_JOB";

    private BatchJob() {
    }

    /**
     * Returns the batch system and the number of the job, such as {@code Slurm 4711}; empty outside of a job.
     *
     * @param environment the environment of the process
     */
    public static String of(Map<String, String> environment) {
        String told = environment.getOrDefault(VARIABLE, "");
        if (!told.isEmpty()) {
            return told;
        }
        if (environment.containsKey("SLURM_JOB_ID")) {
            return "Slurm " + environment.get("SLURM_JOB_ID") + element(environment, "SLURM_ARRAY_TASK_ID");
        }
        if (environment.containsKey("PBS_JOBID")) {
            return "PBS " + environment.get("PBS_JOBID");
        }
        if (environment.containsKey("LSB_JOBID")) {
            String index = environment.getOrDefault("LSB_JOBINDEX", "0");
            return "LSF " + environment.get("LSB_JOBID") + (index.equals("0") ? "" : "[" + index + "]");
        }
        // JOB_ID alone may be anything
        boolean gridEngine = environment.containsKey("SGE_ROOT") || environment.containsKey("PE_HOSTFILE");
        return gridEngine && environment.containsKey("JOB_ID") ? "SGE " + environment.get("JOB_ID") + element(environment, "SGE_TASK_ID")
                : "";
    }

    /** Returns the number of a job's part in brackets, where the job has several parts (an array job). */
    private static String element(Map<String, String> environment, String variable) {
        String number = environment.getOrDefault(variable, "");
        return number.isEmpty() || number.equals("undefined") ? "" : "[" + number + "]";
    }
}
