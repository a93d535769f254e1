package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The network between hosts is cut, for good or for a while, in the middle of a run over LLC, whose slowed kernels leave cores idle. */
@Needs(Component.NAMESPACES)
@Daily(3)
final class NetworkFaultIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    /** Starts a run, waits until its first test has passed and the second one has begun, and leaves its process in $pid. */
    private static final String RUN = TestBed.EXPORT_BRIEF + """
            export HPL_NO_BUILD=1 HPL_HISTORY=no HPL_PHASES=1 XDG_CACHE_HOME=%s
            %s run --hosts a,b,c --launcher llc -N 64,499 --nb 32 -P 1 -Q 3 --map cyclic --blas native --progress none --check no \\
              --emulate-slowdown %s > text 2> errors & pid=$!
            until [ "$(grep -c 'rank 1 on b: generating A' errors)" = 2 ]; do kill -0 $pid || exit 3; sleep 0.05; done
            sleep 0.2
            """;

    @TempDir
    private Path folder;

    /** Returns the run for slowdowns of all ranks, and options that may follow. */
    private static String run(String slowdowns) {
        return RUN.formatted(System.getProperty("hpl.cache"), HPL, slowdowns);
    }

    /** Hosts b and c do not see each other any more, a sees both: nobody has died. */
    @Test
    void shouldSayWhichTwoHostsDoNotSeeEachOther() throws Exception {
        String patience = "%.0f".formatted(BusyMachine.seconds(6));
        Ended ended = new TestBed(folder).run("-n 3", run("400,400,400 --stall-timeout " + patience)
                + "$TESTBED_CTL block b c\nwait $pid\n");
        String errors = Files.readString(folder.resolve("errors"));
        assertThat(ended.code()).as(errors).isEqualTo(1);
        assertThat(errors).containsPattern("hpl: no rank has advanced for " + patience + " s, rank [12] on [bc] waits for rank [12] on "
                + "[bc]: look at the network between (b and c|c and b), or choose a longer --stall-timeout");
        assertThat(Files.readString(folder.resolve("text"))).contains("1 tests completed", "End of Tests.");
    }

    /** By TCP's pauses a cut of 3 s is felt for some 6 s. */
    @Test
    void shouldOutliveACutThatIsShorterThanItsPatience() throws Exception {
        Ended ended = new TestBed(folder).run("-n 3", run("200,200,200 --silence 30")
                + "$TESTBED_CTL block a c; $TESTBED_CTL block b c\nsleep 5\n$TESTBED_CTL unblock\nwait $pid\n");
        assertThat(ended.code()).as(Files.readString(folder.resolve("errors"))).isZero();
        assertThat(Files.readString(folder.resolve("text"))).contains("Finished      2 tests");
    }

    @Test
    void shouldEndByTheUsualPatienceWhereACutLasts() throws Exception {
        Ended ended = new TestBed(folder).run("-n 3", run("400,400,400") + "$TESTBED_CTL block a c\nwait $pid\n");
        String errors = Files.readString(folder.resolve("errors"));
        assertThat(ended.code()).as(errors).isEqualTo(1);
        assertThat(errors).contains("hpl: rank 2 on c was not heard of for 4 s");
    }
}
