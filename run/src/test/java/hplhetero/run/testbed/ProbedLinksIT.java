package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The brief probe of a run, on links whose rate is known. */
@Needs(Component.OPEN_MPI)
final class ProbedLinksIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final double BYTES_PER_SECOND = 200e6 / 8;

    @TempDir
    private Path folder;

    /** Between hosts {@code auto} is the default, and the test is too small to be planned, so nobody has measured the links. */
    @Test
    @Daily(2)
    void shouldFindTheRateOfTheLinks() throws Exception {
        Ended ended = new TestBed(folder).run("-n 3 --rate 200mbit", TestBed.EXPORT_BRIEF + """
                export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME=%s
                mpirun.openmpi $TESTBED_OPENMPI -x HPL_NO_BUILD -x HPL_HISTORY -x HPL_JAVA_OPTS -x XDG_CACHE_HOME --host a,b,c \\
                  %s run -N 200 --nb 32 -P 1 -Q 3 --blas reference --workers 1 --check no --progress none
                """.formatted(System.getProperty("hpl.cache"), HPL));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        Matcher found = Pattern.compile("# note: +links were probed before the tests: other host [0-9.]+ us, ([0-9.]+) GB/s "
                + "[(]120 messages").matcher(ended.out());
        assertThat(found.find()).as(ended.out()).isTrue();
        // the shaper lets bursts pass faster; a run that was not probed would take 5 GB/s
        assertThat(Double.parseDouble(found.group(1)) * 1e9)
                .isBetween(0.5 * BYTES_PER_SECOND / BusyMachine.seconds(1), 2 * BYTES_PER_SECOND);
        assertThat(ended.out()).contains("PASSED");
    }
}
