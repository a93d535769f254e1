package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hpl burnin} on several hosts, each with a fault of another kind. */
@Needs({Component.ROOT, Component.NAMESPACES, Component.NETWORK_TOOLS})
final class BurnInHostsIT {
    private static final String HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize().toString();
    private static final String ENVIRONMENT = "export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME=" + System.getProperty("hpl.cache")
            + "; " + TestBed.EXPORT_BRIEF;

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    @Test
    void shouldShowASlowHostASlowLinkWrongNumbersAndADeadHost() throws Exception {
        Ended ended = bed.run("-n 5", ENVIRONMENT + """
                ssh c tc qdisc add dev eth0 root tbf rate 50mbit burst 64kb latency 50ms
                (until grep -q 'd: N=400' err; do sleep 0.2; done; sleep 2; $TESTBED_CTL kill-host d) &
                HPL burnin --hosts a,b,c,d,e --minutes 0.5 -N 400 --blas reference --workers 1 \\
                  --emulate b:slowdown=1.25 --emulate e:bitflip=0:2:update 2> err
                echo "exit $?"; cat err >&2
                """.replace("HPL burnin", HPL + " burnin"));
        String all = ended.out() + ended.err();
        assertThat(ended.out()).as(all).endsWith("exit 1\n");
        assertThat(row(ended, "a")).as(all).hasSize(6);
        assertThat(gflops(ended, "b")).as(all).isLessThan(0.95 * Math.max(gflops(ended, "a"), gflops(ended, "c")));
        assertThat(row(ended, "d")).as(all).contains("answer", "any", "more");
        assertThat(Integer.parseInt(row(ended, "d").get(1))).as(all).isPositive();
        assertThat(Integer.parseInt(row(ended, "e").get(row(ended, "e").size() - 1))).as(all).isPositive();
        assertThat(ended.err()).contains("wrong numbers on rank 0 of e");
        List<String> slow = ended.out().lines().filter(line -> line.matches("[a-e] - [a-e] .*")).filter(line -> rate(line) < 10).toList();
        assertThat(slow).as(all).hasSize(3).allMatch(line -> line.startsWith("c - ") || line.contains(" - c "));
    }

    @Test
    void shouldShowHostsThatAreMissingBesideTheOthers() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + "export SLURM_JOB_NODELIST='a,b,nowhere'; " + HPL
                + " burnin --minutes 0.1 -N 200 --blas reference --workers 1 --progress none");
        String all = ended.out() + ended.err();
        assertThat(ended.code()).as(all).isEqualTo(1);
        assertThat(row(ended, "a")).as(all).hasSize(6);
        assertThat(row(ended, "b")).as(all).hasSize(6);
        assertThat(row(ended, "nowhere")).as(all).contains("cannot", "be", "reached");
        assertThat(ended.out()).containsPattern("(?m)^[ab] - [ab] +[0-9]");
    }

    /** Returns the words of a host's row: name, runs, GFLOPS, spread without its sign, failed, faults, and why it was given up. */
    private static List<String> row(Ended ended, String host) {
        return ended.out().lines().filter(line -> line.matches(host + " +[0-9]+ .*")).findFirst()
                .map(line -> Arrays.asList(line.replace(" %", "").split(" +"))).orElse(List.of());
    }

    private static double gflops(Ended ended, String host) {
        return Double.parseDouble(row(ended, host).get(2));
    }

    private static double rate(String line) {
        return Double.parseDouble(line.split(" +")[3]);
    }
}
