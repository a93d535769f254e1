package hplhetero.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryLimitsTest {
    private static final long MIB = 1L << 20;

    @TempDir
    private Path root;

    @BeforeEach
    void machineWithEightGibAvailable() throws IOException {
        write("proc/meminfo", "MemTotal: 16777216 kB\nMemFree: 1 kB\nMemAvailable:    8388608 kB\n");
    }

    @Test
    void shouldTakeMemAvailableWhereNoGroupLimits() {
        assertThat(new MemoryLimits(root).availableBytes()).hasValue(8192 * MIB);
        assertThat(new MemoryLimits(root).totalBytes()).hasValue(16384 * MIB);
    }

    @Test
    void shouldRespectTheLimitOfAnEnclosingGroupOfVersionTwo() throws IOException {
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        write("sys/fs/cgroup/outer/memory.max", String.valueOf(2048 * MIB));
        write("sys/fs/cgroup/outer/memory.current", String.valueOf(1024 * MIB));
        write("sys/fs/cgroup/outer/memory.stat", "anon 5\ninactive_file " + 512 * MIB + "\n");
        assertThat(new MemoryLimits(root).availableBytes()).hasValue(1536 * MIB);
    }

    @Test
    void shouldRespectTheLimitOfVersionOneSeenAtTheMountOfAContainer() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/abc\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", String.valueOf(1024 * MIB));
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", String.valueOf(24 * MIB));
        assertThat(new MemoryLimits(root).availableBytes()).hasValue(1000 * MIB);
    }

    @Test
    void shouldTakeTheHugeNumberOfVersionOneForNoLimit() throws IOException {
        write("proc/self/cgroup", "4:memory:/\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        assertThat(new MemoryLimits(root).availableBytes()).hasValue(8192 * MIB);
    }

    @Test
    void shouldSayNothingWhereThereIsNoProc() throws IOException {
        Files.delete(root.resolve("proc/meminfo"));
        assertThat(new MemoryLimits(root).availableBytes()).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
