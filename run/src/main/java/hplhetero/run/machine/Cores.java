package hplhetero.run.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * How many cores this process may use: the hardware threads that its affinity allows, one a core (a
 * second thread on a core has no multiply-add unit of its own), and no more than the JVM grants by
 * control group quotas.
 */
final class Cores {
    private final Path root;

    /** @param root the folder under which {@code proc} and {@code sys} are, {@code /} but in tests */
    Cores(Path root) {
        this.root = root;
    }

    /** @param granted what the JVM counts, {@code Runtime.availableProcessors()} */
    int usable(int granted) {
        Set<String> cores = new HashSet<>();
        try {
            for (int cpu : allowed()) {
                cores.add(Files.readString(root.resolve("sys/devices/system/cpu/cpu" + cpu
                        + "/topology/thread_siblings_list")).strip());
            }
        } catch (IOException | NumberFormatException unknown) {
            return granted; // not Linux, or a kernel that tells no topology
        }
        return Math.clamp(cores.size(), 1, granted);
    }

    private Set<Integer> allowed() throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return range(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        throw new IOException("no Cpus_allowed_list");
    }

    /** Reads {@code 0-3,8,10-11}. */
    static Set<Integer> range(String list) {
        Set<Integer> cpus = new HashSet<>();
        for (String part : list.split(",")) {
            String[] ends = part.split("-");
            for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
