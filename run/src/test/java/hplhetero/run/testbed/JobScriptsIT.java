package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of examples/slurm are run by Slurm, and those of examples/pbs with the variables of PBS, every second one on one day. */
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

    /** Ranks without an MPI find each other by PMI 1 in a script, and by PMIx where no command is named. */
    @Test
    @Needs({Component.SLURM, Component.PMIX})
    void shouldBeRunBySlurm() throws Exception {
        List<String> scripts = ofToday("one-node", "srun-without-mpi", "srun-pmix", "no-command", "many-nodes", "gpus");
        // without a GPU at hand, that script computes on cores
        Ended ended = bed.run("--slurm", EXPORTS + """
                job() { if [[ ' %s ' = *" $1 "* ]]; then sbatch -Q -o "$1.out" "${@:2}"; fi; }
                submit() { name=$1; shift; job "$name" "${@:1:$#-1}" "$EXAMPLES/slurm/$name.sh" %s ${!#}; }
                submit one-node '--blas vector'
                submit many-nodes '--blas vector'
                submit srun-pmix '--blas vector'
                submit srun-without-mpi '--blas vector'
                submit gpus --gpus-per-node=0 --nodes=2 ''
                job no-command -N 2 --wrap "srun --mpi=pmix $HPL -n 97 -b 16 -p 1 -q 2 --blas vector --transport llc"
                until [ "$(squeue -h | wc -l)" = 0 ]; do sleep 0.1; done
                """.formatted(String.join(" ", scripts), CASE));
        assertThat(ended.code()).as(ended.err()).isZero();
        for (String script : scripts) {
            switch (script) {
                case "one-node" -> onOneNode();
                case "srun-pmix" -> overOpenMpi(script);
                case "many-nodes", "gpus" -> startedByTheProgram(script, "SLURM_JOB_NODELIST", "llc over srun",
                        "TCP from 10.77.0.1 between hosts");
                default -> assertThat(output(script)).contains("PASSED", "on 2 hosts, transport LLC, TCP from 10.")
                        .doesNotContain("taking the");
            }
        }
    }

    @Test
    void shouldRunWithTheVariablesOfPbs() throws Exception {
        List<String> scripts = ofToday("one-node", "mpirun", "many-nodes", "gpus");
        Ended ended = bed.run("-n 2", EXPORTS + """
                export PBS_NODEFILE=$PWD/nodes PBS_O_WORKDIR=$PWD
                export WORDS='CASE --blas vector'
                submit() { if [[ ' SCRIPTS ' = *" $1 "* ]]; then bash "$EXAMPLES/pbs/$1.sh" > "$1.out" 2>&1; fi; }
                echo a > nodes
                submit one-node
                echo b >> nodes
                submit many-nodes
                MPIRUN_OPTIONS=${TESTBED_OPENMPI/--bind-to none/} submit mpirun
                WORDS='CASE' submit gpus
                """.replace("CASE", CASE + " --launcher llc:tcp").replace("SCRIPTS", String.join(" ", scripts)));
        assertThat(ended.code()).as(ended.err() + output(scripts.getLast())).isZero();
        for (String script : scripts) {
            switch (script) {
                case "one-node" -> onOneNode();
                case "mpirun" -> overOpenMpi(script);
                default -> startedByTheProgram(script, "PBS_NODEFILE", "llc:tcp over ssh", "");
            }
        }
    }

    private static List<String> ofToday(String... scripts) {
        return DailySlice.TODAY.of(List.of(scripts), 2);
    }

    private void onOneNode() throws IOException {
        assertThat(output("one-node")).contains("PASSED", "1 with 1 worker each, transport local").doesNotContain("taking the");
    }

    private void overOpenMpi(String script) throws IOException {
        assertThat(output(script)).contains("PASSED", "on 2 hosts, transport Open MPI").doesNotContain("taking the");
    }

    private void startedByTheProgram(String script, String variable, String way, String network) throws IOException {
        assertThat(output(script)).contains("PASSED", TAKEN.formatted(variable), "by " + way, "on 2 hosts, transport LLC", network);
    }

    private String output(String script) throws IOException {
        return Files.readString(folder.resolve(script + ".out"));
    }
}
