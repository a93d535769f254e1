package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.run.Launcher.Ended;
import hplhetero.testing.Daily;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs that are killed or told to end at any time, and resumed: they give the bits of a run through. */
final class ResumeIT {
    /** A test without a warm-up, for N < 500 needs none, and with 84 panel steps: some ten states are written on the way. */
    private static final int N = 499;
    private static final String ORDERS = "64," + N;
    private static final String NB = "6";
    /** Number of kills of each way to connect ranks; the property allows a long series. */
    private static final int KILLS = Integer.getInteger("hpl.kills", 2);

    @TempDir
    private Path folder;
    private Launcher launcher;

    /** The ways to connect the ranks of a run, with the number of their processes, and the grid of ranks. */
    enum Way {
        LOCAL(1, "local", "-P", "2", "-Q", "2"), MPI(2, "mpi", "-P", "2"), LLC(3, "llc:tcp", "-Q", "3");

        private final int processes;
        private final List<String> grid;
        private final List<String> words;

        Way(int processes, String transport, String... grid) {
            this.processes = processes;
            this.grid = List.of(grid);
            this.words = Stream.concat(Stream.of(grid), Stream.of("--transport", transport)).toList();
        }

        List<String> starter() {
            return processes == 1 ? List.of("env", "--default-signal=INT") : Starters.OPEN_MPI.ranks(processes);
        }
    }

    @BeforeEach
    void inAFolderOfItsOwn() {
        launcher = new Launcher(folder, Launcher.BRIEF);
    }

    @AfterEach
    void leaveNothingBehind() {
        launcher.ranks().end();
    }

    private static List<String> run(String json) {
        return List.of("run", "-N", ORDERS, "--nb", NB, "--blas", "vector", "--map", "cyclic", "--workers", "1", "--json", json,
                "--progress", "none");
    }

    /** Returns words of a run that this JVM can resume: it binds no thread to a core. */
    private List<String> kept(String json, String states, String... more) {
        List<String> words = new ArrayList<>(run(json));
        words.addAll(List.of("--bind", "none", "--checkpoint", states + ":0s"));
        words.addAll(List.of(more));
        return words;
    }

    private Process startKept(Way way, String... more) throws IOException {
        List<String> words = kept("r.json", "kept", more);
        words.addAll(way.words);
        return launcher.startBy(way.starter(), words.toArray(String[]::new));
    }

    private String states() {
        return folder.resolve("kept").toString();
    }

    private String json() {
        return folder.resolve("r.json").toString();
    }

    /** Starts a run within this JVM, its ranks being threads. */
    private Ended keepHere(String... more) throws IOException {
        List<String> words = new ArrayList<>(run(json()));
        words.addAll(Way.LOCAL.words);
        words.addAll(List.of("--checkpoint", states() + ":0s"));
        words.addAll(List.of(more));
        return launcher.here(words.toArray(String[]::new));
    }

    /** Goes on with a run within this JVM, its ranks being threads. */
    private Ended resumeHere() throws IOException {
        return launcher.here("resume", states(), "--transport", "local", "--json", json());
    }

    /** Returns the residuals of a run through, with ranks that are threads: every way to connect ranks gives the same bits. */
    private List<JsonNode> through(Way way) throws IOException {
        List<String> words = new ArrayList<>(run(json()));
        words.addAll(way.grid);
        Ended ended = launcher.here(words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.err()).isZero();
        return residuals();
    }

    /** Returns the option by which ranks sleep, so that a signal comes before the run's end: sleeping takes no time of a core. */
    private static String[] slowed(int ranks) {
        return new String[] {"--emulate-slowdown", String.join(",", Collections.nCopies(ranks, "20"))};
    }

    private JsonNode tests() throws IOException {
        return new JsonMapper().readTree(Files.readString(folder.resolve("r.json"))).get("results");
    }

    /** Returns the residual of each test, with the checksum of x. */
    private List<JsonNode> residuals() throws IOException {
        List<JsonNode> residuals = new ArrayList<>();
        tests().forEach(test -> residuals.add(test.get("residual")));
        assertThat(residuals).hasSize(2);
        return residuals;
    }

    private void awaitStates(Process process, int states) throws Exception {
        launcher.await(process, () -> written() >= states);
    }

    private long written() throws IOException {
        return launcher.errorsSoFar().lines().filter(line -> line.startsWith("hpl: the state of N=" + N + " is written")).count();
    }

    private void kill(int rank, Random random) throws InterruptedException {
        Thread.sleep(random.nextInt(150));
        launcher.ranks().rank(rank).or(() -> launcher.ranks().all().findFirst()).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void shouldGiveTheBitsOfARunThroughAfterAnyKillOfThreads() throws Exception {
        givesTheBitsOfARunThroughAfterAnyKill(Way.LOCAL);
    }

    @ParameterizedTest
    @Daily(2)
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LOCAL")
    @Tag(Requirements.TAG)
    void shouldGiveTheBitsOfARunThroughAfterAnyKillOfAProcess(Way way) throws Exception {
        givesTheBitsOfARunThroughAfterAnyKill(way);
    }

    private void givesTheBitsOfARunThroughAfterAnyKill(Way way) throws Exception {
        List<JsonNode> through = through(way);
        long seed = DailySlice.TODAY.day();
        Random random = new Random(seed);
        int kills = 0;
        while (kills < KILLS) {
            Process process = startKept(way);
            Ended ended = null;
            // killed while the run goes on, and then once more while it is resumed
            for (int part = 0; part < 2; part++) {
                awaitStates(process, random.nextInt(4));
                kill(random.nextInt(way.processes), random);
                ended = launcher.end(process);
                if (ended.code() == 0) {
                    break;
                }
                kills++;
                process = launcher.startBy(way.starter(), "resume", "kept");
            }
            ended = ended.code() == 0 ? ended : launcher.end(process);
            assertThat(ended.code()).as("seed %d, kill %d: %s", seed, kills, ended.err()).isZero();
            assertThat(residuals()).as("seed %d, kill %d", seed, kills).isEqualTo(through);
            assertThat(Files.list(folder.resolve("kept"))).as("what is left in the folder").isEmpty();
        }
    }

    @Test
    void shouldWriteTheStateAtCtrlCAndGoOnWithFinishedTests() throws Exception {
        List<JsonNode> through = through(Way.LOCAL);
        Process process = startKept(Way.LOCAL, slowed(4));
        awaitStates(process, 1);
        Launcher.signal("INT", process.toHandle());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("hpl: told to end: writing the state to kept first", "hpl: ended as told, with 1 of 2 test(s) "
                + "finished and a state of the next: go on with `./hpl resume kept`").doesNotContain("\tat ");
        Ended refused = keepHere();
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("hpl: --checkpoint " + states() + ": holds a run that is not finished: go on with './hpl resume "
                + states() + "'");
        Ended resumed = launcher.here("resume", states(), "--json", folder.resolve("other.json").toString());
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains("2 tests completed and passed").containsPattern("#   note: resumed once, last with \\d+ of " + N
                + " columns factored after .* s: the time adds up the parts that led to the result, so it is no result for the TOP500");
        assertThat(resumed.err().lines().toList().getLast()).contains("PASSED 2 of 2");
        Files.move(folder.resolve("other.json"), folder.resolve("r.json"), StandardCopyOption.REPLACE_EXISTING);
        assertThat(residuals()).isEqualTo(through);
        assertThat(tests().get(0).get("resumed").isNull()).isTrue();
        assertThat(tests().get(1).get("resumed").get("times").asInt()).isEqualTo(1);
    }

    @Test
    void shouldSayWhatIsWrongWithAFolder() throws Exception {
        Ended none = resumeHere();
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("hpl: resume " + states() + ": has no state of a run on this host (" + states()
                + "/command): name the folder that was given to --checkpoint");
        Process process = startKept(Way.LOCAL, slowed(4));
        awaitStates(process, 1);
        Launcher.signal("TERM", process.toHandle());
        assertThat(launcher.end(process).code()).isEqualTo(1);
        Path run = folder.resolve("kept/run");
        List<String> lines = Files.readAllLines(run);
        List<String> other = new ArrayList<>(lines);
        other.set(1, "0badf00d");
        Files.write(run, other);
        assertThat(resumeHere().err()).contains(" (build 0badf00d), this is ", ": resume with that build, or run anew");
        other = new ArrayList<>(lines);
        other.set(5, lines.get(5).substring(1) + "A");
        Files.write(run, other);
        Ended damaged = resumeHere();
        assertThat(damaged.code()).isEqualTo(2);
        assertThat(damaged.err()).contains("hpl: resume " + states() + ": the state of the run cannot be read", "the checksum is wrong");
        Files.write(run, lines);
        Files.delete(folder.resolve("kept/2/rank-1.u"));
        // a rank without its files ends the whole process
        Ended missing = launcher.run("resume", "kept");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("rank 1", "kept/2/rank-1.u", ": bring the files of all ranks there, or begin anew")
                .doesNotContain("\tat ");
    }

    @Test
    @Tag(Requirements.TAG)
    void shouldEndAtASignalThatTheLauncherPassesOn() throws Exception {
        List<String> words = kept("r.json", "kept", slowed(2));
        words.addAll(List.of("-Q", "2", "--signal", "USR1"));
        Process process = launcher.startBy(Starters.MPICH.ranks(2), words.toArray(String[]::new));
        awaitStates(process, 1);
        Launcher.signal("USR1", process.toHandle());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).as(ended.err()).isNotZero();
        assertThat(ended.err()).contains("hpl: ended as told, with 1 of 2 test(s) finished and a state of the next");
        Ended resumed = resumeHere();
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(tests().get(1).get("resumed").get("times").asInt()).isEqualTo(1);
        assertThat(folder.resolve("kept")).isEmptyDirectory();
    }

    /** A wrong number ends the test, but not what was right before. */
    @Test
    void shouldGoOnFromTheStateBeforeAnError() throws Exception {
        Ended ended = keepHere("--verify-steps", "all", "--emulate-bitflip", "3:30:update:60");
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.out()).contains("wrong numbers on rank 3 of ", "1 tests completed and passed", "1 tests completed and failed");
        assertThat(ended.err()).contains("hpl: ended, with 1 of 2 test(s) finished and a state of the next: go on with");
        Ended resumed = resumeHere();
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains("2 tests completed and passed", "#   note: resumed once, last with ");
    }

    private List<String> hosts(String list) throws IOException {
        Path shell = Files.writeString(folder.resolve("here"), "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
        Files.setPosixFilePermissions(shell, PosixFilePermissions.fromString("rwxr-xr-x"));
        return List.of("--hosts", list, "--launcher", "llc:tcp", "--ssh", shell.toString(), "--address", "127.0.0.1");
    }

    private Process startOnHosts(String list, String... more) throws IOException {
        List<String> words = kept(json(), states(), slowed(2));
        words.addAll(List.of("-Q", "2"));
        words.addAll(hosts(list));
        words.addAll(List.of(more));
        return launcher.startBy(List.of("env", "--default-signal=INT"), words.toArray(String[]::new));
    }

    /** The ranks hear of Ctrl-C by the program that has started them, and not by the terminal, which their remote shell shares. */
    @Test
    @Daily(2)
    void shouldKeepTheStateWhereTheProgramHasStartedItsRanks() throws Exception {
        Process process = startOnHosts("localhost:2");
        awaitStates(process, 1);
        Launcher.signal("INT", process.toHandle());
        Ended ended = launcher.end(process);
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("hpl: ended as told, with 1 of 2 test(s) finished and a state of the next");
        List<String> resume = new ArrayList<>(List.of("resume", states()));
        resume.addAll(hosts("localhost:2"));
        Ended resumed = launcher.run(resume.toArray(String[]::new));
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(tests().get(1).get("resumed").get("times").asInt()).isEqualTo(1);
    }

    @Test
    @Daily(2)
    void shouldGoOnByItselfOnASpareHost() throws Exception {
        Process process = startOnHosts("a,b", "--spares", "c,d");
        awaitStates(process, 1);
        launcher.ranks().rank(1).orElseThrow().destroyForcibly();
        Ended ended = launcher.end(process);
        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("hpl: b is lost: going on with c in its place", "hpl: starting 2 rank(s) on a:1,c:1 by ");
        assertThat(tests().get(1).get("resumed").get("times").asInt()).isEqualTo(1);
        assertThat(folder.resolve("kept")).isEmptyDirectory();
    }

    /** Three threads, and then two processes. */
    @Test
    @Tag(Requirements.TAG)
    void shouldGoOnWithARankLessByANewPlan() throws Exception {
        List<String> two = Starters.OPEN_MPI.ranks(2);
        List<String> words = kept("r.json", "kept", "-Q", "3");
        Process process = launcher.start(words.toArray(String[]::new));
        awaitStates(process, 1);
        process.destroyForcibly();
        assertThat(launcher.end(process).code()).isNotZero();
        Ended resumed = launcher.runBy(two, "resume", "kept");
        assertThat(resumed.code()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains("2 tests completed and passed", "plan for N=" + N + " NB=" + NB + " P=");
        assertThat(tests().get(1).get("resumed").get("times").asInt()).isEqualTo(1);
        assertThat(tests().get(1).get("ranks").size()).isLessThanOrEqualTo(2);
    }
}
