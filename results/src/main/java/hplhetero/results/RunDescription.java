package hplhetero.results;

import java.util.List;
import java.util.Optional;

/**
 * Where and with what a sweep ran.
 *
 * @param version            of this program
 * @param hosts              at least one; rank 0's first
 * @param transport          what carried the messages, such as {@code local}
 * @param map                the map of blocks, as asked for
 * @param peak               Rpeak of the cores used, empty when neither known nor measured
 * @param clearedEnvironment environment variables cleared because they would cripple a native BLAS, NAME=VALUE
 * @param notes              anything else the user should know
 * @param slowdown           how many times slower each rank was made, by rank, to try a mixed cluster on one machine;
 *                           empty when the results are real
 * @param calibrationSeconds wall time for which ranks and links were measured before the first test; 0 when they were not
 */
public record RunDescription(String version, List<Host> hosts, String transport, String map, Optional<Peak> peak,
                             List<String> clearedEnvironment, List<String> notes, List<Double> slowdown,
                             double calibrationSeconds) {

    public RunDescription {
        hosts = List.copyOf(hosts);
        clearedEnvironment = List.copyOf(clearedEnvironment);
        notes = List.copyOf(notes);
        slowdown = List.copyOf(slowdown);
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("hosts=0: must be at least one");
        }
    }

    /** Ranks started. */
    public int ranks() {
        return hosts.stream().mapToInt(host -> host.ranks().size()).sum();
    }

    /**
     * One host and its ranks.
     *
     * @param name              its name
     * @param os                operating system, name and version
     * @param cpuModel          such as {@code AMD EPYC 9B45}
     * @param microArchitecture such as {@code Zen 5}; empty when not known
     * @param physicalCores     cores of the host
     * @param memoryBytes       memory of the host
     * @param java              the virtual machine, name and version
     * @param provider          the kernels
     * @param ranks             the ranks there
     * @param workersPerRank    worker threads of each
     */
    public record Host(String name, String os, String cpuModel, String microArchitecture, int physicalCores, long memoryBytes,
                       String java, Provider provider, List<Integer> ranks, int workersPerRank) {
        public Host {
            ranks = List.copyOf(ranks);
        }
    }

    /**
     * The kernels of a host.
     *
     * @param name          by which a user asks for it
     * @param description   what it is, with its version
     * @param gflopsPerCore DGEMM rate measured on one core of this host; NaN when not measured
     * @param reason        why it was taken
     */
    public record Provider(String name, String description, double gflopsPerCore, String reason) {
    }

    /**
     * Rpeak.
     *
     * @param gflops of all cores used together, &gt; 0
     * @param source how it came about, such as {@code 2 cores x 125.3 GFLOPS, FMA peak measured}
     */
    public record Peak(double gflops, String source) {
    }
}
