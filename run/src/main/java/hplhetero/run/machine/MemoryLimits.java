package hplhetero.run.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * How much memory this process may still take on Linux: what the kernel could give without swapping
 * (MemAvailable), and what the control groups around the process allow (v1 and v2, every level).
 */
final class MemoryLimits {
    /** A v1 group without a limit says a number near 2^63. */
    private static final long UNLIMITED_FROM_BYTES = 1L << 60;

    private final Path root;

    /** @param root the folder under which {@code proc} and {@code sys} are, {@code /} but in tests */
    MemoryLimits(Path root) {
        this.root = root;
    }

    /** Bytes, or empty where there is no {@code /proc/meminfo}. */
    OptionalLong availableBytes() {
        OptionalLong free = meminfo("MemAvailable:");
        if (free.isEmpty()) {
            return free;
        }
        long least = free.getAsLong();
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            least = Math.min(least, leftInGroup(line));
        }
        return OptionalLong.of(least);
    }

    /** Bytes installed, or empty. */
    OptionalLong totalBytes() {
        return meminfo("MemTotal:");
    }

    private OptionalLong meminfo(String key) {
        for (String line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith(key)) {
                return OptionalLong.of(Long.parseLong(line.substring(key.length()).replace("kB", "").strip()) * 1024);
            }
        }
        return OptionalLong.empty();
    }

    /** @param line of {@code /proc/self/cgroup}: {@code 0::/path} (v2) or {@code 4:memory:/path} (v1) */
    private long leftInGroup(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3) {
            return Long.MAX_VALUE;
        }
        if (parts[1].isEmpty()) {
            return leftOnTheWayUp(root.resolve("sys/fs/cgroup"), parts[2], "memory.max", "memory.current", "inactive_file");
        }
        if (List.of(parts[1].split(",")).contains("memory")) {
            return leftOnTheWayUp(root.resolve("sys/fs/cgroup/memory"), parts[2], "memory.limit_in_bytes",
                    "memory.usage_in_bytes", "total_inactive_file");
        }
        return Long.MAX_VALUE;
    }

    /** A container may not see the folder of its own path; the levels that exist are looked at. */
    private static long leftOnTheWayUp(Path mount, String group, String limitFile, String usageFile, String cacheKey) {
        long least = Long.MAX_VALUE;
        for (Path level = mount.resolve(group.substring(1)).normalize(); level != null && level.startsWith(mount);
                level = level.getParent()) {
            OptionalLong limit = number(level.resolve(limitFile));
            if (limit.isPresent() && limit.getAsLong() < UNLIMITED_FROM_BYTES) {
                long used = number(level.resolve(usageFile)).orElse(0) - droppable(level.resolve("memory.stat"), cacheKey);
                least = Math.min(least, Math.max(0, limit.getAsLong() - used));
            }
        }
        return least;
    }

    /** Page cache that counts as used but is given back when asked for. */
    private static long droppable(Path stat, String key) {
        for (String line : lines(stat)) {
            if (line.startsWith(key + " ")) {
                return Long.parseLong(line.substring(key.length() + 1).strip());
            }
        }
        return 0;
    }

    private static OptionalLong number(Path file) {
        List<String> lines = lines(file);
        try {
            return lines.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(lines.getFirst().strip()));
        } catch (NumberFormatException notANumber) {
            return OptionalLong.empty(); // "max": no limit at this level
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException absent) {
            return List.of(); // which of these files exist differs between kernels and containers
        }
    }
}
