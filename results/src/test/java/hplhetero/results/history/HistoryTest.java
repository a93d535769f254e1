package hplhetero.results.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostPower;
import hplhetero.results.RunDescription;
import hplhetero.results.Samples;
import hplhetero.results.Sweep;
import hplhetero.testing.Slow;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
final class HistoryTest {
    private static final String HOSTILE = "PASSED \"\\\033[31m\n{\"schema\":1}\u0000\u202e, \ud800 =1+1";

    @TempDir
    private Path root;
    private Path folder;
    private History history;

    @BeforeEach
    void open() {
        folder = root.resolve("a").resolve("hpl-hetero");
        history = new History(folder);
    }

    private static List<KeptTest> tests(String run, CaseResult... results) {
        return KeptTest.of(run, Samples.sweep(Samples.parameters(16), List.of(results)), Samples.START);
    }

    @Test
    void shouldHaveNothingWhereNothingWasKept() throws Exception {
        assertThat(history.read().tests()).isEmpty();
        assertThat(history.entries()).isEmpty();
        assertThat(folder).doesNotExist();
    }

    @Test
    void shouldGiveBackWhatWasKept() throws Exception {
        CaseResult measured = Samples.passed(200, 16, 1, 4, 125.3, 1e-3).withPower(List.of(new HostPower("a", 7.5, "RAPL", 1, 1, 0),
                new HostPower("b", 2.5, "RAPL", 1, 1, 0)));
        List<KeptTest> kept = tests("one", measured, Samples.failed(), Samples.unchecked(), Samples.skipped("too large"),
                Samples.checking());
        history.append(kept.subList(0, 2));
        history.append(kept.subList(2, 5));
        assertThat(history.read()).isEqualTo(new History.Kept(kept, 0));
        assertThat(history.entries()).extracting(HistoryEntry::status).containsExactly(CheckStatus.PASSED, CheckStatus.FAILED,
                CheckStatus.UNCHECKED, CheckStatus.SKIPPED, CheckStatus.CHECKING);
        assertThat(history.read().tests().getFirst().rates().gflops()).as("2/3 N^3 / 4 operations in 0.1, 0.2, 0.3, 0.4 ms")
                .containsExactly(Map.entry("node0", 13.33), Map.entry("node1", 6.667), Map.entry("node2", 4.444),
                        Map.entry("node3", 3.333));
        HistoryEntry first = history.entries().getFirst();
        assertThat(first.joules()).isEqualTo(10);
        assertThat(first.rpeakShare()).isEqualTo(measured.gflops() / 250.6);
        assertThat(first.machine()).isEqualTo("node1");
        assertThat(history.entries().get(1).joules()).isNaN();
    }

    @Test
    void shouldTellWhereARunRan() throws Exception {
        RunDescription run = Samples.run();
        RunDescription two = new RunDescription("0.2.0", List.of(Samples.host("a", List.of(0)), Samples.host("b", List.of(1)),
                Samples.host("c", List.of(2))), "MPI", "planned", run.peak(), List.of("OPENBLAS_CORETYPE=Haswell"), List.of(), List.of(
                Slowdown.NONE, new Slowdown(2.5), Slowdown.parse("1@50%:3")), 0);
        KeptTest kept = KeptTest.of("", Samples.sweep(two, Samples.parameters(16), List.of(Samples.failed())), Samples.START).getFirst();
        assertThat(kept.entry().machine()).isEqualTo("a + 2");
        assertThat(kept.environment().hosts()).containsExactly("a", "b", "c");
        assertThat(kept.environment().facts()).containsEntry(Environment.CPU, "AMD EPYC 9B45").containsEntry(Environment.RANKS, "3")
                .containsEntry(Environment.SLOWDOWN, "1.000, 2.500, 1@50%:3")
                .containsEntry(Environment.CLEARED, "OPENBLAS_CORETYPE=Haswell")
                .doesNotContainKey(Environment.NOTES);
        assertThat(kept.environment().isEmulated()).isTrue();
        history.append(List.of(kept));
        assertThat(history.read().tests()).hasSize(1);
        assertThat(history.entries()).as("no rate of a real machine").isEmpty();
    }

    @Test
    void shouldLetTheLaterLineOfATestCount() throws Exception {
        List<KeptTest> first = tests("one", Samples.checking(), Samples.failed());
        history.append(first);
        history.append(tests("two", Samples.failed()));
        KeptTest checked = tests("one", Samples.passed(200, 16, 1, 4, 6.0816, 1e-3)).getFirst();
        history.append(List.of(checked));
        assertThat(history.read().tests()).hasSize(3).startsWith(checked, first.get(1));
    }

    @Test
    void shouldLetNobodyElseLookIntoIt() throws Exception {
        history.append(tests("one", Samples.failed()));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder))).isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(history.file()))).isEqualTo("rw-------");
    }

    @Test
    void shouldPassOverWhatItCannotRead() throws Exception {
        List<KeptTest> kept = tests("one", Samples.failed(), Samples.unchecked());
        history.append(kept);
        String line = HistoryLines.line(kept.getFirst());
        Files.writeString(history.file(), String.join("\n", "no JSON", "[1,2]", "\"text\"", "", line.replace("\"schema\":1",
                "\"schema\":2"), line.replace("\"n\":30,", ""), line.replace("\"n\":30", "\"n\":\"30\""), line.replace("failed", "won"),
                line.replace("2026-11-20T", "yesterday "), line.replaceAll("\"environment\".*", "\"environment\":7}"),
                line.substring(0, line.length() / 2)), StandardOpenOption.APPEND);
        assertThat(history.read()).isEqualTo(new History.Kept(kept, 9 + 1));
    }

    /** A run that is killed while it writes leaves half a line. */
    @Test
    void shouldNotLoseTheTestAfterAnUnfinishedLine() throws Exception {
        List<KeptTest> kept = tests("one", Samples.failed(), Samples.unchecked(), Samples.checking());
        history.append(kept.subList(0, 2));
        byte[] whole = Files.readAllBytes(history.file());
        for (int cut : new int[] {1, 2, 100}) {
            Files.write(history.file(), Arrays.copyOf(whole, whole.length - cut));
            history.append(kept.subList(2, 3));
            assertThat(history.read().tests()).startsWith(kept.getFirst()).endsWith(kept.getLast()).hasSize(cut == 1 ? 3 : 2);
        }
    }

    @Test
    void shouldKeepNamesThatMeanIll() throws Exception {
        RunDescription run = Samples.run();
        RunDescription.Host host = new RunDescription.Host(HOSTILE, HOSTILE, HOSTILE, HOSTILE, 2, 8L << 30, HOSTILE,
                new RunDescription.Provider(HOSTILE, HOSTILE, 1, HOSTILE), List.of(0), 1, HOSTILE);
        Sweep sweep = Samples.sweep(new RunDescription(HOSTILE, List.of(host), HOSTILE, HOSTILE, run.peak(), List.of(HOSTILE),
                List.of(HOSTILE), List.of(), 0), Samples.parameters(16), List.of(Samples.failed()));
        history.append(KeptTest.of("one", sweep, Samples.START));
        history.append(tests("two", Samples.failed()));
        assertThat(Files.readAllLines(history.file())).hasSize(2);
        assertThat(history.read().unreadable()).isZero();
        // half a pair of characters has no form in UTF-8
        assertThat(history.entries().getFirst().machine()).isEqualTo(HOSTILE.replace('\ud800', '?'));
    }

    @Test
    void shouldReadTenThousandTestsWithinASecond() throws Exception {
        KeptTest one = tests("one", Samples.failed()).getFirst();
        history.append(IntStream.range(0, History.LIMIT).mapToObj(i -> new KeptTest("run " + i / 10, i % 10, one.entry(),
                one.environment())).toList());
        // of this thread alone, whatever else the machine does
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        history.read();
        long begin = clock.getCurrentThreadCpuTime();
        assertThat(history.read().tests()).hasSize(History.LIMIT);
        assertThat(Duration.ofNanos(clock.getCurrentThreadCpuTime() - begin)).isLessThan(Duration.ofSeconds(1));
    }

    /** Returns the number of lines in all files of the history. */
    private long lines() throws IOException {
        long lines = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jsonl*")) {
            for (Path file : files) {
                lines += Files.readAllLines(file).size();
            }
        }
        return lines;
    }

    @Test
    void shouldForgetTheOldestOfTooMany() throws Exception {
        KeptTest one = tests("one", Samples.failed()).getFirst();
        for (int batch = 0; batch < 10; batch++) {
            int first = batch * History.LIMIT / 2;
            history.append(IntStream.range(first, first + History.LIMIT / 2)
                    .mapToObj(i -> new KeptTest("run", i, one.entry(), one.environment())).toList());
            // lines and not tests, for reading all of them after each batch would take most of the time of this test
            int last = first + History.LIMIT / 2 - 1;
            assertThat(Files.readAllLines(history.file()).getLast())
                    .isEqualTo(HistoryLines.line(new KeptTest("run", last, one.entry(), one.environment())));
            assertThat(lines()).isBetween(Math.min(last + 1L, History.LIMIT), 4L * History.LIMIT);
        }
        List<KeptTest> kept = history.read().tests();
        assertThat(kept.getFirst().test()).isEqualTo(2 * History.LIMIT);
        assertThat(kept.getLast().test()).isEqualTo(5 * History.LIMIT - 1);
    }

    @Test
    void shouldKeepWhatSeveralProcessesAppendAtOnceAlsoWhenOneIsKilled() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(appender("run " + i, 200));
        }
        // not so many that tests of the others could be forgotten, however late the process is killed
        Process killed = appender("killed", History.LIMIT - 1_000);
        for (boolean alive = true; history.read().tests().stream().noneMatch(test -> test.run().equals("killed"));) {
            assertThat(alive).isTrue();
            alive = killed.isAlive();
        }
        killed.destroyForcibly().waitFor();
        for (Process process : processes) {
            assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }
        history.append(tests("after", Samples.failed()));
        List<KeptTest> kept = history.read().tests();
        for (int i = 0; i < 3; i++) {
            String run = "run " + i;
            assertThat(kept).filteredOn(test -> test.run().equals(run)).extracting(KeptTest::test).containsExactlyElementsOf(
                    IntStream.range(0, 200).boxed().toList());
        }
        assertThat(kept.getLast().run()).isEqualTo("after");
        assertThat(history.read().unreadable()).isLessThanOrEqualTo(1);
    }

    private Process appender(String run, int tests) throws IOException {
        return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"), HistoryAppender.class.getName(), folder.toString(), run, Integer.toString(tests))
                .inheritIO().start();
    }

    @Test
    void shouldKeepWhatSeveralThreadsAppendAtOnce() throws Exception {
        List<Thread> threads = new ArrayList<>();
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 4; i++) {
            String run = "run " + i;
            threads.add(Thread.ofPlatform().uncaughtExceptionHandler((thread, problem) -> thrown.add(problem)).start(() -> {
                try {
                    HistoryAppender.main(new String[] {folder.toString(), run, "50"});
                } catch (Exception problem) {
                    throw new IllegalStateException(problem);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
        assertThat(history.read().tests()).hasSize(200);
    }

    @Test
    void shouldSayWhereItCannotWrite() {
        assertThatThrownBy(() -> new History(Path.of("/dev/null/hpl-hetero")).append(tests("one", Samples.failed())))
                .isInstanceOf(IOException.class).hasMessageContaining("/dev/null");
    }
}
