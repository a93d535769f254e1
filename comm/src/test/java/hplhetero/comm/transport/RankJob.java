package hplhetero.comm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.RankLauncher;
import hplhetero.testing.DailySlice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Ranks as processes on this machine, brought together by a launcher of ours. */
public final class RankJob {
    /** Seconds after which a job counts as hung. A quiet machine needs ten; ranks that poll wait for cores that others use. */
    private static final long SECONDS = 300;

    /** How a rank's process ended, and what it wrote to either stream. */
    public record Outcome(int rank, int exitCode, String output) {
    }

    private RankJob() {
    }

    /** Runs {@code main} on so many ranks until all have ended. */
    public static List<Outcome> run(RankLauncher launcher, int ranks, Map<String, String> variables, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        Path folder = Files.createTempDirectory("rank-job");
        try (RankLauncher.Gathering gathering = launcher.open(Collections.nCopies(ranks, "here"), "127.0.0.1")) {
            for (int rank = 0; rank < ranks; rank++) {
                processes.add(start(gathering.environments().get(rank), variables, folder.resolve("rank-" + rank), main, arguments));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            List<Outcome> outcomes = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                boolean ended = processes.get(rank).waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                String output = Files.readString(folder.resolve("rank-" + rank));
                assertThat(ended).as("rank " + rank + " has ended after " + SECONDS + " s; it wrote:\n" + output).isTrue();
                outcomes.add(new Outcome(rank, processes.get(rank).exitValue(), output));
            }
            return outcomes;
        } finally {
            processes.forEach(Process::destroyForcibly);
            for (Process process : processes) {
                process.waitFor();
            }
            for (int rank = 0; rank < processes.size(); rank++) {
                Files.delete(folder.resolve("rank-" + rank));
            }
            Files.delete(folder);
        }
    }

    /** Starts a rank, which tries the same day's cases as this process. */
    private static Process start(Map<String, String> environment, Map<String, String> variables, Path output, Class<?> main,
                                 String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-ea",
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "--enable-native-access=ALL-UNNAMED",
                "-Dhpl.seed=" + DailySlice.TODAY.day(), "-Dhpl.all=" + DailySlice.TODAY.whole(),
                "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        builder.environment().putAll(variables);
        return builder.start();
    }
}
