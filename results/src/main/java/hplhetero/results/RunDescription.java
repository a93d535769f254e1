package hplhetero.results;

import hplhetero.hpl.problem.Slowdown;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The machines, programs and settings with which a sweep ran.
 *
 * @param version            version of this program
 * @param hosts              at least one host; rank 0's comes first
 * @param transport          name of the transport that carried the messages, such as {@code local}
 * @param map                the map of blocks, as asked for
 * @param peak               Rpeak of the cores used; empty where neither known nor measured
 * @param clearedEnvironment environment variables that were cleared because they would cripple a native BLAS, as NAME=VALUE
 * @param notes              anything else the user should know
 * @param slowdown           how much each rank was slowed to try a mixed cluster on one machine, indexed by rank; empty where the results
 *                           are real
 * @param calibrationSeconds wall time spent to measure ranks and links before the first test; 0 where they were not measured
 * @param provenance         the command line, the build and the job
 * @param idle               power of all hosts before the first test; empty where it was not measured
 */
public record RunDescription(String version, List<Host> hosts, String transport, String map, Optional<Peak> peak,
                             List<String> clearedEnvironment, List<String> notes, List<Slowdown> slowdown,
                             double calibrationSeconds, Provenance provenance, Optional<IdlePower> idle) {

    /** Makes the description of a run without provenance and idle power. The parameters are the record's first components. */
    public RunDescription(String version, List<Host> hosts, String transport, String map, Optional<Peak> peak,
            List<String> clearedEnvironment, List<String> notes, List<Slowdown> slowdown, double calibrationSeconds) {
        this(version, hosts, transport, map, peak, clearedEnvironment, notes, slowdown, calibrationSeconds, Provenance.UNKNOWN,
                Optional.empty());
    }

    /**
     * Checks that there is a host.
     *
     * @throws IllegalArgumentException when there is no host
     */
    public RunDescription {
        hosts = List.copyOf(hosts);
        clearedEnvironment = List.copyOf(clearedEnvironment);
        notes = List.copyOf(notes);
        slowdown = List.copyOf(slowdown);
        if (hosts.isEmpty()) {
            throw new IllegalArgumentException("hosts=0: must be at least one");
        }
    }

    /** Returns the number of ranks started on all hosts together. */
    public int ranks() {
        return hosts.stream().mapToInt(host -> host.ranks().size()).sum();
    }

    /**
     * Returns the value that all hosts have, or each value with the number of hosts that have it.
     *
     * @param property returns the value of a host, for people
     */
    public String alike(Function<Host, String> property) {
        Map<String, Long> counts = hosts.stream().map(property)
                .collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
        return counts.size() == 1 ? counts.keySet().iterator().next()
                : counts.entrySet().stream().map(e -> e.getKey() + " on " + e.getValue()).collect(Collectors.joining("; "));
    }

    /** Returns the value of a trait in the words of {@link #alike}; empty where no host could read it. */
    public String trait(HostTrait trait) {
        return hosts.stream().allMatch(host -> host.traits().of(trait).isEmpty()) ? ""
                : alike(host -> host.traits().of(trait).orElse("not known"));
    }

    /**
     * Returns how many times slower ranks were made, by rank, with commas between; empty where none was. A factor that changed is told with
     * its changes, such as {@code 2@40%:4}.
     *
     * @param steady returns the text of a factor that did not change
     */
    public String slowdowns(DoubleFunction<String> steady) {
        return slowdown.stream().map(one -> one.isSteady() ? steady.apply(one.factor()) : one.words()).collect(Collectors.joining(", "));
    }

    /**
     * One host and its ranks.
     *
     * @param name              name of the host
     * @param os                operating system, name and version
     * @param cpuModel          model of the processor, such as {@code AMD EPYC 9B45}
     * @param microArchitecture microarchitecture of the processor, such as {@code Zen 5}; empty where not known
     * @param physicalCores     number of physical cores
     * @param memoryBytes       memory in bytes
     * @param java              name and version of the Java virtual machine
     * @param provider          the provider of BLAS kernels
     * @param ranks             numbers of the ranks on this host
     * @param workersPerRank    worker threads of each rank
     * @param binding           what is bound to cores, for people; empty where nothing is, or it is not known
     * @param traits            what else decides how fast the host is, as far as it could be read
     */
    public record Host(String name, String os, String cpuModel, String microArchitecture, int physicalCores, long memoryBytes,
                       String java, Provider provider, List<Integer> ranks, int workersPerRank, String binding, HostTraits traits) {
        public Host {
            ranks = List.copyOf(ranks);
        }

        /** Makes the record of a host whose traits could not be read. The parameters are the record's first components. */
        public Host(String name, String os, String cpuModel, String microArchitecture, int physicalCores, long memoryBytes, String java,
                Provider provider, List<Integer> ranks, int workersPerRank, String binding) {
            this(name, os, cpuModel, microArchitecture, physicalCores, memoryBytes, java, provider, ranks, workersPerRank, binding,
                    HostTraits.NONE);
        }
    }

    /**
     * The provider of BLAS kernels on a host.
     *
     * @param name          name by which a user asks for the provider
     * @param description   what the provider is, with its version
     * @param gflopsPerCore DGEMM rate measured on one core of this host, in GFLOPS; NaN where not measured
     * @param reason        why this provider was chosen
     */
    public record Provider(String name, String description, double gflopsPerCore, String reason) {
    }

    /**
     * The theoretical peak, Rpeak.
     *
     * @param gflops peak of all cores used together, in GFLOPS, &gt; 0
     * @param source how the peak was found, such as {@code 2 cores x 125.3 GFLOPS, FMA peak measured}
     */
    public record Peak(double gflops, String source) {
    }
}
