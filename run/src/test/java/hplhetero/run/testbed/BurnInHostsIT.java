package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Daily;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hpl burnin} on several hosts, each with a fault of another kind. Begins first: it mostly sleeps, for longer than others take. */
@Daily(2)
@Order(1)
@Needs({Component.ROOT, Component.NAMESPACES, Component.NETWORK_TOOLS})
final class BurnInHostsIT {
    private static final String HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize().toString();
    private static final String ENVIRONMENT = "export HPL_NO_BUILD=1 HPL_HISTORY=no XDG_CACHE_HOME=" + System.getProperty("hpl.cache")
            + "; " + TestBed.EXPORT_BRIEF;

    /** Columns of the history as CSV. */
    private static final int MACHINE = 2;
    private static final int GFLOPS = 11;
    private static final int STATUS = 14;

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    /**
     * All hosts share the cores of this machine, so that each would have to wait for a core more often than an emulated slowdown of 20 %
     * costs. Therefore kernels of all hosts are slowed by 40, and those of the slow one by 50: cores are idle most of the time.
     * Links have a rate far below what these cores can send, or they would vary with the load.
     */
    @Test
    void shouldShowASlowHostASlowLinkWrongNumbersAndADeadHost() throws Exception {
        Ended ended = bed.run("-n 5", ENVIRONMENT + """
                export HPL_HISTORY=yes XDG_DATA_HOME=$PWD/data
                for host in a b d e; do
                  ssh $host tc qdisc add dev eth0 root tbf rate 400mbit burst 256kb latency 50ms || exit 9
                done
                ssh c tc qdisc add dev eth0 root tbf rate 50mbit burst 64kb latency 50ms || exit 9
                # two results tell how long the host is silent usually
                (until [ "$(cat data/*/history.jsonl | grep -c '"machine":"d"')" -ge 2 ]; do sleep 0.1; done; $TESTBED_CTL kill-host d) &
                HPL burnin --hosts a,b,c,d,e --minutes MINUTES -N 499 --groups no --blas native --workers 1 \
                  --emulate a:slowdown=40 --emulate b:slowdown=50 --emulate c:slowdown=40 --emulate d:slowdown=40 \\
                  --emulate e:slowdown=40 --emulate e:bitflip=0:2:update 2> err
                echo "exit $?"; cat err >&2
                HPL history --csv history.csv
                """.replace("HPL ", HPL + " ").replace("MINUTES", minutes(14)));
        String all = ended.out() + ended.err();
        assertThat(ended.out()).as(all).contains("exit 1\n");
        assertThat(ended.err()).contains("hpl: d: given up: no further result after ", "and the host does not answer any more",
                "wrong numbers on rank 0 of e").doesNotContain("a: given up", "b: given up", "c: given up", "e: given up");
        for (String host : List.of("a", "b", "c", "d")) {
            assertThat(rates(host, "passed")).as(host + " of " + all).isNotEmpty();
            assertThat(rates(host, "failed")).as(host + " of " + all).isEmpty();
        }
        assertThat(rates("e", "failed")).as(all).isNotEmpty();
        assertThat(rates("e", "passed")).as(all).isEmpty();
        assertThat(median("b")).as(all).isBetween(0.6 * median("a"), 0.92 * Math.max(median("a"), median("c")));
        assertThat(ended.out()).as(all).contains("BAD c: link: all its links are slow", "BAD d: died", "BAD e: wrong values: ")
                .doesNotContain("BAD a: link", "BAD b: link", "a: wrong values", "c: wrong values", "BAD a: died", "BAD link");
    }

    @Test
    void shouldShowHostsThatAreMissingBesideTheOthers() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + "export SLURM_JOB_NODELIST='a,b,nowhere'; " + HPL
                + " burnin --minutes 0.01 -N 200 --groups no --blas reference --workers 1 --progress none");
        String all = ended.out() + ended.err();
        assertThat(ended.code()).as(all).isEqualTo(1);
        assertThat(ended.out()).as(all).containsPattern("(?m)^a +[1-9][0-9]* ").containsPattern("(?m)^b +[1-9][0-9]* ")
                .containsPattern("(?m)^BAD nowhere: .*cannot be reached by ssh")
                .doesNotContain("BAD a: died", "BAD b: died", "BAD a: wrong", "BAD b: wrong", "BAD link");
    }

    /**
     * All kernels are slowed by 40, so that cores are idle most of the time although the hosts share them. Where other load makes a host
     * slow all the same, its groups are not judged. The busier the machine, the slower is the slow link, so that pairs still wait for it.
     */
    @Test
    void shouldShowASlowLinkByHplOverPairs() throws Exception {
        Ended ended = bed.run("-n 3", ENVIRONMENT + """
                for host in a b; do
                  ssh $host tc qdisc add dev eth0 root tbf rate 400mbit burst 256kb latency 50ms || exit 9
                done
                ssh c tc qdisc add dev eth0 root tbf rate RATEkbit burst 64kb latency 50ms || exit 9
                HPL burnin --hosts a,b,c --minutes 0.05 -N 499 --blas native --workers 1 --progress none --emulate a:slowdown=40 \
                  --emulate b:slowdown=40 --emulate c:slowdown=40
                echo "exit $?"; ps ax | grep -c '[b]urnin-host'
                """.replace("HPL ", HPL + " ").replace("RATE", String.valueOf((int) (5000 / Math.min(8, BusyMachine.seconds(1))))));
        String all = ended.out() + ended.err();
        assertThat(ended.out()).as(all).endsWith("exit 1\n0\n").contains("BAD c: link: ").doesNotContain("BAD a: link", "BAD b: link",
                "BAD link", "failed");
        assertThat(share("a-b", ended.out())).as(all).isGreaterThan(1.3 * Math.max(share("a-c", ended.out()), share("b-c", ended.out())));
        assertThat(ended.out().contains("not judged") || ended.out().contains("all its groups are slow or fail (with a, b): HPL over "))
                .as(all).isTrue();
    }

    /** Returns the share of its hosts' own rates that a group has reached, in percent. */
    private static double share(String group, String out) {
        Matcher row = Pattern.compile("(?m)^" + group + " .* ([0-9.]+) % ").matcher(out);
        assertThat(row.find()).as(group + " in " + out).isTrue();
        return Double.parseDouble(row.group(1));
    }

    @Test
    void shouldLeaveNoProcessOnAHostThatHangs() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + """
                HPL burnin --hosts b --minutes MINUTES -N 200 --blas reference --workers 1 --progress none 2> err &
                until grep -q 'b: N=200' err; do sleep 0.1; done
                ps -eo pid,args | awk '/[b]urnin-host -/ && /java/ { print $1 }' > stopped; kill -STOP $(cat stopped)
                wait $!; wc -l < stopped; for i in 1 2 3 4 5 6 7 8 9; do kill -0 $(cat stopped) || break; sleep 0.2; done
                kill -0 $(cat stopped) && echo STILL THERE
                """.replace("HPL ", HPL + " ").replace("MINUTES", minutes(6)));
        assertThat(ended.out()).as(ended.out() + ended.err()).contains("\n1\n").doesNotContain("STILL THERE");
    }

    /** Returns the minutes of a burn-in, which are longer on a busy machine: hosts need results before its end. */
    private static String minutes(double quietSeconds) {
        return String.format(Locale.ROOT, "%.3f", Math.min(60, BusyMachine.seconds(quietSeconds)) / 60);
    }

    /** Returns the rates in GFLOPS that were kept of a host's runs with this outcome. */
    private List<Double> rates(String host, String status) throws IOException {
        return Files.readAllLines(folder.resolve("history.csv")).stream().map(line -> line.split(","))
                .filter(cells -> cells[MACHINE].equals(host) && cells[STATUS].equals(status))
                .map(cells -> Double.parseDouble(cells[GFLOPS])).toList();
    }

    private double median(String host) throws IOException {
        List<Double> rates = rates(host, "passed").stream().sorted().toList();
        return rates.get(rates.size() / 2);
    }
}
