package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.testbed.TestBed;
import hplhetero.run.testbed.TestBed.Ended;
import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hpl check} on hosts, sound ones and others. What else runs on this machine is not looked at. */
@Needs({Component.ROOT, Component.NAMESPACES, Component.NETWORK_TOOLS})
final class CheckIT {
    private static final String HPL = Path.of(System.getProperty("hpl.home"), "hpl").toAbsolutePath().normalize().toString();
    /** A shell that exports COLUMNS hands it on to the agents, whose lines nobody may fold. */
    private static final String ENVIRONMENT = "export COLUMNS=40 HPL_NO_BUILD=1 XDG_CACHE_HOME=" + System.getProperty("hpl.cache")
            + "; " + TestBed.EXPORT_BRIEF;
    private static final String MPIRUN =
            "mpirun.openmpi $TESTBED_OPENMPI -x HPL_NO_BUILD -x HPL_JAVA_OPTS -x XDG_CACHE_HOME ";

    @TempDir
    private Path folder;
    private TestBed bed;

    @BeforeEach
    void inAFolderOfItsOwn() {
        bed = new TestBed(folder);
    }

    private JsonNode json() throws Exception {
        return new JsonMapper().readTree(Files.readString(folder.resolve("check.json")));
    }

    private static String troubles(JsonNode json) {
        return StreamSupport.stream(json.at("/troubles").spliterator(), false).filter(t -> t.at("/severity").asString().equals("TROUBLE"))
                .map(t -> t.at("/where").asString() + ": " + t.at("/what").asString()).filter(line -> !line.contains("other load")
                && !line.contains("this virtual machine"))
                .reduce("", (all, line) -> all + line + "\n");
    }

    @Test
    @Needs(Component.PROCESS_LIST)
    void shouldFindNothingBetweenSoundHosts() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + HPL
                + " check --hosts a:2,b -N 1000 --rates no --json check.json; ps -A -o args | grep -c '[r]un.jar agent'");
        assertThat(ended.out()).as(ended.err()).contains("latency, half a round trip of 8 bytes:",
                "network: 10.77.0.0/24 (eth0, MTU 1500 bytes): a, b")
                .endsWith("\n0\n");
        assertThat(troubles(json())).isEmpty();
        assertThat(json().at("/pairs")).hasSize(1);
        assertThat(json().at("/pairs/0/bytesPerSecond").asDouble()).isPositive();
        assertThat(json().at("/hosts/0/ranks").asInt()).isEqualTo(2);
    }

    @Test
    void shouldNameWhoCannotReachWhomByWhatAndWhy() throws Exception {
        Ended ended = bed.run("-n 3 --block b:c",
                ENVIRONMENT + "$TESTBED_CTL hosts-line b '127.0.1.1 b'; $TESTBED_CTL hosts-line a '127.0.1.1 c'; "
                + HPL + " check --hosts a,b,c,nowhere --rates no --json check.json --junit check.xml");
        assertThat(Files.readString(folder.resolve("check.xml"))).contains("<testcase classname=\"check.hosts\" name=\"nowhere\"",
                "<testcase classname=\"check.cluster\" name=\"b -&gt; c\"", "cannot connect: on b the name c leads to 10.77.0.3");
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(troubles(json()).replaceAll("port \\d+", "port P").replaceAll("[0-9.]+ s", "T s")).isEqualTo("""
                nowhere: cannot be looked at: cannot be reached by ssh (ssh: Could not resolve hostname nowhere: Name or service not known)
                b -> c: cannot connect: on b the name c leads to 10.77.0.3 port P through eth0: no answer within T s
                c -> b: cannot connect: on c the name b leads to 10.77.0.2 port P through eth0: no answer within T s
                a -> c: on a the name c leads to 127.0.1.1 port P through lo: connection refused; 10.77.0.3 works
                b: its own name b leads to 127.0.1.1 there: programs that look up their own name tell other hosts this wrong address
                """);
        assertThat(ended.out()).contains("remedy: is there a firewall on c or between the two hosts?",
                "in /etc/hosts there, remove b from the line of 127.0.1.1, and add a line '10.77.0.2 b'");
    }

    @Test
    void shouldKnowAHostWithoutAJdkFromOneThatCannotBeReached() throws Exception {
        Path jdks = Path.of(System.getProperty("java.home")).getParent();
        Ended ended = bed.run("-n 2 --private " + jdks, ENVIRONMENT + HPL + " check --hosts a,b --rates no --json check.json --packages .");
        assertThat(troubles(json())).as(ended.out() + ended.err())
                .startsWith("b: cannot be looked at: no JDK 25 or newer found (looked at ");
        assertThat(ended.out()).contains("remedy: install a JDK 25 or newer there, ").doesNotContain("ssh b true");
    }

    @Test
    @Needs(Component.OPEN_MPI)
    void shouldMeasureBetweenHostsByTheirMpi() throws Exception {
        Ended ended = bed.run("-n 2", ENVIRONMENT + MPIRUN + "--host a:2,b:1 " + HPL + " check --rates no --json check.json");
        assertThat(ended.out()).as(ended.err()).contains("latency, half a round trip of 8 bytes:");
        assertThat(json().at("/pairs")).hasSize(1);
        assertThat(json().at("/pairs/0/by").asString()).isEqualTo("ranks 0 and 2");
        assertThat(json().at("/hosts/0/ranks").asInt()).isEqualTo(2);
        assertThat(json().at("/hosts/1/name").asString()).isEqualTo("b");
    }

    @Test
    @Needs(Component.OPEN_MPI)
    void shouldNotWaitForRanksThatCannotFindTogether() throws Exception {
        Ended ended = bed.run("-n 3 --block b:c", ENVIRONMENT + MPIRUN + "--host a,b,c " + HPL + " check --rates no --stall-timeout 1");
        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("hpl: the ranks have not all connected within 1 s (--stall-timeout)", "./hpl check --hosts");
    }
}
