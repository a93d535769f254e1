package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in the place of an xhpl, as harnesses and job scripts start one, and read by the patterns of these harnesses. */
@Needs(Component.OPEN_MPI)
final class XhplIT {
    private static final String DAT = """
            HPLinpack benchmark input file
            Innovative Computing Laboratory, University of Tennessee
            HPL.out      output file name (if any)
            6            device out (6=stdout,7=stderr,file)
            2            # of problems sizes (N)
            29 64        Ns
            2            # of NBs
            4 16         NBs
            0            PMAP process mapping (0=Row-,1=Column-major)
            2            # of process grids (P x Q)
            2 1          Ps
            1 2          Qs
            16.0         threshold
            1            # of panel fact
            2            PFACTs (0=left, 1=Crout, 2=Right)
            1            # of recursive stopping criterium
            4            NBMINs (>= 1)
            1            # of panels in recursion
            2            NDIVs
            1            # of recursive panel fact.
            1            RFACTs (0=left, 1=Crout, 2=Right)
            1            # of broadcast
            1            BCASTs (0=1rg,1=1rM,2=2rg,3=2rM,4=Lng,5=LnM)
            1            # of lookahead depth
            0            DEPTHs (>=0)
            2            SWAP (0=bin-exch,1=long,2=mix)
            64           swapping threshold
            0            L1 in (0=transposed,1=no-transposed) form
            0            U  in (0=transposed,1=no-transposed) form
            1            Equilibration (0=no,1=yes)
            8            memory alignment in double (> 0)
            """;
    private static final int TESTS = 8;
    /** The pattern by which ramble finds time and rate of a test. A harness that finds a line too many reports a test too many. */
    private static final Pattern RAMBLE = Pattern.compile(
            ".*?\\s+(?<n>[0-9]+)\\s+(?<nb>[0-9]+)\\s+(?<p>[0-9]+)\\s+(?<q>[0-9]+)\\s+(?<time>[0-9]+\\.[0-9]+)\\s+(?<gflops>\\S+)");
    /** The pattern by which public tests of ReFrame find the rate, and the sentences by which they tell a good run. */
    private static final Pattern REFRAME = Pattern.compile("^W[R|C]\\S+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d+\\s+\\d[\\d.]+\\s+(\\d[\\d.eE+]+)",
            Pattern.MULTILINE);
    private static final List<String> REFRAME_GOOD = List.of("End of Tests.", "0 tests completed and failed residual checks",
            "0 tests skipped because of illegal input values.");

    @TempDir
    private Path folder;

    @BeforeEach
    void withAnHplDat() throws Exception {
        Files.writeString(folder.resolve("HPL.dat"), DAT);
    }

    /** Runs a line of shell in a folder with HPL.dat, where the PATH has an xhpl, as the module of a software stack puts one there. */
    private Ended shell(String line) throws Exception {
        return new Launcher(folder, Launcher.BRIEF).runBy(List.of("bash", "-c", "mkdir -p bin; ln -sf \"$0\" bin/xhpl; "
                + "PATH=$PWD/bin:$PATH; mpi() { mpirun.openmpi --allow-run-as-root --oversubscribe \"$@\"; }; " + line
                + "; code=$?; rm bin/xhpl; exit $code"));
    }

    @Test
    void shouldRunHplDatForTheHarnessesThatStartXhpl() throws Exception {
        Ended ended = shell("mpi -np 2 xhpl");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains(REFRAME_GOOD);
        assertThat(REFRAME.matcher(ended.out()).results().map(MatchResult::group)).hasSize(TESTS);
        assertThat(ended.out().lines().filter(line -> RAMBLE.matcher(line).lookingAt())).hasSize(TESTS)
                .allSatisfy(line -> assertThat(Double.parseDouble(line.strip().split("\\s+")[6])).isPositive());
        assertThat(ended.out()).contains("2 with ", "transport Open MPI");
    }

    /** Without an MPI a link xhpl runs HPL.dat too, and the file that Nvidia's script names, with ranks that are threads. */
    @Test
    void shouldRunTheFileThatIsNamedAsNvidiaDoes() throws Exception {
        Ended ended = shell("mv HPL.dat four.dat; xhpl --dat four.dat && mpi -np 2 xhpl; echo code $?");
        assertThat(ended.out()).as(ended.err()).contains(REFRAME_GOOD).contains("transport local").endsWith("code 2\n");
        assertThat(ended.err()).containsOnlyOnce("hpl: ./HPL.dat: no such file: write one");
    }

    @Test
    void shouldTakeTheArgumentsOfIntelAndNameOursForTheOthers() throws Exception {
        Ended ended = shell("mpi -np 2 \"$0\" -n 97 -b 16 -p 1 -q 2; mpi -np 2 xhpl -P 1 -Q 2 -p 1 -q 2; echo code $?");
        assertThat(ended.out()).as(ended.err()).containsPattern("\nWR01C2R4 +97 +16 +1 +2 ").contains("1 tests completed and passed")
                .endsWith("code 2\n");
        assertThat(ended.err()).containsOnlyOnce("hpl: -p 1: rocHPL's grid of the ranks on a node");
    }
}
