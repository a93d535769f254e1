package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks are processes that are killed, stopped and told to end. */
@Timeout(300)
@Needs(Component.NETWORK)
final class FailureDetectorProcessIT {
    /** Seconds after which a rank counts as one that does not end. */
    private static final long END_SECONDS = 60;
    /** What a rank that rests is at, or before it could say so. */
    private static final List<String> ACTIVITIES = List.of("resting", "starting");
    private static final String NO_WORD =
            " ended without a word (killed, out of memory, or its host went down); its last known activity: ";

    @TempDir
    private Path folder;
    private final List<Cluster> clusters = new ArrayList<>();

    /** The ranks of one run. */
    private static final class Cluster {
        private final Path folder;
        private final List<Process> ranks = new ArrayList<>();

        /** @param silence arguments for all ranks: none, or how long a rank may be silent, in ms */
        Cluster(Path folder, List<String> silence, String... manners) throws IOException {
            this.folder = Files.createDirectory(folder);
            for (int rank = 0; rank < manners.length; rank++) {
                List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                        FailureDetectorChild.class.getName(), folder.toString(), "" + rank, "" + manners.length, manners[rank]));
                command.addAll(silence);
                ranks.add(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output(rank).toFile()).start());
            }
        }

        private Path output(int rank) {
            return folder.resolve("output" + rank);
        }

        /** What a rank printed after it was ready. */
        String said(int rank) throws IOException {
            return Files.readString(output(rank)).replaceFirst("ready\n", "").strip();
        }

        Cluster ready() throws Exception {
            for (int rank = 0; rank < ranks.size(); rank++) {
                while (!Files.readString(output(rank)).contains("ready\n")) {
                    assertThat(ranks.get(rank).isAlive()).as("rank " + rank + ": " + Files.readString(output(rank))).isTrue();
                    Thread.sleep(5);
                }
            }
            return this;
        }

        long pid(int rank) {
            return ranks.get(rank).pid();
        }

        void signal(String signal, int... chosen) throws Exception {
            shell("kill -" + signal + IntStream.of(chosen).mapToObj(rank -> " " + pid(rank)).collect(Collectors.joining()));
        }

        void go() throws IOException {
            Files.createFile(folder.resolve("go"));
        }

        int exitCode(int rank) throws Exception {
            assertThat(ranks.get(rank).waitFor(END_SECONDS, TimeUnit.SECONDS)).as("rank " + rank + " ended").isTrue();
            return ranks.get(rank).exitValue();
        }

        boolean areAlive() {
            return ranks.stream().allMatch(Process::isAlive);
        }

        void end() throws Exception {
            for (Process rank : ranks) {
                rank.destroyForcibly().waitFor();
            }
        }
    }

    private static void shell(String command) throws Exception {
        new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
    }

    private Cluster start(String... manners) throws IOException {
        return start(List.of(), manners);
    }

    private Cluster start(List<String> silence, String... manners) throws IOException {
        Cluster cluster = new Cluster(folder.resolve("run" + clusters.size()), silence, manners);
        clusters.add(cluster);
        return cluster;
    }

    @AfterEach
    void endAll() throws Exception {
        for (Cluster cluster : clusters) {
            cluster.end();
        }
    }

    private static List<String> died(String who) {
        return ACTIVITIES.stream().map(activity -> who + NO_WORD + activity).toList();
    }

    @Test
    void shouldEndWhenARankIsKilled() throws Exception {
        Cluster cluster = start("polls", "deaf", "polls").ready();
        cluster.signal("KILL", 2);
        assertThat(cluster.exitCode(0)).isEqualTo(1);
        assertThat(cluster.exitCode(1)).isEqualTo(1);
        assertThat(cluster.said(0)).isIn(died("threw: rank 2 on host2"));
        assertThat(cluster.said(1)).isIn(died("last words, told by rank 0: rank 2 on host2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"polls", "deaf"})
    void shouldSayWhyEvenWhenTheLauncherEndsTheOthersAtOnce(String manner) throws Exception {
        Cluster cluster = start(manner, "polls").ready();
        // as a launcher does, which learns of a death when the process is gone
        cluster.ranks.get(1).destroyForcibly().waitFor();
        cluster.ranks.get(0).destroy();
        cluster.exitCode(0);
        List<String> said = new ArrayList<>(died("last words: rank 1 on host1"));
        if (manner.equals("polls")) {
            // its own thread has 0.2 s to say so, which are too short on a busy machine
            said.addAll(died("threw: rank 1 on host1"));
        }
        assertThat(cluster.said(0)).isIn(said);
    }

    @Test
    void shouldEndWhenRank0IsKilled() throws Exception {
        Cluster cluster = start("polls", "polls", "deaf", "polls", "polls").ready();
        cluster.signal("KILL", 0);
        for (int rank = 1; rank < 5; rank++) {
            assertThat(cluster.exitCode(rank)).isEqualTo(1);
        }
        assertThat(cluster.said(1)).isIn(died("threw: rank 0 on host0"));
        assertThat(cluster.said(2)).isIn(died("last words: rank 0 on host0"));
        assertThat(cluster.said(4)).as("three are enough to say so").startsWith("threw, told by rank 0: ");
    }

    @Test
    void shouldEndWhenARankThrowsOrIsToldToEnd() throws Exception {
        Cluster thrower = start("deaf", "throws");
        Cluster told = start("polls", "polls", "deaf");
        thrower.ready().go();
        assertThat(thrower.exitCode(0)).isEqualTo(1);
        assertThat(thrower.exitCode(1)).isEqualTo(1);
        assertThat(thrower.said(0)).isEqualTo("last words: rank 1 on host1 ended the run: no memory for A");
        assertThat(thrower.said(1)).isEqualTo("threw, told by rank 0: rank 1 on host1 ended the run: no memory for A");
        told.ready().signal("TERM", 2);
        assertThat(told.exitCode(0)).isEqualTo(1);
        assertThat(told.said(0)).startsWith("threw: rank 2 on host2 was told to end: ");
        assertThat(told.exitCode(1)).isEqualTo(1);
    }

    /**
     * Ranks may be silent for 1.2 s here, and send a heartbeat each 0.3 s; on a machine so busy that a rank's thread rests for as long,
     * the test takes longer times. When all are stopped for longer than a silence may last, as on a suspended machine, nobody is to blame.
     */
    @Test
    void shouldNoticeARankThatVanishesButForgiveAPause() throws Exception {
        int silenceMillis = 1_200;
        while (silenceMillis < 10_000 && !isPauseForgiven(silenceMillis)) {
            silenceMillis *= 2;
        }
        Cluster of3 = clusters.get(clusters.size() - 3);
        Cluster of2 = clusters.get(clusters.size() - 2);
        Cluster suspended = clusters.getLast();
        assertThat(of3.areAlive()).as("a pause of a rank").isTrue();
        assertThat(of2.areAlive()).as("a pause of rank 0").isTrue();
        of3.signal("STOP", 1);
        of2.signal("STOP", 0);
        assertThat(of2.exitCode(1)).isEqualTo(1);
        assertThat(of3.exitCode(0)).isEqualTo(1);
        assertThat(of3.exitCode(2)).isEqualTo(1);
        String silence = seconds(silenceMillis);
        assertThat(of3.said(0)).startsWith("threw: rank 1 on host1 was not heard of for " + silence);
        assertThat(of3.said(2)).startsWith("last words, told by rank 0: rank 1 on host1 was not heard of for " + silence);
        assertThat(of2.said(1)).startsWith("threw: rank 0 on host0 was not heard of for " + seconds(silenceMillis * 5 / 4));
        // by now the suspended ranks have been stopped for longer than a silence may last
        suspended.signal("CONT", 0, 1);
        suspended.go();
        assertThat(suspended.exitCode(0)).as(suspended.said(0)).isZero();
        assertThat(suspended.exitCode(1)).as(suspended.said(1)).isZero();
    }

    /** Starts three clusters, of which the last one is stopped, and returns whether the two others live on after a pause of one rank. */
    private boolean isPauseForgiven(int silenceMillis) throws Exception {
        List<String> silence = List.of(Integer.toString(silenceMillis));
        Cluster of3 = start(silence, "polls", "polls", "deaf");
        Cluster of2 = start(silence, "polls", "polls");
        Cluster suspended = start(silence, "ends", "ends");
        of3.ready();
        of2.ready();
        suspended.ready().signal("STOP", 0, 1);
        // one shell, so that the start of another process does not lengthen the pause
        shell("kill -STOP %1$d %2$d; sleep %3$s; kill -CONT %1$d %2$d; sleep %4$s".formatted(of3.pid(1), of2.pid(0),
                0.375e-3 * silenceMillis, 0.17e-3 * silenceMillis));
        return of3.areAlive() && of2.areAlive();
    }

    private static String seconds(int millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + " s";
    }
}
