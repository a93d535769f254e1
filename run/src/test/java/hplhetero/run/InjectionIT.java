package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.HostName;
import hplhetero.testing.BusyMachine;
import hplhetero.testing.Component;
import hplhetero.testing.DailySlice;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A signal is sent to a rank, or to what started it, in each phase of a run and each way to start one: all ranks end soon, the first line
 * names the rank that was hit, the exit code is that of docs/cluster.md, and nothing is left. A day tries one injection
 * in every second way.
 */
final class InjectionIT {
    private static final int RANKS = 3;
    private static final int TIMEOUT_SECONDS = 60;
    /** A phase may be over before the signal arrives. */
    private static final int ATTEMPTS = 3;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** Number of days that try all ways. */
    private static final int DAYS = 2;

    /** What starts the ranks. */
    private enum Way {
        OPEN_MPI(Starters.OPEN_MPI), MPICH(Starters.MPICH), LLC_BY_OPEN_MPI(Starters.OPEN_MPI), LLC_BY_MPICH(Starters.MPICH),
        MPJ("mpj"), LLC("llc"), LLC_TCP("llc:tcp"), LLC_SHM("llc:shm"), LLC_UCX("llc:ucx");

        private final Optional<Starters> starter;
        private final List<String> words;

        Way(Starters starter) {
            this.starter = Optional.of(starter);
            this.words = name().startsWith("LLC") ? List.of("--transport", "llc:tcp") : List.of();
        }

        /** @param launcher of ours */
        Way(String launcher) {
            this.starter = Optional.empty();
            this.words = List.of("--hosts", "localhost:" + RANKS, "--launcher", launcher);
        }

        boolean isOurs() {
            return starter.isEmpty();
        }

        /** Returns whether this way needs no more than a JDK. */
        boolean needsNothing() {
            return isOurs() && this != MPJ && this != LLC_UCX;
        }

        void require() {
            switch (this) {
                case LLC_BY_OPEN_MPI -> Requirements.require(Component.PMIX);
                case MPJ -> Requirements.require(Component.MPJ_EXPRESS);
                case LLC_UCX -> Requirements.require(Component.UCX);
                default -> {
                }
            }
        }
    }

    /** What is done, and how long all may take to end. */
    private enum Fault {
        KILL(5), STOP(15), TERM(6), KILL_LAUNCHER(6), TERM_LAUNCHER(8), INT_LAUNCHER(8);

        private final int mostSeconds;

        Fault(int mostSeconds) {
            this.mostSeconds = mostSeconds;
        }

        /** Before the ranks have met the shell around a rank lets the others tell for 3 s. */
        int mostSeconds(Phase phase) {
            return phase == Phase.STARTING ? mostSeconds + 3 : mostSeconds;
        }

        boolean isOfLauncher() {
            return name().endsWith("_LAUNCHER");
        }

        String signal() {
            return name().split("_")[0];
        }

        /** A rank that is stopped before the ranks have met is waited for, as one whose host is slow. */
        boolean suits(Phase phase) {
            return switch (this) {
                case KILL -> true;
                case STOP -> phase == Phase.WARMING_UP || phase == Phase.SOLVING;
                default -> phase == Phase.STARTING || phase == Phase.SOLVING;
            };
        }
    }

    /** When the signal is sent: at once, or that long after the rank says so. */
    private enum Phase {
        STARTING("", 0), GREETING("greeting", 0), WARMING_UP("warming up", 300), MEASURING("measuring", 100), GENERATING("generating A", 0),
        SOLVING("generating A", 150), CHECKING("checking", 0);

        private final String words;
        private final int millis;

        Phase(String words, int millis) {
            this.words = words;
            this.millis = millis;
        }

        /** Of the second test, whose warming up finds the first one's done. */
        boolean isOfTheLargeTest() {
            return compareTo(GENERATING) >= 0;
        }
    }

    /** @param victim the rank that is hit, or whose phase the launcher is hit in */
    private record Injection(Way way, Fault fault, Phase phase, int victim) {
        @Override
        public String toString() {
            return way + " " + fault + " " + phase + " rank " + victim;
        }
    }

    @TempDir
    private Path folder;

    private static Stream<Injection> injectionsThatNeedNothing() {
        return injections().filter(injection -> injection.way.needsNothing());
    }

    private static Stream<Injection> otherInjections() {
        return injections().filter(injection -> !injection.way.needsNothing());
    }

    private static Stream<Injection> injections() {
        Random random = new Random(DailySlice.TODAY.day());
        return DailySlice.TODAY.of(List.of(Way.values()), DAYS).stream().flatMap(way -> {
            List<Injection> all = all(way, random);
            // else a way would meet only some of its injections on its days
            assertThat(all.size() % DAYS).isPositive();
            return DailySlice.TODAY.of(all, all.size()).stream();
        });
    }

    /** Turned by the way's number: on one day the ways are hit in different phases. */
    private static List<Injection> all(Way way, Random random) {
        List<Injection> all = Arrays.stream(Fault.values()).flatMap(fault -> Arrays.stream(Phase.values()).filter(fault::suits)
                .map(phase -> new Injection(way, fault, phase, random.nextInt(RANKS)))).collect(Collectors.toList());
        Collections.rotate(all, 2 * way.ordinal());
        return all;
    }

    @AfterEach
    void leaveNothingBehind() {
        new RankProcesses(folder).end();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("injectionsThatNeedNothing")
    void shouldEndAllRanksAndSayWhichOneWasHit(Injection injection) throws Exception {
        endsAllRanksAndSaysWhichOneWasHit(injection);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("otherInjections")
    @Tag(Requirements.TAG)
    void shouldEndAllRanksOfOtherSoftwareToo(Injection injection) throws Exception {
        injection.way.require();
        endsAllRanksAndSaysWhichOneWasHit(injection);
    }

    private void endsAllRanksAndSaysWhichOneWasHit(Injection injection) throws Exception {
        Set<Path> before = sharedMemory();
        Outcome outcome = null;
        for (int attempt = 0; attempt < ATTEMPTS && (outcome == null || outcome.ended().code() == 0); attempt++) {
            outcome = inject(injection, Files.createDirectory(folder.resolve("attempt" + attempt)));
        }
        String all = injection + "\n" + outcome.ended().err() + outcome.ended().out();
        assertThat(outcome.seconds()).as(all).isLessThan(BusyMachine.seconds(injection.fault.mostSeconds(injection.phase)));
        assertThat(outcome.ended().code()).as(all).isNotZero();
        assertThat(all).doesNotContain("\tat ", "SIGSEGV", "SIGBUS", "fatal error");
        Set<Path> left = left(before);
        for (int i = 0; i < 50 && !left.isEmpty(); i++) {
            Thread.sleep(100);
            left = left(before);
        }
        assertThat(left).as(all).isEmpty();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("hs_err"))).isEmpty();
        }
        assertCode(injection, outcome.ended().code(), all);
        assertTold(injection, outcome.ended().err().substring(outcome.saidBefore()), all);
    }

    /** Files of this program; an MPI that is killed may leave its own. */
    private static Set<Path> sharedMemory() throws IOException {
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            return files.filter(file -> file.getFileName().toString().startsWith("hpl-")).collect(Collectors.toSet());
        }
    }

    /** Returns files that were not there before and that no process has; runs of other tests go on meanwhile. */
    private static Set<Path> left(Set<Path> before) throws IOException {
        Set<Path> left = sharedMemory();
        left.removeAll(before);
        ProcessHandle.allProcesses().forEach(process -> left.removeIf(file -> RankProcesses.told(process, "maps").contains(file + "\n")));
        return left;
    }

    /**
     * Asserts an exit code that docs/cluster.md allows; MPIs replace some codes by their own. On a busy machine the ranks may have met when
     * one is hit.
     */
    private static void assertCode(Injection injection, int code, String all) {
        boolean starting = injection.phase == Phase.STARTING;
        if (injection.way.isOurs()) {
            assertThat(code).as(all).isEqualTo(switch (injection.fault) {
                case KILL -> starting && code != 1 ? 137 : 1;
                case STOP -> 1;
                case TERM -> starting && code != 1 ? 143 : 1;
                case KILL_LAUNCHER -> 137;
                case TERM_LAUNCHER -> 143;
                case INT_LAUNCHER -> 130;
            });
        }
    }

    /** Before the ranks have met, nobody but the shell around it knows of a rank's death. */
    private static void assertTold(Injection injection, String err, String all) throws IOException {
        boolean starting = injection.phase == Phase.STARTING;
        String first = err.lines().filter(line -> !isNews(line)).findFirst().orElse("nothing");
        if (injection.fault.isOfLauncher()) {
            if (injection.fault == Fault.KILL_LAUNCHER && injection.way.isOurs() && !starting) {
                assertThat(err).as(all).contains("hpl: the process that started the ranks has ended: so do they");
            }
            return;
        }
        // on a busy machine the signal may come when the small test is over
        String finished = "; tests finished: " + (injection.phase.isOfTheLargeTest() ? "1" : "[01]");
        assertThat(first).as(all).startsWith("hpl: rank " + injection.victim + " on " + HostName.local())
                .containsPattern(switch (injection.fault) {
                    case KILL -> starting ? "ended by signal 9 \\(KILL\\)|ended without a word" : "ended without a word.*" + finished;
                    case STOP -> "was not heard of for \\d+ s.*" + finished;
                    default -> starting ? "ended by signal 15 \\(TERM\\)|was told to end" : "was told to end.*" + finished;
                });
    }

    /** What a run says as long as all is well; some of it may come between the signal and the death. */
    private static boolean isNews(String line) {
        return line.isBlank() || line.matches("hpl: (rank \\d+ on [^ :]+: [A-Za-z0-9 ]+|measuring .*|warming up)");
    }

    /**
     * How a run ended after a signal.
     *
     * @param seconds    from the signal to the end of all
     * @param saidBefore characters on standard error until then
     */
    private record Outcome(Launcher.Ended ended, double seconds, int saidBefore) {
    }

    private static Outcome inject(Injection injection, Path in) throws Exception {
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.put("HPL_PHASES", "1");
        Launcher launcher = new Launcher(in, environment);
        List<String> arguments = new ArrayList<>(List.of("run", "-N", "64,3001", "--nb", "32", "-Q", "3", "--blas", "native", "--workers",
                "1", "--progress", "none"));
        // calibration is before the first test: who dies in the second one has no need of it
        arguments.addAll(injection.phase.isOfTheLargeTest() ? List.of("--map", "cyclic") : List.of("--map", "weighted", "--recalibrate"));
        arguments.addAll(injection.way.words);
        if (injection.way.isOurs()) {
            arguments.addAll(List.of("--ssh", shell(in)));
        }
        // whoever started the tests may have had Ctrl-C ignored, and children inherit that
        List<String> starter = new ArrayList<>(List.of("env", "--default-signal=INT"));
        starter.addAll(injection.way.starter.map(mpi -> mpi.ranks(RANKS)).orElse(List.of()));
        Process process = launcher.startBy(starter, arguments.toArray(String[]::new));
        ProcessHandle rank = found(process, launcher.ranks(), injection.victim);
        await(process, launcher, injection);
        int saidBefore = launcher.errorsSoFar().length();
        long start = System.nanoTime();
        double most = BusyMachine.seconds(TIMEOUT_SECONDS);
        Launcher.signal(injection.fault.signal(), injection.fault.isOfLauncher() ? process.toHandle() : rank);
        while ((process.isAlive() || launcher.ranks().all().findAny().isPresent()) && System.nanoTime() - start < 1e9 * most) {
            Thread.sleep(10);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Outcome(launcher.end(process), seconds, saidBefore);
    }

    private static ProcessHandle found(Process process, RankProcesses ranks, int victim) throws InterruptedException {
        long end = System.nanoTime() + (long) (1e9 * BusyMachine.seconds(TIMEOUT_SECONDS));
        while (System.nanoTime() < end && process.isAlive()) {
            Optional<ProcessHandle> rank = ranks.rank(victim);
            if (rank.isPresent()) {
                return rank.get();
            }
            Thread.sleep(5);
        }
        throw new AssertionError("rank " + victim + " was not started");
    }

    private static void await(Process process, Launcher launcher, Injection injection) throws IOException, InterruptedException {
        Phase phase = injection.phase;
        String line = "hpl: rank " + injection.victim + " on " + HostName.local() + ": " + phase.words;
        int times = phase.isOfTheLargeTest() ? 2 : 1;
        while (process.isAlive() && phase != Phase.STARTING && launcher.errorsSoFar().lines().filter(line::equals).count() < times) {
            Thread.sleep(1);
        }
        Thread.sleep(phase.millis);
    }

    /** Acts as ssh for this machine. */
    private static String shell(Path in) throws IOException {
        Path file = Files.writeString(in.resolve("here"), "#!/bin/sh\nshift\nexec sh -c \"$*\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }
}
