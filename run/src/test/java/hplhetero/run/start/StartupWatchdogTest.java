package hplhetero.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import hplhetero.comm.CommException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StartupWatchdogTest {
    private final LinkedBlockingQueue<CommException> words = new LinkedBlockingQueue<>();

    private CommException saidWith(Map<String, String> environment) throws InterruptedException {
        try (StartupWatchdog opening = new StartupWatchdog(environment, Duration.ofMillis(50), words::add)) {
            opening.start();
            return words.poll(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldEndAnOpeningThatTakesTooLong() throws InterruptedException {
        assertThat(saidWith(Map.of())).hasMessageContaining("have not all connected").hasMessageContaining("./hpl check --hosts")
                .returns(false, CommException::isToldByRank0);
        assertThat(saidWith(Map.of("HPL_RANK", "0"))).returns(false, CommException::isToldByRank0);
    }

    @Test
    void shouldLeaveWordsToRank0() throws InterruptedException {
        assertThat(saidWith(Map.of("HPL_RANK", "2"))).returns(true, CommException::isToldByRank0);
    }

    @Test
    void shouldSayNothingOfAnOpeningInTime() throws InterruptedException {
        try (StartupWatchdog opening = new StartupWatchdog(Map.of(), Duration.ofSeconds(25), words::add)) {
            opening.start();
        }
        for (Thread watchdog : watchdogs()) {
            assertThat(watchdog.join(Duration.ofSeconds(20))).as("it ends before its time").isTrue();
        }
        assertThat(words).isEmpty();
    }

    private static List<Thread> watchdogs() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("startup watchdog")).toList();
    }
}
