package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Sweep;
import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.GroupRun;
import hplhetero.results.burnin.GroupSolve;
import hplhetero.results.burnin.HostRuns;
import hplhetero.run.check.agent.HostShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A burn-in of several hosts, whose programs shell scripts play. */
@Timeout(600)
final class HostsBurnInTest {
    private static final Patience PATIENCE = new Patience(30, 300, 4, 30, 0.1);
    /** Patience with processes that do not end when they are told to. */
    private static final Patience KILLING = new Patience(30, 300, 4, 0.1, 0.1);
    private static final GroupRun LINK = new GroupRun(List.of("a", "c"), 1e9, 10, "");

    private static final GroupSolve GROUP = new GroupSolve(List.of("a", "b"), 1000, 2, 3, "");

    @TempDir
    private Path folder;
    /** Hosts whose links were measured, once for each time. */
    private final List<List<String>> measured = new ArrayList<>();

    /** What began, in words. */
    private final List<String> begins = new ArrayList<>();
    /** Hosts that solved HPL together, once for each time. */
    private final List<List<String>> grouped = new ArrayList<>();
    /** Counted down with each result of a host. */
    private final CountDownLatch twoResults = new CountDownLatch(2);
    private final HostNews news = new HostNews() {
        @Override
        public void finished(String host, Sweep sweep) {
            twoResults.countDown();
        }

        @Override
        public void lost(String host, String why) {
            // nobody listens
        }
    };

    @BeforeEach
    void writeResults() throws IOException {
        Files.writeString(folder.resolve("good"), Sweeps.line(Sweeps.of(CheckStatus.PASSED, 0.5, "")));
    }

    private HostLoop loop(String host, String script) {
        return loop(host, script, PATIENCE);
    }

    private HostLoop loop(String host, String script, Patience patience) {
        HostShell shell = (name, arguments) -> new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
        HostAccess access = new HostAccess(shell, name -> true, (name, text) -> { });
        return new HostLoop(host, List.of(), access, patience, news);
    }

    private Links links(List<String> hosts) {
        measured.add(hosts);
        return new Links(List.of(LINK), Map.of("c", "cannot be reached"));
    }

    private GroupSolver.Solved groups(List<HostRuns> hosts) {
        grouped.add(hosts.stream().map(HostRuns::host).toList());
        return new GroupSolver.Solved(List.of(GROUP), Map.of("b", "it does not answer any more"));
    }

    @Test
    void shouldHaveTheHostsThatAreLeftSolveTogether() {
        BurnIn result = new HostsBurnIn(List.of(loop("a", "cat good; read end"), loop("b", "cat good; read end"),
                loop("c", "cat good; read end")), 1, this::links, this::groups).run(begins::add);
        assertThat(grouped).containsExactly(List.of("a", "b"));
        assertThat(result.solves()).containsExactly(GROUP);
        assertThat(result.hosts()).extracting(HostRuns::end).containsExactly("", "after HPL: it does not answer any more",
                "after HPL: cannot be reached");
        assertThat(begins).containsExactly("measuring messages", "HPL over groups of hosts");
    }

    @Test
    void shouldMeasureLinksBetweenTheHostsThatAreLeft() {
        BurnIn result = new HostsBurnIn(List.of(loop("a", "cat good; read end"), loop("b", "kill -KILL $$"),
                loop("c", "cat good; read end")), 1, this::links, this::groups).run(begins::add);
        assertThat(measured).containsExactly(List.of("a", "c"));
        assertThat(result.groups()).containsExactly(LINK);
        assertThat(result.hosts()).extracting(HostRuns::host).containsExactly("a", "b", "c");
        assertThat(result.hosts()).extracting(HostRuns::end).containsExactly("", "HPL was ended by signal 9, though the host answers",
                "after HPL: cannot be reached");
        assertThat(result.hosts()).extracting(host -> host.runs().size()).containsExactly(1, 0, 1);
        assertThat(result.seconds()).isBetween(1.0, 30.0);
    }

    @Test
    void shouldMeasureNoLinkOfOneHost() {
        BurnIn result = new HostsBurnIn(List.of(loop("a", "cat good; read end"), loop("b", "exit 1")), 1, this::links, this::groups)
                .run(begins::add);
        assertThat(measured).isEmpty();
        assertThat(grouped).isEmpty();
        assertThat(result.groups()).isEmpty();
    }

    @Test
    void shouldEndWithWhatItHasWhenItIsStoppedWhileHplRuns() throws Exception {
        HostsBurnIn burnIn = new HostsBurnIn(List.of(loop("a", "cat good; sleep 60", KILLING), loop("b", "cat good; sleep 60", KILLING)),
                100, this::links, this::groups);
        stopAt(twoResults, burnIn);
        BurnIn result = burnIn.run(begins::add);
        assertThat(result.seconds()).isLessThan(60);
        assertThat(result.hosts()).allMatch(host -> host.end().isEmpty() && host.runs().size() == 1);
        assertThat(measured).isEmpty();
        assertThat(burnIn.isStopped()).isTrue();
    }

    @Test
    void shouldEndWithTheHostsWhenItIsStoppedWhileLinksAreMeasured() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        HostsBurnIn burnIn = new HostsBurnIn(List.of(loop("a", "cat good; read end"), loop("b", "cat good; read end")), 0.5, hosts -> {
            begun.countDown();
            try {
                TimeUnit.SECONDS.sleep(60);
                return Links.NONE;
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }, this::groups);
        stopAt(begun, burnIn);
        BurnIn result = burnIn.run(begins::add);
        assertThat(result.groups()).isEmpty();
        assertThat(result.hosts()).allMatch(host -> host.runs().size() == 1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static void stopAt(CountDownLatch event, HostsBurnIn burnIn) {
        Thread.ofVirtual().start(() -> {
            try {
                event.await();
                burnIn.stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
