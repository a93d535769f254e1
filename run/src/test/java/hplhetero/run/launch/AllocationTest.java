package hplhetero.run.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.input.text.InputException;
import hplhetero.run.machine.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hosts of a batch system's job, and the ranks that the batch system would start there. */
final class AllocationTest {
    private static final Path CASES = Path.of("src", "test", "resources", "cases");

    @TempDir
    private Path folder;

    private static String hosts(Map<String, String> environment) {
        return Allocation.of(environment).orElseThrow().hosts().text();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "n[01-03,07],login | 2(x3),1,4 | n01:2,n02:2,n03:2,n07:1,login:4",
        "n[1-2]            | 8(x2)     | n1:8,n2:8",
        "a                 | 3         | a:3"})
    void shouldReadTheTasksOfSlurm(String list, String tasks, String hosts) {
        assertThat(hosts(Map.of("SLURM_JOB_NODELIST", list, "SLURM_TASKS_PER_NODE", tasks, "SLURM_NTASKS", "9"))).isEqualTo(hosts);
    }

    /** Slurm counts a task for each core of a whole node where nobody has asked for tasks. */
    @Test
    void shouldTakeOneRankANodeWhereNobodyHasAskedForTasks() {
        assertThat(hosts(Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_TASKS_PER_NODE", "128(x2)"))).isEqualTo("n1:1,n2:1");
        assertThat(hosts(Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_NTASKS", "2"))).isEqualTo("n1:1,n2:1");
    }

    @Test
    void shouldCountTheLinesOfPbs() {
        assertThat(hosts(Map.of("PBS_NODEFILE", CASES.resolve("c37-pbs-nodefile").toString()))).isEqualTo("n1:4,n2:4");
    }

    @Test
    void shouldReadTheSlotsOfLsfAndOfGridEngine() throws IOException {
        assertThat(hosts(Map.of("LSB_MCPU_HOSTS", "n1 16 n2 8 "))).isEqualTo("n1:16,n2:8");
        Path file = Files.writeString(folder.resolve("pe"), "n1.example 4 all.q@n1.example UNDEFINED\nn2.example 2 all.q@n2.example 0,1\n");
        assertThat(hosts(Map.of("PE_HOSTFILE", file.toString()))).isEqualTo("n1.example:4,n2.example:2");
    }

    @Test
    void shouldFindNoHostsOutsideAJob() {
        assertThat(Allocation.of(Map.of("SLURM_JOB_NODELIST", "", "PBS_NODEFILE", " ", "HOME", "/root"))).isEmpty();
    }

    @Test
    void shouldKnowAJobThatHasThisHostOnly() {
        assertThat(Allocation.of(Map.of("SLURM_JOB_NODELIST", Machine.hostName())).orElseThrow().isHereOnly()).isTrue();
        assertThat(Allocation.of(Map.of("SLURM_JOB_NODELIST", Machine.hostName() + ",other")).orElseThrow().isHereOnly()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SLURM_JOB_NODELIST | n[3-1]   | environment variable SLURM_JOB_NODELIST",
        "LSB_MCPU_HOSTS     | n1 2 n2  | LSB_MCPU_HOSTS: expected a number of slots behind each host, found `n2`",
        "LSB_MCPU_HOSTS     | -oX=y 2  | LSB_MCPU_HOSTS: expected the name of a host, found `-oX=y`",
        "SLURM_JOB_NODELIST | -oX=y,n2 | SLURM_JOB_NODELIST: expected the name of a host, found `-oX=y`",
        "LSB_MCPU_HOSTS     | n1 x     | LSB_MCPU_HOSTS: expected a number of tasks >= 1, found `x`: give the hosts by --hosts",
        "PE_HOSTFILE        | /no/file | no such file",
        "PBS_NODEFILE       | /no/file | no such file"})
    void shouldNameWhatCannotBeRead(String variable, String value, String message) {
        assertThatThrownBy(() -> Allocation.of(Map.of(variable, value))).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "2(x3)  | tells of 3 nodes, but SLURM_JOB_NODELIST has 2",
        "2(y3)  | expected numbers such as 2(x3),1",
        "0(x2)  | expected a number of tasks >= 1, found `0`"})
    void shouldRefuseTasksThatDoNotFitTheNodes(String tasks, String message) {
        assertThatThrownBy(() -> Allocation.of(Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_TASKS_PER_NODE", tasks, "SLURM_NTASKS", "4")))
                .isInstanceOf(InputException.class).hasMessageContaining("SLURM_TASKS_PER_NODE").hasMessageContaining(message);
    }

    /** srun gives one process all that the job has on the node, and the process forgets that it is a task of a step. */
    @Test
    void shouldReachTheHostsOfSlurmBySrun() throws IOException {
        Path srun = Files.createFile(folder.resolve("srun"));
        assertThat(srun.toFile().setExecutable(true)).isTrue();
        Map<String, String> job = Map.of("SLURM_JOB_ID", "7", "PATH", folder.toString());
        assertThat(RemoteShell.ofSlurm(job).command("n1", "hostname")).startsWith("srun", "--overlap").contains("--mpi=none")
                .containsSubsequence("-w", "n1", "sh", "-c").last().asString().startsWith("unset SLURM_PROCID").endsWith("; hostname");
        assertThat(RemoteShell.ofSlurm(Map.of("PATH", folder.toString())).program()).isEqualTo("ssh");
        assertThat(RemoteShell.ofSlurm(Map.of("SLURM_JOB_ID", "7", "PATH", "/no")).program()).isEqualTo("ssh");
    }
}
