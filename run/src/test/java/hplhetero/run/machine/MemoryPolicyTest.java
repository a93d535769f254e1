package hplhetero.run.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The real call, on a thread of its own, as a policy holds for the thread that asks. */
final class MemoryPolicyTest {
    private static boolean interleave(Integer... nodes) throws ExecutionException, InterruptedException {
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            return thread.submit(() -> MemoryPolicy.interleave(new TreeSet<>(List.of(nodes)))).get();
        }
    }

    @Test
    void shouldPlacePagesOnTheNodesThereAre() throws IOException, ExecutionException, InterruptedException {
        Path nodes = Path.of("/sys/devices/system/node/has_memory");
        assumeThat(nodes).as("a Linux that tells its memory nodes").exists();
        Integer[] there = Cores.range(Files.readString(nodes).strip()).toArray(Integer[]::new);
        assertThat(interleave(there)).isTrue();
    }

    @Test
    void shouldTellThatTheSystemRefuses() throws ExecutionException, InterruptedException {
        assertThat(interleave(1000)).isFalse();
        assertThat(MemoryPolicy.interleave(Collections.emptySortedSet())).isFalse();
    }
}
