package hplhetero.run.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads how much memory this process may still take on Linux. That is what the kernel could give without swapping (MemAvailable), within
 * what the control groups around the process allow (v1 and v2, every level).
 */
final class MemoryLimits {
    /** Bytes from which on a limit means none: a v1 group without a limit says a number near 2^63. */
    private static final long UNLIMITED_FROM_BYTES = 1L << 60;

    private final Path root;

    /**
     * Makes a reader of the limits that a folder of system files describes.
     *
     * @param root the folder that holds {@code proc} and {@code sys}, {@code /} except in tests
     */
    MemoryLimits(Path root) {
        this.root = root;
    }

    /** Returns the bytes this process may still take; empty where there is no {@code /proc/meminfo}. */
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

    /** Returns the bytes of memory installed; empty where the system does not tell. */
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

    /**
     * Returns the bytes that the control group of a line, and the groups above it, still allow; {@link Long#MAX_VALUE} where there is no
     * limit.
     *
     * @param line a line of {@code /proc/self/cgroup}: {@code 0::/path} (v2) or {@code 4:memory:/path} (v1)
     */
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

    /**
     * Returns the least that a group and the groups above it still allow, in bytes. A container may not see the folder of its own path, so
     * only the levels that exist count.
     */
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

    /** Returns the bytes of page cache that count as used but are given back when needed. */
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
            return OptionalLong.empty(); // "max" means that this level has no limit
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException absent) {
            return List.of(); // kernels and containers differ in which of these files exist
        }
    }
}
