package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.Sweep;
import hplhetero.results.burnin.HostRuns;
import hplhetero.run.check.agent.HostShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One host of a burn-in, whose program a shell script plays. */
@Timeout(600)
final class HostLoopTest {
    private static final double LONG = 30;
    /** Seconds until a process is killed that does not end when it is told to, or is blamed for its end. */
    private static final double SHORT = 0.1;
    private static final Patience PATIENT = new Patience(LONG, LONG, 4, LONG, SHORT);

    @TempDir
    private Path folder;
    private final List<String> told = new ArrayList<>();
    /** What is done when a result has come. */
    private Runnable atResult = () -> { };
    private final HostNews news = new HostNews() {
        @Override
        public void finished(String host, Sweep sweep) {
            told.add(host + " " + sweep.tests().getLast().result().status());
            atResult.run();
        }

        @Override
        public void lost(String host, String why) {
            told.add(host + " lost");
        }
    };

    @BeforeEach
    void writeResults() throws IOException {
        Files.writeString(folder.resolve("good"), Sweeps.line(Sweeps.of(CheckStatus.PASSED, 0.5, "")));
        Files.writeString(folder.resolve("skipped"), Sweeps.line(Sweeps.of(CheckStatus.SKIPPED, 0, "no memory")));
    }

    private HostLoop loop(String script, boolean answers, Patience patience) {
        return new HostLoop("a", List.of(), access(shell(script), answers), patience, news);
    }

    private HostShell shell(String script) {
        return (host, arguments) -> new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
    }

    private HostAccess access(HostShell shell, boolean answers) {
        return new HostAccess(shell, host -> answers, (host, script) -> told.add(host + " $ " + script));
    }

    private static HostRuns run(HostLoop loop, double seconds) throws InterruptedException {
        return loop.run(System.nanoTime() + (long) (1e9 * seconds));
    }

    /** Runs a script whose time begins with its second result, and is over so many seconds later. */
    private HostRuns runBeyondTwoResults(String script, boolean answers, Patience patience, double seconds) throws InterruptedException {
        AtomicLong second = new AtomicLong();
        atResult = () -> second.set(told.size() == 2 ? System.nanoTime() : 0);
        LongSupplier clock = () -> second.get() == 0 ? 0 : System.nanoTime() - second.get();
        return new HostLoop("a", List.of(), access(shell(script), answers), patience, news, HostLoop.Subject.HOST, clock)
                .run((long) (1e9 * seconds));
    }

    @Test
    void shouldCollectResultsUntilTheTimeIsOver() throws Exception {
        HostRuns runs = runBeyondTwoResults("echo welcome; cat good good; read end; echo ended > ended", true, PATIENT, 0.5);
        assertThat(runs.end()).isEmpty();
        assertThat(runs.runs()).hasSize(2).allMatch(run -> run.passed() && run.seconds() == 0.5 && run.n() == 100 && run.faults() == 0);
        assertThat(runs.kind()).isEqualTo("Some CPU, 8 cores, 64 GiB, native");
        assertThat(told).containsExactly("a PASSED", "a PASSED");
        assertThat(folder.resolve("ended")).exists();
    }

    @Test
    void shouldWaitForTheFirstResultBeyondTheTime() throws Exception {
        HostRuns runs = run(loop("sleep 0.5; cat good; read end", true, PATIENT), 0.1);
        assertThat(runs.end()).isEmpty();
        assertThat(runs.runs()).hasSize(1);
    }

    @Test
    void shouldTellOfAProgramThatIsKilled() throws Exception {
        HostRuns runs = run(loop("cat good; kill -KILL $$", true, PATIENT), LONG);
        assertThat(runs.end()).isEqualTo("HPL was ended by signal 9, though the host answers");
        assertThat(runs.runs()).hasSize(1);
        assertThat(told).containsExactly("a PASSED", "a lost");
    }

    @Test
    void shouldTellOfAConnectionThatBreaks() throws Exception {
        HostRuns runs = run(loop("cat good; echo Connection reset by peer >&2; exit 255", false, PATIENT), LONG);
        assertThat(runs.end()).isEqualTo("the connection ended (Connection reset by peer), and the host does not answer any more");
    }

    @Test
    void shouldTellOfAProgramThatCannotWork() throws Exception {
        assertThat(run(loop("echo 'hpl: no kernels' >&2; exit 2", true, PATIENT), LONG).end())
                .isEqualTo("HPL ended with exit code 2 (no kernels), though the host answers");
        assertThat(run(loop("cat skipped; read end", true, PATIENT), LONG).end()).isEqualTo("HPL cannot run: no memory");
    }

    @Test
    void shouldGiveUpAHostThatFallsSilent() throws Exception {
        Patience brief = new Patience(LONG, 0.5, 2, SHORT, SHORT);
        // on a busy machine the second may be late
        assertThat(run(loop("cat good good good; sleep 60", true, brief), LONG).end())
                .matches("no further result after [123] for [0-9]+ s, though the host answers");
        assertThat(run(loop("exec sleep 60", false, new Patience(0.5, 0.5, 2, SHORT, SHORT)), LONG).end())
                .matches("no result at all for [0-9]+ s, and the host does not answer any more");
    }

    @Test
    void shouldKillAProcessThatHangsOnItsHost() throws Exception {
        Process other = new ProcessBuilder("sleep", "300").start();
        Process hanging = new ProcessBuilder("sleep", "300").start();
        try {
            long started = started(hanging);
            HostRuns runs = run(loop("echo hpl-burnin-process " + hanging.pid() + " " + started + "; cat good; exec sleep 60", true,
                    new Patience(LONG, 0.2, 0.1, SHORT, SHORT)), LONG);
            assertThat(runs.end()).endsWith("though the host answers");
            assertThat(told).hasSize(3).contains("a lost");
            String script = told.stream().filter(one -> one.startsWith("a $ ")).findFirst().orElseThrow().substring(4);
            ProcessMark later = new ProcessMark(other.pid(), started(other) - 1);
            assertThat(new ProcessBuilder("sh", "-c", later.killing()).start().waitFor()).isNotZero();
            assertThat(new ProcessBuilder("sh", "-c", script).start().waitFor()).isZero();
            assertThat(hanging.waitFor()).as("killed by signal 9").isEqualTo(128 + 9);
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
            hanging.destroyForcibly();
        }
    }

    /** Returns when a process began, in ticks of the kernel since the machine started. */
    private static long started(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
    }

    @Test
    void shouldTellWhichProcessItIs() {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ProcessMark.tell(new PrintStream(said, true, StandardCharsets.UTF_8));
        assertThat(ProcessMark.read("welcome " + said.toString(StandardCharsets.UTF_8))).get().extracting(ProcessMark::pid)
                .isEqualTo(ProcessHandle.current().pid());
        assertThat(ProcessMark.read("hpl-burnin {}")).isEmpty();
    }

    @Test
    void shouldAskAHostThatIsSilentWhenTheTimeIsOver() throws Exception {
        assertThat(runBeyondTwoResults("cat good good; exec sleep 60", false, new Patience(LONG, 6, 4, SHORT, SHORT), 0.8).end())
                .matches("no further result after 2 for [0-9]+ s, and the host does not answer any more");
    }

    @Test
    void shouldTellOfAHostThatCannotBeReached() throws Exception {
        HostShell none = (host, arguments) -> {
            throw new IOException("cannot be reached by ssh (No route to host)");
        };
        HostRuns runs = run(new HostLoop("a", List.of(), access(none, false), PATIENT, news), LONG);
        assertThat(runs).isEqualTo(new HostRuns("a", "", List.of(), "cannot be reached by ssh (No route to host)"));
    }

    @Test
    void shouldEndWithWhatItHasWhenItIsStopped() throws Exception {
        HostLoop loop = loop("cat good; sleep 60", true, new Patience(LONG, LONG, 4, SHORT, SHORT));
        atResult = loop::stop;
        HostRuns runs = run(loop, LONG);
        assertThat(runs.end()).isEmpty();
        assertThat(runs.runs()).hasSize(1);
    }

    /** Hears of the end of the process first, in all likelihood. */
    @Test
    void shouldNotBlameAHostWhoseProcessHearsCtrlCFirst() throws Exception {
        BlockingQueue<Process> started = new LinkedBlockingQueue<>();
        HostShell shell = (host, arguments) -> {
            Process process = shell("cat good; exit 130").start(host, arguments);
            started.add(process);
            return process;
        };
        HostLoop loop = new HostLoop("a", List.of(), access(shell, true), new Patience(LONG, LONG, 4, LONG, LONG), news);
        Thread.ofVirtual().start(() -> {
            try {
                started.take().waitFor();
                TimeUnit.MILLISECONDS.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            loop.stop();
        });
        assertThat(run(loop, LONG).end()).isEmpty();
    }

    @Test
    void shouldTellOfAResultThatIsNotUnderstood() throws Exception {
        assertThat(run(loop("echo 'hpl-burnin {}'; read end", true, PATIENT), LONG).end()).startsWith("a: ");
    }
}
