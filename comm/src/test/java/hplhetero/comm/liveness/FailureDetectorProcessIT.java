package hplhetero.comm.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.testing.Component;
import hplhetero.testing.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks are processes that are killed, stopped and told to end. */
@Timeout(60)
@Needs(Component.NETWORK)
final class FailureDetectorProcessIT {
    private static final long END_MILLIS = 5_000;
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
        private long since;

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

        void signal(String signal, int rank) throws Exception {
            since = System.nanoTime();
            new ProcessBuilder("sh", "-c", "kill -" + signal + " " + ranks.get(rank).pid()).start().waitFor();
        }

        void go() throws IOException {
            since = System.nanoTime();
            Files.createFile(folder.resolve("go"));
        }

        /** Waits for the end of a rank, which must come soon. */
        int exitCode(int rank) throws Exception {
            long left = END_MILLIS - (System.nanoTime() - since) / 1_000_000;
            assertThat(ranks.get(rank).waitFor(left, TimeUnit.MILLISECONDS)).as("rank " + rank + " ended within 5 s").isTrue();
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
        cluster.signal("KILL", 1);
        cluster.signal("TERM", 0);
        cluster.exitCode(0);
        assertThat(cluster.said(0)).isIn(died((manner.equals("deaf") ? "last words" : "threw") + ": rank 1 on host1"));
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
     * Ranks may be silent for 1.2 s here, and send a heartbeat each 0.3 s. When all are stopped for longer than a silence may last, as on a
     * suspended machine, nobody is to blame.
     */
    @Test
    void shouldNoticeARankThatVanishesButForgiveAPause() throws Exception {
        List<String> silence = List.of("1200");
        Cluster of3 = start(silence, "polls", "polls", "deaf");
        Cluster of2 = start(silence, "polls", "polls");
        Cluster suspended = start(silence, "ends", "ends");
        of3.ready().signal("STOP", 1);
        of2.ready().signal("STOP", 0);
        suspended.ready().signal("STOP", 0);
        suspended.signal("STOP", 1);
        Thread.sleep(450);
        of3.signal("CONT", 1);
        of2.signal("CONT", 0);
        Thread.sleep(200);
        assertThat(of3.areAlive()).as("a pause of a rank").isTrue();
        assertThat(of2.areAlive()).as("a pause of rank 0").isTrue();
        of3.signal("STOP", 1);
        of2.signal("STOP", 0);
        assertThat(of2.exitCode(1)).isEqualTo(1);
        assertThat(of3.exitCode(0)).isEqualTo(1);
        assertThat(of3.exitCode(2)).isEqualTo(1);
        assertThat(of3.said(0)).startsWith("threw: rank 1 on host1 was not heard of for 1.2 s");
        assertThat(of3.said(2)).startsWith("last words, told by rank 0: rank 1 on host1 was not heard of for 1.2 s");
        assertThat(of2.said(1)).startsWith("threw: rank 0 on host0 was not heard of for 1.5 s");
        // by now the suspended ranks have been stopped for longer than a silence may last
        suspended.signal("CONT", 1);
        suspended.signal("CONT", 0);
        suspended.go();
        assertThat(suspended.exitCode(0)).as(suspended.said(0)).isZero();
        assertThat(suspended.exitCode(1)).as(suspended.said(1)).isZero();
    }
}
