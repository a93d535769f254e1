package hplhetero.blas.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheLockTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration BRIEF = Duration.ofMillis(10);

    @TempDir
    private Path folder;
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private CacheLock take(Duration longest) {
        return CacheLock.take(folder, "work", longest, () -> heard.add("waiting"));
    }

    private boolean isFree() {
        try (CacheLock lock = take(BRIEF)) {
            return !lock.waited();
        }
    }

    @Test
    void shouldLetOneThreadAtATimeWork() throws Exception {
        CompletableFuture<Boolean> other;
        try (CacheLock mine = take(LONG)) {
            assertThat(mine.waited()).isFalse();
            other = CompletableFuture.supplyAsync(() -> {
                try (CacheLock its = take(LONG)) {
                    return its.waited();
                }
            });
            assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo("waiting");
            assertThat(other).isNotDone();
        }
        assertThat(other.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(isFree()).isTrue();
        assertThat(heard).isEmpty();
    }

    @Test
    void shouldGoOnBesideOneThatTakesTooLong() {
        try (CacheLock slow = take(LONG)) {
            assertThat(slow.waited()).isFalse();
            try (CacheLock impatient = take(BRIEF)) {
                assertThat(impatient.waited()).isTrue();
            }
            assertThat(isFree()).as("who has no lock gives none away").isFalse();
        }
        assertThat(isFree()).isTrue();
    }

    @Test
    void shouldEndTheTurnOfAProcessThatIsKilled() throws Exception {
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), Holder.class.getName(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("taken");
            assertThat(isFree()).isFalse();
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(isFree()).isTrue();
    }

    /** A process that takes the lock and keeps it. */
    static final class Holder {
        public static void main(String[] args) throws InterruptedException {
            try (CacheLock lock = CacheLock.take(Path.of(args[0]), "work", LONG, () -> { })) {
                System.out.println(lock.waited() ? "waited" : "taken");
                Thread.sleep(LONG);
            }
        }
    }

    @Test
    void shouldWaitForNobodyWhereThereCanBeNoFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        try (CacheLock lock = CacheLock.take(file, "work", LONG, () -> heard.add("waiting"))) {
            assertThat(lock.waited()).isFalse();
        }
    }

    @Test
    void shouldFollowNoLink() throws IOException {
        assertThat(isFree()).isTrue();
        Path victim = folder.resolve("victim");
        Path lock;
        try (var files = Files.list(folder)) {
            lock = files.findFirst().orElseThrow();
        }
        Files.delete(lock);
        Files.createSymbolicLink(lock, victim);
        assertThat(isFree()).isTrue();
        assertThat(victim).doesNotExist();
    }
}
