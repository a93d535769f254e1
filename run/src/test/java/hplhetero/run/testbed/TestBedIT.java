package hplhetero.run.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The hosts of bench/testbed and what connects them. */
@Needs({Component.ROOT, Component.NAMESPACES, Component.NETWORK_TOOLS})
final class TestBedIT {
    /** {@code reach HOST PORT [SECONDS]}: how a connection ended; a refusal comes from the host itself, so it was reached. */
    private static final String REACH = """
            reach() {
              if error=$(timeout "${3:-10}" bash -c "exec 3<> /dev/tcp/$1/$2" 2>&1); then echo "$1:$2 open"
              elif [[ $error == *refused* ]]; then echo "$1:$2 refused"
              else echo "$1:$2 silent"; fi
            }
            """;

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    @Test
    void shouldReachEveryHostFromEveryHostByName() throws Exception {
        Ended ended = bed.run("-n 4", """
                for from in a b c d; do
                  ssh $from 'hostname; for to in a b c d; do bash -c "exec 3<> /dev/tcp/$to/9" 2>&1 | grep -om1 refused; done'
                done
                echo "$TESTBED_HOSTS $(hostname)"
                """);
        assertThat(ended.out()).isEqualTo("a\nX\nb\nX\nc\nX\nd\nX\na,b,c,d a\n".replace("X", "refused\nrefused\nrefused\nrefused"));
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    @Test
    void shouldKeepTwoTestBedsApart() throws Exception {
        Process process = bed.start("", "ssh b sleep 60 & ssh b true; echo ready; sleep 60");
        bed.await(process, "ready");
        TestBed other = new TestBed(Files.createDirectory(folder.resolve("other")));
        assertThat(other.run("", "$TESTBED_CTL kill-host b; cat /proc/[0-9]*/cmdline | tr '\\0' ' '").out())
                .contains("sleep infinity").doesNotContain("sleep 60");
        assertThat(process.isAlive()).isTrue();
        process.destroy();
        assertThat(bed.end(process).code()).isEqualTo(128 + 15);
    }

    @Test
    void shouldDealCoresToHosts() throws Exception {
        Ended ended = bed.run("--cores 1", "for host in a b; do ssh $host nproc; done; nproc");
        assertThat(ended.out()).as(ended.err()).isEqualTo("1\n1\n1\n");
    }

    @Test
    void shouldGiveHostsTheNamesAskedForAndFoldersOfTheirOwn() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.writeString(own.resolve("file"), "");
        Ended ended = bed.run("--hosts head,node1,node2 --private " + own, """
                $TESTBED_CTL hosts-line node2 '127.0.1.1 node2'
                ls own
                ssh node1 "ls $PWD/own | wc -l; touch $PWD/own/other; getent hosts node2"
                ssh node2 "getent hosts node2 | head -n 1; hostname"
                """);
        assertThat(ended.out().lines().map(line -> line.replaceAll(" +", " ")))
                .as(ended.err()).containsExactly("file", "0", "10.77.0.3 node2", "127.0.1.1 node2", "node2");
        assertThat(own.resolve("other")).doesNotExist();
    }

    @Test
    void shouldActAsSsh() throws Exception {
        Ended ended = bed.run("", """
                export SECRET=1
                echo input | $TESTBED_AGENT -x -o BatchMode=yes -p 22 root@b 'cat; echo "$SECRET|$PWD|$HOME"; exit 7'; echo $?
                ssh b echo two '"words  kept"'
                ssh 10.77.0.2 hostname
                ssh nowhere true; echo $?
                $TESTBED_CTL kill-host b
                ssh b true; echo $?
                """);
        String home = System.getenv("HOME");
        assertThat(ended.out()).isEqualTo("input\n|" + home + "|" + home + "\n7\ntwo words  kept\nb\n255\n255\n");
        assertThat(ended.err()).contains("ssh: Could not resolve hostname nowhere: Name or service not known",
                "ssh: connect to host b port 22: No route to host");
    }

    @Test
    @Needs({Component.OPEN_MPI, Component.MPICH})
    void shouldStartRanksOfBothMpisOnBothHosts() throws Exception {
        Ended openMpi = bed.run("", "mpirun.openmpi $TESTBED_OPENMPI --host $TESTBED_HOSTS hostname");
        assertThat(openMpi.out().lines()).as(openMpi.err()).containsExactlyInAnyOrder("a", "b");
        assertThat(openMpi.code()).isZero();
        Ended mpich = bed.run("", "mpiexec.mpich $TESTBED_MPICH -hosts $TESTBED_HOSTS hostname");
        assertThat(mpich.out().lines()).as(mpich.err()).containsExactlyInAnyOrder("a", "b");
        assertThat(mpich.code()).isZero();
    }

    @Test
    void shouldShapeLinksAndCountWhatGoesOverTheTrunk() throws Exception {
        Ended ended = bed.run("-n 4 --groups 2 --rate 200mbit --trunk 40mbit --bytes", """
                for host in b c; do ssh $host COMMAND listen & done
                COMMAND send b 4000000
                COMMAND send c 2000000
                """.replace("COMMAND send", "until COMMAND send").replaceAll("(?m)(until .*)$", "$1; do sleep 0.1; done")
                .replace("COMMAND", Transfer.command()));
        double[] rates = ended.out().lines().filter(line -> line.matches("\\d+")).mapToDouble(Double::parseDouble).toArray();
        assertThat(rates).as(ended.out() + ended.err()).hasSize(2);
        double least = 0.5 / BusyMachine.seconds(1);
        assertThat(rates[0]).isBetween(least * 200e6, 1.2 * 200e6);
        assertThat(rates[1]).isBetween(least * 40e6, 1.2 * 40e6);
        Matcher counted = Pattern.compile("\\{\"link\":\"trunk1\".*\"there\":(\\d+),\"back\":(\\d+)}").matcher(ended.err());
        assertThat(counted.find()).as(ended.err()).isTrue();
        assertThat(Long.parseLong(counted.group(1))).isBetween(3 * 2_000_000L, (long) (1.05 * BusyMachine.seconds(3) * 2_000_000));
        assertThat(Long.parseLong(counted.group(2))).isBetween(1L, 300_000L);
    }

    @Test
    void shouldBlockAPortOrAHostAndLiftTheBlock() throws Exception {
        Ended ended = bed.run("-n 3 --block a:b:7000", REACH + """
                reach b 7000 0.5
                reach b 7001
                $TESTBED_CTL block a c
                reach c 7000 0.5
                ssh b 'bash -c "exec 3<> /dev/tcp/c/7000"' 2>&1 | grep -om1 refused
                $TESTBED_CTL unblock
                reach b 7000
                reach c 7000
                """);
        assertThat(ended.out().lines()).as(ended.err()).containsExactly("b:7000 silent", "b:7001 refused", "c:7000 silent",
                "refused", "b:7000 refused", "c:7000 refused");
    }

    @Test
    void shouldLetAHostVanishWithoutAWord() throws Exception {
        Process process = bed.start("", REACH + """
                ssh b COMMAND listen &
                agent=$!
                until [ "$(reach b 7700)" = 'b:7700 open' ]; do sleep 0.1; done
                exec 3<> /dev/tcp/b/7700
                echo connected
                until [ -e vanished ]; do sleep 0.05; done
                status=0
                read -r -t 0.5 -u 3 || status=$?
                [ $status -gt 128 ] && echo silence
                kill -0 $agent && echo 'ssh waits'
                reach b 7700 0.5
                """.replace("COMMAND", Transfer.command()));
        bed.await(process, "connected");
        Process control = new TestBed(Files.createDirectory(folder.resolve("control")))
                .program("testbed", "--of " + process.pid() + " kill-host b");
        assertThat(control.waitFor()).isZero();
        Files.writeString(folder.resolve("vanished"), "");
        Ended ended = bed.end(process);
        assertThat(ended.out().lines()).as(ended.err()).endsWith("connected", "silence", "ssh waits", "b:7700 silent");
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() throws Exception {
        assertThat(bed.run("--rate fast", "true")).isEqualTo(new Ended(2, "",
                "testbed: --rate fast: expected a rate such as 100mbit, 1gbit or 500kbit\n"));
        assertThat(bed.run("--block a:z", "true").err()).isEqualTo("testbed: --block a:z: there is no host z among a,b\n");
        assertThat(bed.run("", "$TESTBED_CTL kill-host z").err()).isEqualTo("testbed: there is no host 'z'\n");
    }

    /** What is left is looked for by the namespaces of the hosts: each process is in one, and no process, no namespace. */
    @Test
    void shouldLeaveNothingBehindHoweverItEnds() throws Exception {
        assertThat(endedWithout("exit 7")).isEqualTo(7);
        assertThat(endedWithout("trap 'sleep 0.2; exit 9' INT; echo ready; sleep 60 & wait", "INT")).isEqualTo(9);
        assertThat(endedWithout("trap 'exit 10' TERM; echo ready; sleep 60 & wait", "TERM")).isEqualTo(10);
        assertThat(endedWithout("echo ready; sleep 60", "INT")).isEqualTo(128 + 2);
        assertThat(endedWithout("echo ready; sleep 60", "KILL")).isEqualTo(128 + 9);
        assertThat(endedWithout("trap '' INT; echo ready; sleep 60", "INT", "INT")).isEqualTo(128 + 9);
    }

    private int endedWithout(String script, String... signals) throws IOException, InterruptedException {
        Process process = bed.start("", "readlink /proc/self/ns/net; ssh b readlink /proc/self/ns/net; ssh b sleep 60 & " + script);
        if (signals.length > 0) {
            bed.await(process, "ready");
            assertThat(processesIn(namespaces())).contains("net:");
        }
        for (String signal : signals) {
            new ProcessBuilder("bash", "-c", "kill -" + signal + " " + process.pid()).inheritIO().start().waitFor();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        Ended ended = bed.end(process);
        String[] namespaces = namespaces();
        assertThat(namespaces).hasSize(2).doesNotContain(Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString());
        for (int i = 0; i < 3000 && List.of(signals).contains("KILL") && processesIn(namespaces).contains("net:"); i++) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        assertThat(processesIn(namespaces)).isEmpty();
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain("testbed");
        return ended.code();
    }

    private String[] namespaces() throws IOException {
        return bed.soFar().lines().filter(line -> line.startsWith("net:")).toArray(String[]::new);
    }

    private static String processesIn(String... namespaces) throws IOException, InterruptedException {
        Process search = new ProcessBuilder("bash", "-c", "ls -l /proc/[0-9]*/ns/net 2> /dev/null | grep -F \"$1\"", "bash",
                String.join("\n", namespaces)).start();
        String found = new String(search.getInputStream().readAllBytes());
        search.waitFor();
        return found;
    }
}
