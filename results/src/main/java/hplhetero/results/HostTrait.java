package hplhetero.results;

/**
 * A property of a host, besides processor and memory, that decides how fast the host is, so that a reader needs it to believe a result or
 * to repeat it.
 */
public enum HostTrait {
    /** Name and version of the distribution, such as {@code Debian GNU/Linux 12 (bookworm)}. */
    DISTRIBUTION("distribution", "distribution"),
    /** Release of the kernel, such as {@code 6.1.0-18-amd64}. */
    KERNEL("kernel", "kernel"),
    /** Whether the host is a container or a virtual machine, or both. */
    SURROUNDINGS("surroundings", "runs in"),
    /** Version of the processor's microcode, such as {@code 0xb0021b0}. */
    MICROCODE("microcode", "microcode"),
    /** Number of processors, each in a socket of the board. */
    SOCKETS("sockets", "sockets"),
    /** Number of NUMA nodes: parts of the memory that are nearer to some cores than to others. */
    NUMA_NODES("numaNodes", "NUMA nodes"),
    /** Whether cores have several hardware threads: {@code on}, {@code off} or {@code not supported}. */
    SMT("smt", "SMT"),
    /** Names of the frequency governors with their drivers, such as {@code performance (intel_pstate)}. */
    GOVERNOR("governor", "governor"),
    /** Whether clocks may rise above the base clock: {@code on} or {@code off}. */
    TURBO("turbo", "turbo"),
    /** Use of transparent huge pages, and huge pages that are reserved, such as {@code madvise, 64 of 2048 KiB reserved}. */
    HUGE_PAGES("hugePages", "huge pages"),
    /** The modules of memory, such as {@code 8 x 32 GiB DDR5 at 4800 MT/s}. */
    DIMMS("dimms", "memory modules"),
    /** The network devices whose link is up, with their rates, such as {@code eth0 25 Gb/s, mlx5_0 port 1 200 Gb/sec (4X HDR)}. */
    NETWORK("network", "network"),
    /** What the kernel does against flaws of the processor, which costs speed, such as {@code against spectre_v2; vulnerable to mds}. */
    MITIGATIONS("mitigations", "mitigations");

    private final String label;
    private final String words;

    HostTrait(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** Returns the name of the trait's field in JSON. */
    public String label() {
        return label;
    }

    /** Returns the name of the trait for people. */
    public String words() {
        return words;
    }
}
