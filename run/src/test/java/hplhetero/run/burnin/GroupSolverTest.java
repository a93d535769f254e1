package hplhetero.run.burnin;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.hpl.result.CheckStatus;
import hplhetero.results.burnin.GroupSolve;
import hplhetero.results.burnin.HostHealth;
import hplhetero.results.burnin.HostRun;
import hplhetero.results.burnin.HostRuns;
import hplhetero.run.check.agent.HostShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Groups of hosts that solve HPL together, whose processes shell scripts play. */
@Timeout(600)
final class GroupSolverTest {
    private static final String GOOD = "cat good; read end";

    @TempDir
    private Path folder;
    /** The arguments that each group was started with, by its name. */
    private final Map<String, List<String>> started = new ConcurrentHashMap<>();
    /** Hosts that do not answer. */
    private final Set<String> gone = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void writeResults() throws IOException {
        Files.writeString(folder.resolve("good"), Sweeps.line(Sweeps.of(CheckStatus.PASSED, 0.5, "")));
        Files.writeString(folder.resolve("slow"), Sweeps.line(Sweeps.of(CheckStatus.PASSED, 5, "")));
    }

    private static HostRuns host(String name, int n, double gflops) {
        return new HostRuns(name, "kind of " + n, List.of(new HostRun(Instant.EPOCH, n, 1, gflops, true, 0, HostHealth.UNKNOWN)), "");
    }

    private GroupSolver solver(Function<String, String> script) {
        HostShell shell = (name, arguments) -> {
            started.put(name, arguments);
            return new ProcessBuilder("sh", "-c", script.apply(name)).directory(folder.toFile()).start();
        };
        Predicate<String> answers = host -> !gone.contains(host);
        return new GroupSolver(shell, answers, group -> List.of("--workers", "3"), 1);
    }

    private static GroupSolver.Solved run(GroupSolver solver, List<HostRuns> hosts, List<List<List<String>>> rounds) {
        return solver.run(hosts, left -> new GroupRounds(rounds.stream().map(round -> round.stream().filter(group -> left.stream()
                .map(HostRuns::host).toList().containsAll(group)).toList()).toList()));
    }

    private static List<HostRuns> hosts(String... names) {
        return Stream.of(names).map(name -> host(name, 1000, 1)).toList();
    }

    @Test
    void shouldStartOneRankOnEachHostOfAGroup() {
        GroupSolver.Solved solved = run(solver(name -> GOOD), hosts("a", "b", "c", "d", "e", "::1"), List.of(List.of(
                List.of("a", "b", "c", "d"), List.of("e", "::1"))));
        assertThat(solved.lost()).isEmpty();
        assertThat(solved.groups()).hasSize(2).allMatch(group -> group.problem().isEmpty() && group.runs() == 1 && group.n() == 100
                && group.gflops() > 0);
        assertThat(started.get("a-b-c-d")).containsSequence("--hosts", "a:1,b:1,c:1,d:1").containsSequence("-P", "2", "-Q", "2")
                .endsWith("--workers", "3");
        assertThat(started.get("e-::1")).containsSequence("--hosts", "e:1,[::1]:1").containsSequence("-P", "1", "-Q", "2");
    }

    @Test
    void shouldGoOnWithoutAHostThatIsLost() {
        GroupSolver.Solved solved = run(solver(name -> {
            boolean dies = name.endsWith("c");
            if (dies) {
                gone.add("c");
            }
            return dies ? "echo 'hpl: rank 1 on c is gone' >&2; exit 1" : GOOD;
        }), hosts("a", "b", "c", "d"), List.of(List.of(List.of("a", "b"), List.of("d", "c")), List.of(List.of("b", "c"),
                List.of("a", "d"))));
        assertThat(solved.lost()).containsOnlyKeys("c");
        assertThat(solved.groups()).extracting(GroupSolve::hosts).containsExactly(List.of("a", "b"), List.of("d", "c"), List.of("a", "d"));
        assertThat(solved.groups()).extracting(GroupSolve::problem).containsExactly("",
                "HPL ended with exit code 1 (rank 1 on c is gone), and not all of its hosts answer any more", "");
    }

    @Test
    void shouldTellOfAGroupThatFailsThoughItsHostsAnswer() {
        GroupSolver.Solved solved = run(solver(name -> "kill -KILL $$"), hosts("a", "b"), List.of(List.of(List.of("a", "b"))));
        assertThat(solved.lost()).isEmpty();
        assertThat(solved.groups()).containsExactly(new GroupSolve(List.of("a", "b"), 0, 0, Double.NaN,
                "HPL was ended by signal 9, though its hosts answer"));
    }

    /** Solves four pairs, of which one is slow the first time and another one each time. */
    @Test
    void shouldRunSlowGroupsOnceMore() {
        Map<String, Integer> starts = new ConcurrentHashMap<>();
        GroupSolver.Solved solved = run(solver(name -> {
            int start = starts.merge(name, 1, Integer::sum);
            return name.equals("c-d") || name.equals("a-b") && start == 1 ? "cat slow; read end" : GOOD;
        }), hosts("a", "b", "c", "d", "e", "f", "g", "h"), List.of(List.of(List.of("a", "b"), List.of("c", "d"), List.of("e", "f"),
                List.of("g", "h"))));
        assertThat(starts).containsOnly(Map.entry("a-b", 2), Map.entry("c-d", 2), Map.entry("e-f", 1), Map.entry("g-h", 1));
        assertThat(solved.groups()).extracting(GroupSolve::hosts).containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e", "f"),
                List.of("g", "h"));
        double good = solved.groups().getLast().gflops();
        assertThat(solved.groups()).extracting(GroupSolve::gflops).containsExactly(good, good / 10, good, good);
    }

    @Test
    void shouldLeaveOutHostsThatCannotTakePart() {
        gone.add("a");
        HostRuns wrong = new HostRuns("d", "", List.of(new HostRun(Instant.EPOCH, 1000, 0, 0, false, 1, HostHealth.UNKNOWN)), "");
        GroupSolver.Solved solved = run(solver(name -> GOOD), Stream.concat(hosts("a", "b", "c").stream(), Stream.of(wrong)).toList(),
                List.of(List.of(List.of("a", "b")), List.of(List.of("c", "d")), List.of(List.of("b", "c"))));
        assertThat(solved.groups()).extracting(GroupSolve::hosts).containsExactly(List.of("b", "c"));
        assertThat(solved.lost()).isEmpty();
    }

    @Test
    void shouldEndWithTheGroupsSoFarWhenItIsInterrupted() {
        Thread self = Thread.currentThread();
        GroupSolver.Solved solved = run(solver(name -> {
            if (name.equals("b-c")) {
                self.interrupt();
            }
            return GOOD;
        }), hosts("a", "b", "c"), List.of(List.of(List.of("a", "b")), List.of(List.of("b", "c"))));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(solved.groups()).extracting(GroupSolve::hosts).containsExactly(List.of("a", "b"));
        assertThat(solved.lost()).isEmpty();
    }

    @Test
    void shouldChooseAMatrixThatSuitsTheSlowestKindAndItsMemory() {
        Map<String, HostRuns> hosts = Map.of("a", host("a", 1_000_000, 1000), "b", host("b", 1_000_000, 1100), "c", host("c", 3000, 900));
        assertThat(GroupSolver.order(List.of("a", "b"), hosts, 5)).isEqualTo((int) Math.cbrt(1.5e9 * 2 * 1100 * 5));
        assertThat(GroupSolver.order(List.of("a", "c"), hosts, 5)).isEqualTo((int) (3000 * Math.sqrt(2)));
    }
}
