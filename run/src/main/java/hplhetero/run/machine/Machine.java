package hplhetero.run.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * This computer, as far as it is known at once, without slow questions; {@link Hardware} has what is slow to find out.
 *
 * @param host           the computer's name
 * @param processor      the processor's name as the system gives it
 * @param cores          number of cores this process may use, hardware threads of one core counted once
 * @param gigahertz      highest clock in GHz of each core this process may use; empty where the system does not tell (virtual machines)
 * @param memoryBytes    bytes of memory installed, where known
 * @param availableBytes bytes of memory this process may still take, where known
 */
public record Machine(String host, String processor, int cores, List<Double> gigahertz, OptionalLong memoryBytes,
                      OptionalLong availableBytes) {
    private static final Path ROOT = Path.of("/");

    public Machine {
        gigahertz = List.copyOf(gigahertz);
    }

    /** Returns the computer this process runs on. */
    public static Machine here() {
        MemoryLimits limits = new MemoryLimits(ROOT);
        OptionalLong available = limits.availableBytes();
        OptionalLong total = limits.totalBytes();
        if (available.isEmpty()) {
            total = OptionalLong.of(Hardware.totalMemory());
            available = OptionalLong.of(Hardware.availableMemory());
        }
        return new Machine(hostName(), processorName(), new Cores(ROOT).usable(Runtime.getRuntime().availableProcessors()),
                new Cores(ROOT).gigahertz(), total, available);
    }

    /** Returns the name of this host, as its kernel has it. */
    public static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException notLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException unnamed) {
                return "localhost";
            }
        }
    }

    private static String processorName() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name")).findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElseGet(Hardware::processorName);
        } catch (IOException notLinux) {
            return Hardware.processorName();
        }
    }
}
