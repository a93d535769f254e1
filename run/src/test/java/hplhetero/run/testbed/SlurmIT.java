package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Slurm on the hosts of bench/testbed starts the ranks of both MPIs. */
@Needs({Component.SLURM, Component.OPEN_MPI_COMPILER, Component.MPICH_COMPILER, Component.C_COMPILER})
final class SlurmIT {
    private static final String HELLO = """
            #include <mpi.h>
            #include <stdio.h>
            int main(int argc, char **argv) {
              int rank, size, sum, length;
              char host[MPI_MAX_PROCESSOR_NAME];
              MPI_Init(&argc, &argv);
              MPI_Comm_rank(MPI_COMM_WORLD, &rank);
              MPI_Comm_size(MPI_COMM_WORLD, &size);
              MPI_Get_processor_name(host, &length);
              MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
              printf("rank %d of %d on %s, sum %d\\n", rank, size, host, sum);
              return MPI_Finalize();
            }
            """;

    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final Pattern PASSED = Pattern.compile("\\.\\.\\. PASSED$", Pattern.MULTILINE);

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    /** srun's way of bringing ranks together tells which library they need; JobScriptsIT has Open MPI, and ranks without an MPI. */
    @Test
    void shouldRunHplByMpich() throws Exception {
        Ended ended = bed.run("--slurm", TestBed.EXPORT_BRIEF + "HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME="
                + System.getProperty("hpl.cache") + " UCX_TLS=tcp,self srun --mpi=pmi2 -N 2 " + HPL
                + " run -N 97 --nb 16 -Q 2 --workers 1 --blas vector --progress none");
        assertThat(ended.out()).as(ended.err()).containsSubsequence("PASSED", "on 2 hosts, transport MPICH");
        assertThat(ended.code()).isZero();
    }

    /** The script of a job has a SLURM_PROCID, but is no rank: the first run there makes the start-up cache, as anywhere. */
    @ParameterizedTest
    @Daily(2)
    @ValueSource(ints = {1, 2})
    void shouldRunOnceInABatchJobOutsideSrun(int tasks) throws Exception {
        String hpl = HPL + " run -N 97 --blas vector --progress none";
        Files.writeString(folder.resolve("job"), """
                #!/bin/bash
                #SBATCH --output=job.out
                export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME=$PWD/cache HPL_JAVA_OPTS=-XX:TieredStopAtLevel=1
                nproc
                %s
                echo code $?
                OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp srun --mpi=pmix %s -P 1 -Q %d
                echo code $?
                """.formatted(hpl, hpl, tasks));
        Ended ended = bed.run("-n 1 --slurm", """
                sbatch --ntasks=%d job
                until [ "$(squeue -h | wc -l)" = 0 ]; do sleep 0.1; done
                """.formatted(tasks));
        assertThat(ended.code()).as(ended.err()).isZero();
        String output = Files.readString(folder.resolve("job.out"));
        List<String> runs = List.of(output.split("code 0\n", -1));
        assertThat(runs).as(output).hasSize(3);
        String cores = output.lines().findFirst().orElseThrow();
        assertThat(runs.getFirst()).contains("hpl: making the start-up cache", "WR11R2R4          97", "PASSED",
                "# ranks:   1 with " + cores + (cores.equals("1") ? " worker" : " workers") + " each, transport local");
        assertThat(runs.get(1)).doesNotContain("start-up cache").contains("PASSED",
                "# ranks:   " + tasks + " with 1 worker each, transport "
                + (tasks == 1 ? "local" : "Open MPI"));
        assertThat(PASSED.matcher(output).results()).hasSize(2);
    }

    @Test
    void shouldStartRanksOfABatchJobOnOneHost() throws Exception {
        Files.writeString(folder.resolve("hello.c"), HELLO);
        for (String mpi : new String[] {"openmpi", "mpich"}) {
            int code = new ProcessBuilder("mpicc." + mpi, "hello.c", "-o", mpi).directory(folder.toFile()).inheritIO().start().waitFor();
            assertThat(code).as("mpicc." + mpi).isZero();
        }
        Files.writeString(folder.resolve("job"), """
                #!/bin/bash
                #SBATCH --ntasks=1 --output=job.out
                srun --mpi=pmix ./openmpi
                srun --mpi=pmi2 ./mpich
                """);
        Ended ended = bed.run("-n 1 --slurm", """
                sbatch job
                until [ "$(squeue -h | wc -l)" = 0 ]; do sleep 0.1; done
                """);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(Files.readAllLines(folder.resolve("job.out"))).containsExactly("rank 0 of 1 on a, sum 0", "rank 0 of 1 on a, sum 0");
    }
}
