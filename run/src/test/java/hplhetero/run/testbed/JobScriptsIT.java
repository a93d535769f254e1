package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of examples/slurm are run by Slurm, and those of examples/pbs with the variables of PBS. */
@Needs({Component.OPEN_MPI})
final class JobScriptsIT {
    private static final Path HOME = Path.of(System.getProperty("hpl.home")).toAbsolutePath().normalize();
    private static final String EXPORTS = TestBed.EXPORT_BRIEF + "export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME="
            + System.getProperty("hpl.cache") + " HPL=" + HOME.resolve("hpl") + " EXAMPLES=" + HOME.resolve("examples")
            + " BLAS=vector OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,tcp\n";
    private static final String CASE = "-N 97 --nb 16 --workers 1";
    private static final String TAKEN = "hpl: taking the 2 host(s) of this job (%s), 2 rank(s): --hosts gives others, --hosts none takes "
            + "this host alone";

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    @Test
    @Needs({Component.SLURM, Component.PMIX})
    void shouldBeRunBySlurm() throws Exception {
        // without a GPU at hand, that script computes on cores
        Ended ended = bed.run("--slurm", EXPORTS + """
                submit() { name=$1; shift; sbatch -Q -o "$name.out" "${@:1:$#-1}" "$EXAMPLES/slurm/$name.sh" %s ${!#}; }
                submit one-node '--blas vector'
                submit many-nodes '--blas vector'
                submit srun-pmix '--blas vector'
                submit srun-without-mpi '--blas vector'
                submit gpus --gpus-per-node=0 --nodes=2 ''
                sbatch -Q -o no-command.out -N 2 --wrap "srun --mpi=pmi2 $HPL -n 97 -b 16 -p 1 -q 2 --blas vector --transport llc"
                until [ "$(squeue -h | wc -l)" = 0 ]; do sleep 0.1; done
                """.formatted(CASE));
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(output("one-node")).contains("PASSED", "1 with 1 worker each, transport local").doesNotContain("taking the");
        for (String script : new String[] {"many-nodes", "gpus"}) {
            assertThat(output(script)).contains("PASSED", TAKEN.formatted("SLURM_JOB_NODELIST"), "by llc over srun",
                    "on 2 hosts, transport LLC, TCP from 10.77.0.1 between hosts");
        }
        assertThat(output("srun-pmix")).contains("PASSED", "on 2 hosts, transport Open MPI").doesNotContain("taking the");
        for (String job : new String[] {"srun-without-mpi", "no-command"}) {
            assertThat(output(job)).contains("PASSED", "on 2 hosts, transport LLC, TCP from 10.").doesNotContain("taking the");
        }
    }

    @Test
    void shouldRunWithTheVariablesOfPbs() throws Exception {
        Ended ended = bed.run("-n 2", EXPORTS + """
                export PBS_NODEFILE=$PWD/nodes PBS_O_WORKDIR=$PWD
                export WORDS='%s --blas vector'
                submit() { bash "$EXAMPLES/pbs/$1.sh" > "$1.out" 2>&1; }
                echo a > nodes
                submit one-node
                echo b >> nodes
                submit many-nodes
                MPIRUN_OPTIONS=${TESTBED_OPENMPI/--bind-to none/} submit mpirun
                WORDS='%s' submit gpus
                """.formatted(CASE + " --launcher llc:tcp", CASE + " --launcher llc:tcp"));
        assertThat(ended.code()).as(ended.err() + output("gpus")).isZero();
        assertThat(output("one-node")).contains("PASSED", "1 with 1 worker each, transport local").doesNotContain("taking the");
        for (String script : new String[] {"many-nodes", "gpus"}) {
            assertThat(output(script)).contains("PASSED", TAKEN.formatted("PBS_NODEFILE"), "by llc:tcp over ssh",
                    "on 2 hosts, transport LLC");
        }
        assertThat(output("mpirun")).contains("PASSED", "on 2 hosts, transport Open MPI").doesNotContain("taking the");
    }

    private String output(String script) throws Exception {
        return Files.readString(folder.resolve(script + ".out"));
    }
}
