package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed;
import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks on several hosts, which {@code --hosts} starts. */
@Needs({Component.OPEN_MPI, Component.MPICH, Component.MPJ_EXPRESS, Component.UCX})
final class HostsIT {
    private static final Path HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize();
    private static final Pattern CHECKSUM = Pattern.compile("\"xCrc32c\" : \"([0-9a-f]{8})\"");
    private static final String SWEEP = " run -N 97 --nb 24 -P 1,2,4 -Q 4,2,1 --blas vector --workers 1 --progress none ";
    /** The hosts of the test bed are one machine, of which a run tells before it starts. */
    private static final String ONE_MACHINE = "hpl: warning: a, b: are the same machine: they share one kernel";
    private static final String ENVIRONMENT = "export HPL_NO_BUILD=1 XDG_CACHE_HOME=" + System.getProperty("hpl.cache")
            + "; " + TestBed.EXPORT_BRIEF;

    private static List<String> local;

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    private List<String> checksums(String file) throws IOException {
        return CHECKSUM.matcher(Files.readString(folder.resolve(file))).results().map((MatchResult m) -> m.group(1)).toList();
    }

    /** The checksums of ranks that are threads of this JVM: one run for all tests. */
    private List<String> local() throws IOException, InterruptedException {
        if (local == null) {
            String words = SWEEP + "--json " + folder.resolve("local.json");
            Launcher.Ended ended = new Launcher(folder, Map.of()).here(words.strip().split(" +"));
            assertThat(ended.code()).as(ended.err()).isZero();
            local = checksums("local.json");
        }
        return local;
    }

    /** Hosts in name spaces see an interface of the machine too little: the launchers are told which to take. */
    private static String options(String launcher) {
        return switch (launcher) {
            case "openmpi" -> " --launcher-options '--mca oob_tcp_if_include eth0 --mca btl self,tcp "
                    + "--mca btl_tcp_if_include eth0 --mca pml ob1'";
            case "mpich" -> " --launcher-options '-iface eth0 -genv UCX_TLS tcp,self -genv UCX_NET_DEVICES eth0'";
            default -> "";
        };
    }

    @ParameterizedTest
    @Daily(5)
    @CsvSource({"openmpi,", "mpich,", "mpj,", "llc, tcp", "llc, ucx"})
    void shouldGiveTheSameBitsOnTwoHosts(String launcher, String network) throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + (network == null ? "" : "export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0 HPL_LLC_BETWEEN="
                + network + "; ")
                + HPL + SWEEP + "--json hosts.json --hosts a:2,b:2 --launcher " + launcher + options(launcher));
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.err()).contains("hpl: starting 4 rank(s) on a:2,b:2 by ").containsOnlyOnce(ONE_MACHINE);
        assertThat(ended.out()).contains("# hosts:   a, b, ranks 0-3", "on 2 hosts");
        assertThat(checksums("hosts.json")).hasSize(3).isEqualTo(local());
        assertThat(Files.readString(folder.resolve("hosts.json"))).as("the user's command line, not that of a rank")
                .contains("--json hosts.json --hosts a:2,b:2 --launcher " + launcher);
        if (network != null) {
            assertThat(ended.out()).containsPattern("LLC, shared memory in .* within a host, (?i)" + network + " .* between hosts");
        }
    }

    @Test
    void shouldCopyTheApplicationToAHostThatHasItNot() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Ended ended = bed.run("-n 2 --private " + HPL.getParent().resolve("run/target/hpl") + " --private " + home, "export HOME=" + home
                + "; " + ENVIRONMENT + HPL + " run -N 97 --nb 24 -Q 2 --blas reference --workers 1 --check no --hosts a,b "
                + "--launcher openmpi" + options("openmpi"));
        assertThat(ended.err()).contains("hpl: copying this build (", "to ~/.cache/hpl-hetero on b").doesNotContain("hpl: warning");
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("PASSED", "on 2 hosts");
    }

    @Test
    void shouldNameHostsThatCannotBeReached() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + HPL + " run -N 97 -Q 3 --hosts a,nowhere,b");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("hpl: nowhere: cannot be reached by ssh").doesNotContain("hpl: b:");
    }

    /**
     * After the ranks the starters wait some 5 to 10 s for the host: the next run needs not wait for that. The second test would take a
     * minute and more, most of which its slowed ranks sleep.
     */
    @Test
    void shouldEndWhenAHostVanishes() throws Exception {
        Map<Path, Process> runs = new LinkedHashMap<>();
        for (String launcher : DailySlice.TODAY.of(List.of("mpj", "llc", "openmpi", "mpich"), 2)) {
            Path own = Files.createDirectory(folder.resolve(launcher));
            Process run = new TestBed(own).start("-n 3", ENVIRONMENT + HPL + " run -N 64,499 --nb 32 -Q 3 --blas reference --workers 1 "
                    + "--emulate-slowdown 1@60%:1000,1@60%:1000,1@60%:1000 --map cyclic --check no --json r.json --progress none "
                    + "--hosts a,b,c --launcher " + launcher + options(launcher) + " > out 2> err & pid=$!; "
                    + "until grep -q PASSED out; do kill -0 $pid || exit 3; sleep 0.1; done; sleep 0.3; "
                    + "$TESTBED_CTL kill-host c; wait $pid; echo code $?");
            runs.put(own, run);
            while (run.isAlive() && !(Files.exists(own.resolve("err")) && Files.readString(own.resolve("err")).contains("rank 2 on c"))) {
                Thread.sleep(50);
            }
        }
        for (Path own : runs.keySet()) {
            Ended ended = new TestBed(own).end(runs.get(own));
            String err = Files.readString(own.resolve("err"));
            assertThat(ended.out()).as(own + "\n" + err).containsPattern("code [1-9]");
            assertThat(err).as("%s", own).contains("rank 2 on c");
            assertThat(Files.readString(own.resolve("out"))).as("%s", own).contains("1 tests completed and passed", "End of Tests.");
            assertThat(Files.readString(own.resolve("r.json"))).as("%s", own).contains("\"passed\"", "\"asked\" : 2");
        }
    }
}
