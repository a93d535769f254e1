package hplhetero.run.facts;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * A host, as it sees itself. It is sent between hosts as JSON or serialized, and written to JSON unchanged. Numbers that are not known are
 * 0 where nothing else is said, and texts are empty.
 *
 * @param name         the host's own name
 * @param bootId       identity of the running kernel, equal for hosts (such as containers) that share it; empty when not known
 * @param os           name and version of the operating system
 * @param surroundings {@code container}, {@code virtual machine}, both or empty: neither seen
 * @param program      the program that would run there
 * @param processor    the host's cores
 * @param memory       the host's memory and swap
 * @param load         load from others than this program
 * @param network      the host's network interfaces
 * @param limits       what a process may take
 * @param kernels      the kernels' rate
 */
public record HostFacts(String name, String bootId, String os, String surroundings, Program program, Processor processor, Memory memory,
                        Load load, Network network, Limits limits, Kernels kernels) implements Serializable {

    /** Returns a copy of these facts for a process that may use another number of cores. */
    public HostFacts withUsableCores(int cores) {
        return new HostFacts(name, bootId, os, surroundings, program, processor.withUsableCores(cores), memory, load, network, limits,
                kernels);
    }

    /**
     * The program that would run on the host.
     *
     * @param version   version of hpl-hetero
     * @param build     checksum of hpl-hetero's jars; equal for equal jars
     * @param java      feature version of Java
     * @param virtualMachine name and version of the virtual machine
     * @param byteOrder byte order of numbers in memory
     */
    public record Program(String version, String build, int java, String virtualMachine, String byteOrder) implements Serializable {
    }

    /**
     * The cores of the host.
     *
     * @param name         the processor's name, as the system gives it
     * @param architecture processor architecture, such as {@code amd64}
     * @param usableCores  number of cores that a process may use, hardware threads of one core counted once
     * @param threads      number of hardware threads online
     * @param clocks       the clocks of groups of cores; empty where the system does not tell, as in most virtual machines
     * @param throttles    how many times cores were slowed for heat since the start of the system; -1: not known
     * @param throttledNow how many of these times fell into the inspection of the host
     */
    public record Processor(String name, String architecture, int usableCores, int threads, List<ClockGroup> clocks, long throttles,
                            long throttledNow) implements Serializable {
        public Processor {
            clocks = List.copyOf(clocks);
        }

        Processor withUsableCores(int cores) {
            return new Processor(name, architecture, cores, threads, clocks, throttles, throttledNow);
        }
    }

    /**
     * A group of hardware threads whose clocks are governed in the same way.
     *
     * @param threads          number of hardware threads
     * @param governor         name of the governor, such as {@code performance}
     * @param driver           name of the driver, such as {@code intel_pstate}
     * @param currentGigahertz mean of the current clocks, in GHz
     * @param limitGigahertz   highest clock that the governor may choose, in GHz
     * @param maxGigahertz     highest clock that the processor can reach, in GHz
     */
    public record ClockGroup(int threads, String governor, String driver, double currentGigahertz, double limitGigahertz,
                             double maxGigahertz) implements Serializable {
    }

    /**
     * The memory and swap of the host, in bytes.
     *
     * @param total     memory installed
     * @param available memory that a process may take; {@link Long#MAX_VALUE} when not known
     * @param swapTotal room for swapping
     * @param swapUsed  room for swapping that is used
     * @param free      memory that all processes which share the kernel may take together without swapping; {@link Long#MAX_VALUE} when not
     * known
     * @param hugePages whether the system gives programs huge pages on request, or by itself; true where it does not tell
     */
    public record Memory(long total, long available, long swapTotal, long swapUsed, long free, boolean hugePages)
            implements Serializable {
    }

    /**
     * The load of the host while it was inspected.
     *
     * @param average    load average of the last minute, this program included; -1: not known
     * @param otherCores cores that processes other than this program's took
     * @param stolenCores cores that the host of this virtual machine gave to others
     * @param busiest    the processes that took most, at most three
     */
    public record Load(double average, double otherCores, double stolenCores, List<Busy> busiest) implements Serializable {
        /** The value for no load, or none that could be measured. */
        public static final Load NONE = new Load(-1, 0, 0, List.of());

        public Load {
            busiest = List.copyOf(busiest);
        }

        /** Returns this load with the processes that took most of it. */
        Load withBusiest(List<Busy> found) {
            return new Load(average, otherCores, stolenCores, found);
        }
    }

    /**
     * A process that took part of the host.
     *
     * @param pid     the process's number
     * @param command the process's name
     * @param cores   number of cores that the process took
     */
    public record Busy(long pid, String command, double cores) implements Serializable {

        /** Returns the process in words, such as {@code stress (pid 77, 1.0)}. */
        public String text() {
            return String.format(Locale.ROOT, "%s (pid %d, %.1f)", command, pid, cores);
        }
    }

    /**
     * The host's place in networks.
     *
     * @param interfaces the interfaces that are up, except the loopback
     * @param ownName    addresses to which the host's own name leads on the host; empty: the name leads to none
     */
    public record Network(List<Interface> interfaces, List<String> ownName) implements Serializable {
        public Network {
            interfaces = List.copyOf(interfaces);
            ownName = List.copyOf(ownName);
        }
    }

    /**
     * A network interface of the host.
     *
     * @param name      name such as {@code eth0}
     * @param mtu       size of the largest packet, in bytes
     * @param addresses addresses of the interface, without link-local ones
     */
    public record Interface(String name, int mtu, List<Address> addresses) implements Serializable {
        public Interface {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * An address of a network interface.
     *
     * @param text   address such as {@code 10.0.0.2}
     * @param prefix number of bits of the network's prefix
     */
    public record Address(String text, int prefix) implements Serializable {
    }

    /**
     * What a process may take; {@link Long#MAX_VALUE}: no limit, or none known.
     *
     * @param lockedBytes bytes of memory a process may lock, which InfiniBand needs
     * @param openFiles   number of files and sockets a process may have open
     * @param fabrics     names of the host's InfiniBand or Omni-Path devices
     */
    public record Limits(long lockedBytes, long openFiles, List<String> fabrics) implements Serializable {
        public Limits {
            fabrics = List.copyOf(fabrics);
        }
    }

    /**
     * The BLAS kernels that a run on the host would take.
     *
     * @param provider      name of the provider of kernels; empty where nobody measured
     * @param description   the kernels, with their version; empty where nobody measured
     * @param gflopsPerCore rate measured while the host was inspected, in GFLOPS a core; 0 where nobody measured
     */
    public record Kernels(String provider, String description, double gflopsPerCore) implements Serializable {
        /** The value for kernels that nobody measured. */
        public static final Kernels NOT_MEASURED = new Kernels("", "", 0);
    }
}
