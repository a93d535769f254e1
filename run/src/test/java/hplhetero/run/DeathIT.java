package hplhetero.run;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.transport.HostName;
import hplhetero.testing.Component;
import hplhetero.testing.Requirements;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A rank is killed in each phase of a run: no other rank's JVM crashes, all end soon, and the first line says who died. Each phase meets
 * one way to start the ranks, each way at least two phases; with {@code -Dhpl.deaths=n} each phase meets each way, n times. Then MPICH may
 * fail once in some ten solves: UCX ends a rank that reads the memory of one that has died (docs/decisions/0015).
 */
@Tag(Requirements.TAG)
final class DeathIT {
    private static final int RANKS = 3;
    private static final int MOST_SECONDS = 5;
    private static final int TIMEOUT_SECONDS = 60;
    /** A phase may be over before the signal arrives. */
    private static final int ATTEMPTS = 3;
    private static final RankProcesses RANKS_OF_RUN = new RankProcesses("-N 64,3001");

    /** What starts the ranks. */
    private enum Way { OPEN_MPI, MPICH, MPJ, LLC }

    /** When the rank is killed: at once, or that long after it says so. */
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

    @TempDir
    private Path folder;

    private static Stream<Arguments> deaths() {
        int times = Integer.getInteger("hpl.deaths", 0);
        return IntStream.range(0, Math.max(1, times)).boxed().flatMap(time -> Arrays.stream(Way.values())
                .flatMap(way -> Arrays.stream(Phase.values())
                .filter(phase -> times > 0 || phase.ordinal() % Way.values().length == way.ordinal()
                        || way == Way.LLC && phase == Phase.SOLVING)
                .map(phase -> Arguments.of(way, phase, (phase.ordinal() + 2 * way.ordinal() + time) % RANKS))));
    }

    @AfterEach
    void leaveNothingBehind() {
        RANKS_OF_RUN.end();
    }

    @ParameterizedTest(name = "{0} {1} rank {2}")
    @MethodSource("deaths")
    void shouldEndAllRanksAndSayWhichOneDied(Way way, Phase phase, int victim) throws Exception {
        Death death = null;
        for (int attempt = 0; attempt < ATTEMPTS && (death == null || death.ended().code() == 0); attempt++) {
            death = kill(way, phase, victim, Files.createDirectory(folder.resolve("attempt" + attempt)));
        }
        String all = death.ended().err() + death.ended().out();
        assertThat(death.seconds()).as(all).isLessThan(MOST_SECONDS);
        assertThat(death.ended().code()).as(all).isNotZero();
        assertThat(all).doesNotContain("\tat ", "SIGSEGV", "SIGBUS", "fatal error");
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("hs_err"))).isEmpty();
        }
        assertTold(way, phase, victim, death.ended().err().substring(death.saidBefore()));
    }

    /** Before the ranks have met, nobody but the shell around it knows of a death. */
    private static void assertTold(Way way, Phase phase, int victim, String err) throws IOException {
        String who = "hpl: rank " + victim + " on " + HostName.local();
        assertThat(err.lines().filter(line -> !isNews(line)).findFirst().orElse("nothing")).as(way + " " + phase + "\n" + err)
                .startsWith(who)
                .containsPattern(phase == Phase.STARTING ? "ended by signal 9 \\(KILL\\)|ended without a word"
                        : "ended without a word.*; tests finished: " + (phase.isOfTheLargeTest() ? "1" : "0"));
    }

    /** What a run says as long as all is well; some of it may come between the signal and the death. */
    private static boolean isNews(String line) {
        return line.isBlank() || line.matches("hpl: (rank \\d+ on [^ :]+: [A-Za-z0-9 ]+|measuring .*|warming up)");
    }

    /**
     * @param seconds    from the signal to the end of all
     * @param saidBefore characters on standard error until then
     */
    private record Death(Launcher.Ended ended, double seconds, int saidBefore) {
    }

    private Death kill(Way way, Phase phase, int victim, Path in) throws Exception {
        Map<String, String> environment = new HashMap<>(Launcher.BRIEF);
        environment.put("HPL_PHASES", "1");
        Launcher launcher = new Launcher(in, environment);
        List<String> arguments = new ArrayList<>(List.of("run", "-N", "64,3001", "--nb", "32", "-Q", "3", "--blas", "native", "--workers",
                "1", "--progress", "none"));
        // calibration is before the first test: who dies in the second one has no need of it
        arguments.addAll(phase.isOfTheLargeTest() ? List.of("--map", "cyclic") : List.of("--map", "weighted", "--recalibrate"));
        if (way == Way.MPJ) {
            Requirements.require(Component.MPJ_EXPRESS);
        }
        boolean ours = way == Way.MPJ || way == Way.LLC;
        if (ours) {
            arguments.addAll(List.of("--hosts", "localhost:" + RANKS, "--launcher", way.name().toLowerCase(Locale.ROOT), "--ssh",
                    shell(in)));
        }
        Process process = launcher.startBy(ours ? List.of() : Starters.valueOf(way.name()).ranks(RANKS),
                arguments.toArray(String[]::new));
        ProcessHandle rank = found(process, victim);
        await(process, launcher, phase, victim);
        int saidBefore = launcher.errorsSoFar().length();
        long start = System.nanoTime();
        rank.destroyForcibly();
        while ((process.isAlive() || RANKS_OF_RUN.all().findAny().isPresent()) && System.nanoTime() - start < 1e9 * TIMEOUT_SECONDS) {
            Thread.sleep(10);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Death(launcher.end(process), seconds, saidBefore);
    }

    private static ProcessHandle found(Process process, int victim) throws InterruptedException {
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS); System.nanoTime() < end && process.isAlive(); Thread
                .sleep(5)) {
            Optional<ProcessHandle> rank = RANKS_OF_RUN.rank(victim);
            if (rank.isPresent()) {
                return rank.get();
            }
        }
        throw new AssertionError("rank " + victim + " was not started");
    }

    private static void await(Process process, Launcher launcher, Phase phase, int victim) throws IOException, InterruptedException {
        String line = "hpl: rank " + victim + " on " + HostName.local() + ": " + phase.words;
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
