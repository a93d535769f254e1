package hplhetero.run.machine;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The cores this process may use. They are the hardware threads that its affinity allows, one a core, because a second thread on a core has
 * no multiply-add unit of its own. They are no more than the JVM grants by control group quotas.
 */
public final class Cores {
    /** No memory node. The system itself says -1 for a device whose memory node is not known. */
    private static final int UNKNOWN = -2;

    private final Path root;

    /**
     * Makes a reader of the cores that a folder of system files describes.
     *
     * @param root the folder that holds {@code proc} and {@code sys}, {@code /} except in tests
     */
    Cores(Path root) {
        this.root = root;
    }

    /** Returns the reader for this computer. */
    public static Cores here() {
        return new Cores(Path.of("/"));
    }

    /**
     * Returns the number of cores this process may use, at least 1.
     *
     * @param granted the number that the JVM counts, {@code Runtime.availableProcessors()}
     */
    int usable(int granted) {
        List<Integer> cores = usable();
        // the list is empty where this is not Linux, or the kernel tells no topology
        return cores.isEmpty() ? granted : Math.clamp(cores.size(), 1, granted);
    }

    /**
     * Returns the first hardware thread of each core that the process may use; empty where the system does not tell. Cores of one memory
     * node are adjacent, so that a contiguous part of them has its memory near: some machines number the cores of their sockets
     * alternately. Within a node the cores with the highest clock come first, since the first workers of a rank factor its panels: many
     * boards give the lowest numbers to their slow cores.
     */
    public List<Integer> usable() {
        Set<Integer> first = new TreeSet<>();
        Set<Set<Integer>> cores = new HashSet<>();
        try {
            for (int cpu : allowed()) {
                if (cores.add(siblings(cpu))) {
                    first.add(cpu);
                }
            }
        } catch (IOException | NumberFormatException unknown) {
            return List.of();
        }
        Map<Integer, Integer> nodes = memoryNodes();
        return first.stream().sorted(Comparator.<Integer>comparingInt(cpu -> nodes.getOrDefault(cpu, 0))
                .thenComparing(cpu -> -gigahertz(cpu).orElse(0))).toList();
    }

    /** Returns the memory node of each hardware thread; empty where the system tells none. */
    private Map<Integer, Integer> memoryNodes() {
        Map<Integer, Integer> nodes = new HashMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root.resolve("sys/devices/system/node"), "node[0-9]*")) {
            for (Path folder : folders) {
                String cpus = Files.readString(folder.resolve("cpulist")).strip();
                int node = Integer.parseInt(folder.getFileName().toString().substring("node".length()));
                // a node that has memory only has no cores
                (cpus.isEmpty() ? Set.<Integer>of() : range(cpus)).forEach(cpu -> nodes.put(cpu, node));
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException unknown) {
            return Map.of();
        }
        return nodes;
    }

    /**
     * Returns the highest clock of each core of {@link #usable()}, in GHz and in the same order. Boards with cores of several kinds give
     * each kind its own clock. Empty where the system does not tell, as virtual machines do not.
     */
    public List<Double> gigahertz() {
        List<OptionalDouble> clocks = usable().stream().map(this::gigahertz).toList();
        return clocks.stream().anyMatch(OptionalDouble::isEmpty) ? List.of() : clocks.stream().map(OptionalDouble::getAsDouble).toList();
    }

    /** Returns the highest clock of a hardware thread, in GHz, where the system tells it. */
    private OptionalDouble gigahertz(int cpu) {
        try {
            String kilohertz = Files.readString(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/cpufreq/cpuinfo_max_freq"));
            return OptionalDouble.of(Double.parseDouble(kilohertz.strip()) / 1e6);
        } catch (IOException | NumberFormatException unknown) {
            return OptionalDouble.empty();
        }
    }

    /**
     * Returns the number of memory nodes among which the usable cores are dealt evenly, at least two cores to each. 1 where they are not,
     * or where the system tells no nodes.
     */
    public int evenNodes() {
        List<Integer> cores = usable();
        Map<Integer, Integer> nodes = memoryNodes();
        Map<Integer, Long> count = cores.stream().collect(Collectors.groupingBy(cpu -> nodes.getOrDefault(cpu, 0), Collectors.counting()));
        Set<Long> each = Set.copyOf(count.values());
        return each.size() == 1 && each.iterator().next() > 1 ? count.size() : 1;
    }

    /** Returns the memory nodes that some hardware threads are near to, ascending; empty where the system tells none. */
    public SortedSet<Integer> memoryNodesOf(Collection<Integer> cpus) {
        Map<Integer, Integer> nodes = memoryNodes();
        return cpus.stream().map(nodes::get).filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Returns how many of some hardware threads are at the memory node at which a PCI device is; 0 where the system does not tell.
     *
     * @param address the device's PCI address, such as {@code 0000:3b:00.0}; empty where it is not known
     * @param cpus    Linux's numbers of hardware threads, from 0
     */
    public int near(String address, Collection<Integer> cpus) {
        return (int) cpus.stream().filter(isNear(address)).count();
    }

    /**
     * Returns some hardware threads in another order: first those at the memory node at which a PCI device is. Among these, and among the
     * others, the order stays; all of it where the system does not tell.
     *
     * @param address the device's PCI address, such as {@code 0000:3b:00.0}; empty where it is not known
     * @param cpus    Linux's numbers of hardware threads, from 0
     */
    public List<Integer> nearFirst(String address, List<Integer> cpus) {
        Predicate<Integer> near = isNear(address);
        return cpus.stream().sorted(Comparator.comparing(cpu -> !near.test(cpu))).toList();
    }

    /** Returns what tells whether a hardware thread is at the memory node at which a PCI device is. */
    private Predicate<Integer> isNear(String address) {
        if (address.isEmpty()) {
            return cpu -> false;
        }
        try {
            int node = Integer.parseInt(Files.readString(root.resolve("sys/bus/pci/devices/" + address + "/numa_node")).strip());
            Map<Integer, Integer> nodes = memoryNodes();
            return cpu -> nodes.getOrDefault(cpu, UNKNOWN) == node;
        } catch (IOException | NumberFormatException unknown) {
            return cpu -> false;
        }
    }

    /** Returns all hardware threads that are switched on; empty where the system does not tell. */
    public Set<Integer> online() {
        try {
            return range(Files.readString(root.resolve("sys/devices/system/cpu/online")).strip());
        } catch (IOException | NumberFormatException unknown) {
            return Set.of();
        }
    }

    /** Returns the hardware threads of the core that {@code cpu} belongs to, {@code cpu} included. */
    private Set<Integer> siblings(int cpu) throws IOException {
        return range(Files.readString(root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list")).strip());
    }

    /** Returns these hardware threads together with all others of their cores. */
    public Set<Integer> withSiblings(Collection<Integer> cpus) {
        Set<Integer> all = new TreeSet<>(cpus);
        for (int cpu : cpus) {
            try {
                all.addAll(siblings(cpu));
            } catch (IOException | NumberFormatException unknown) {
                // where siblings are not known, only the thread named counts
            }
        }
        return all;
    }

    private Set<Integer> allowed() throws IOException {
        for (String line : Files.readAllLines(root.resolve("proc/self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return range(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        throw new IOException("no Cpus_allowed_list");
    }

    /** Reads a list of numbers and ranges such as {@code 0-3,8,10-11}. */
    static Set<Integer> range(String list) {
        Set<Integer> cpus = new TreeSet<>();
        for (String part : list.split(",")) {
            String[] ends = part.split("-");
            for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }
}
