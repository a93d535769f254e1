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
    /** Two N, two NBs and two grids, without look-ahead. */
    private static final String DAT = HplDatSample.dat(5, "2", 6, "29 64", 7, "2", 8, "4 16", 10, "2", 11, "2 1", 12, "1 2", 25, "0");
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
        Ended ended = shell("mpi -np 2 \"$0\" -n 97 -b 16 -p 1 -q 2; xhpl -P 1 -Q 2 -p 1 -q 2; echo code $?");
        assertThat(ended.out()).as(ended.err()).containsPattern("\nWR01C2R4 +97 +16 +1 +2 ").contains("1 tests completed and passed")
                .endsWith("code 2\n");
        assertThat(ended.err()).containsOnlyOnce("hpl: -p 1: rocHPL's grid of the ranks on a node");
    }
}
