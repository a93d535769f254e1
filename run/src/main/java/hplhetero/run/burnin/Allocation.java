package hplhetero.run.burnin;

import hplhetero.input.text.HostNames;
import hplhetero.run.launch.HostList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The hosts that a scheduler has given to the job in which this process runs. */
final class Allocation {
    private static final String SLURM = "SLURM_JOB_NODELIST";
    private static final String PBS = "PBS_NODEFILE";

    private Allocation() {
    }

    /**
     * Returns the names of the hosts that Slurm or PBS has given to this job, each once; none outside a job.
     *
     * @param environment the variables of this process
     * @throws hplhetero.input.text.InputException when the scheduler's list cannot be read
     */
    static List<String> hosts(Map<String, String> environment) {
        String slurm = environment.getOrDefault(SLURM, "");
        if (!slurm.isBlank()) {
            return HostNames.expand(slurm, "environment variable " + SLURM).stream().distinct().toList();
        }
        String pbs = environment.getOrDefault(PBS, "");
        return pbs.isBlank() ? List.of() : HostList.read(Path.of(pbs)).names();
    }
}
