package hplhetero.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchJobTest {

    @ParameterizedTest
    @CsvSource({"SLURM_JOB_ID=4711, Slurm 4711", "SLURM_JOB_ID=12 SLURM_ARRAY_TASK_ID=3, Slurm 12[3]", "PBS_JOBID=7.head, PBS 7.head",
        "LSB_JOBID=5 LSB_JOBINDEX=0, LSF 5", "LSB_JOBID=5 LSB_JOBINDEX=2, LSF 5[2]",
        "JOB_ID=9 SGE_ROOT=/opt/sge SGE_TASK_ID=undefined, SGE 9", "JOB_ID=9, ''", "HOME=/root, ''",
        "HPL_JOB=PBS_7 SLURM_JOB_ID=1, PBS_7"})
    void shouldNameTheJob(String variables, String job) {
        Map<String, String> environment = Arrays.stream(variables.split(" ")).map(variable -> variable.split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        assertThat(BatchJob.of(environment)).isEqualTo(job);
    }
}
