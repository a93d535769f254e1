package hplhetero.comm.transport.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import hplhetero.testing.Requirements;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is said when a rank fails over a real MPI, and when the library is not the launcher's. */
@Tag(Requirements.TAG)
@Daily(2)
final class FailureOverMpiIT {
    private static final List<MpiJob> JOBS = List.of(MpiJob.openMpi(2), MpiJob.mpich(2));

    @Test
    void shouldNameBothEndsWhenAMessageIsTooLong() {
        for (MpiJob job : JOBS) {
            assertThat(fail(job, "too-long")).contains("rank 1 on ", " ended the run: a message ", "tag=5 from rank 0 on ",
                    "is longer than the receive buffer of bytes=16", "MPI_Test failed: ", "runcate", "error class 1");
        }
    }

    /** Open MPI 4.1 writes beyond the buffer then: docs/decisions/0013. */
    @Test
    void shouldNameTheBufferWhenAMessageOfARendezvousIsTooLong() {
        assertThat(fail(MpiJob.mpich(2), "much-too-long")).contains("longer than the receive buffer of bytes=16");
    }

    @Test
    void shouldTellCallTextRankHostAndMessageOfAnErrorOfMpi() {
        for (MpiJob job : JOBS) {
            assertThat(fail(job, "mpi-error")).contains("MPI_Isend failed: ", "invalid buffer pointer", "(error class 1)",
                    "rank=1 host=", "peer=0 tag=9 bytes=32");
        }
    }

    @Test
    void shouldLetRank0TellWhatEndedAnother() {
        for (MpiJob job : JOBS) {
            assertThat(fail(job, "throws")).contains("rank 1 on ",
                    " ended the run: internal error, please report it: java.lang.IllegalStateException: boom");
        }
        assertThat(fail(MpiJob.openMpi(2), "killed")).contains("rank 1 on ", "without a word");
    }

    @Test
    void shouldNameTheRankThatDiedWhereRank0IsAbortedForIt() {
        assertThat(MpiJob.mpich(3).run(FailingRank.class, "aborted-and-killed").shouldFail().output())
                .contains("said: rank 1 on ", "without a word").doesNotContain("said: rank 0 on ", "said: rank 2 on ");
    }

    @Test
    @Needs({Component.OPEN_MPI, Component.MPICH})
    void shouldRefuseALibraryThatIsNotTheLaunchers() {
        String openMpi = MpiJob.openMpi(2).run(FailingRank.class, "nothing", "libmpich.so.12").shouldFail().output();
        assertThat(openMpi).contains("said: Open MPI's mpirun (OMPI_COMM_WORLD_SIZE=2) started ranks=2", "the MPI library sees ranks=1",
                "MPICH Version", "libmpich.so.12", "--mpi-lib PATH").containsOnlyOnce("said: ");
        String mpich = MpiJob.mpich(2).run(FailingRank.class, "nothing", "libmpi.so.40").shouldFail().output();
        assertThat(mpich).contains("said: Hydra's mpiexec (PMI_SIZE=2) started ranks=2", "the MPI library sees ranks=1", "Open MPI v")
                .containsOnlyOnce("said: ");
    }

    @Test
    void shouldRefuseANamedLibraryThatIsNone() {
        assertThatThrownBy(() -> open("/no/such/libmpi.so")).hasMessageContaining("was not found, library=/no/such/libmpi.so");
        assertThatThrownBy(() -> open("pom.xml")).hasMessageContaining("cannot be loaded, library=pom.xml: ").hasMessageContaining("ELF");
        assertThatThrownBy(() -> open("libm.so.6")).hasMessageContaining("has no MPI_Init_thread, library=libm.so.6");
    }

    private static void open(String library) {
        MpiLibrary.open(Optional.of(Path.of(library)), Launcher.of(Map.of()), Map.of());
    }

    /** What rank 0, or with it the failing rank, says. */
    private static String fail(MpiJob job, String way) {
        String output = job.run(FailingRank.class, way).shouldFail().output();
        assertThat(output).contains("said: ");
        return output.replace("Invalid buffer", "invalid buffer");
    }
}
