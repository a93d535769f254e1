package hplhetero.run.facts;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;

/**
 * A host, as it sees itself. Sent between hosts as JSON or serialized, and written to JSON as it stands; numbers that are not
 * known are 0 where nothing else is said, texts empty.
 *
 * @param name         its own name
 * @param bootId       the same for all who share a kernel; empty when not known
 * @param os           name and version
 * @param surroundings {@code container}, {@code virtual machine}, both or empty: neither seen
 * @param program      what would run there
 * @param processor    its cores
 * @param memory       and swap
 * @param load         from others than this program
 * @param network      its interfaces
 * @param limits       of a process
 * @param kernels      their rate
 */
public record HostFacts(String name, String bootId, String os, String surroundings, Program program, Processor processor, Memory memory,
                        Load load, Network network, Limits limits, Kernels kernels) implements Serializable {

    /** The same, seen by a process that may use other cores. */
    public HostFacts withUsableCores(int cores) {
        return new HostFacts(name, bootId, os, surroundings, program, processor.withUsableCores(cores), memory, load, network, limits,
                kernels);
    }

    /**
     * What would run there.
     *
     * @param version   of hpl-hetero
     * @param build     of hpl-hetero; equal for equal jars
     * @param java      feature version
     * @param virtualMachine name and version of it
     * @param byteOrder of numbers in memory
     */
    public record Program(String version, String build, int java, String virtualMachine, String byteOrder) implements Serializable {
    }

    /**
     * Its cores.
     *
     * @param name         as the system gives it
     * @param architecture such as {@code amd64}
     * @param usableCores  that a process may use, hardware threads of one core counted once
     * @param threads      hardware threads online
     * @param clocks       of groups of cores; empty where the system does not tell, as in most virtual machines
     * @param throttles    times that cores were slowed for heat since the start of the system; -1: not known
     * @param throttledNow how many of them while the host was looked at
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
     * Hardware threads whose clocks are governed alike.
     *
     * @param threads          how many
     * @param governor         such as {@code performance}
     * @param driver           such as {@code intel_pstate}
     * @param currentGigahertz mean of now
     * @param limitGigahertz   the most that the governor may choose
     * @param maxGigahertz     the most that the processor can do
     */
    public record ClockGroup(int threads, String governor, String driver, double currentGigahertz, double limitGigahertz,
                             double maxGigahertz) implements Serializable {
    }

    /**
     * In bytes.
     *
     * @param total     installed
     * @param available that a process may take; {@link Long#MAX_VALUE} when not known
     * @param swapTotal room for swapping
     * @param swapUsed  of it
     * @param free      that all processes which share its kernel may take together without swapping; {@link Long#MAX_VALUE} when not known
     */
    public record Memory(long total, long available, long swapTotal, long swapUsed, long free) implements Serializable {
    }

    /**
     * What else runs there.
     *
     * @param average    load average of the last minute, this program included; -1: not known
     * @param otherCores cores that all others than this program took while looked at
     * @param stolenCores cores that the host of this virtual machine gave to others
     * @param busiest    the processes that took most of them, at most three
     */
    public record Load(double average, double otherCores, double stolenCores, List<Busy> busiest) implements Serializable {
        /** No load, or none that could be measured. */
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
     * A busy process.
     *
     * @param pid     its number
     * @param command its name
     * @param cores   that it took
     */
    public record Busy(long pid, String command, double cores) implements Serializable {

        /** Returns it for people, such as {@code stress (pid 77, 1.0)}. */
        public String text() {
            return String.format(Locale.ROOT, "%s (pid %d, %.1f)", command, pid, cores);
        }
    }

    /**
     * Its place in networks.
     *
     * @param interfaces those that are up, but for the loopback
     * @param ownName    addresses to which the host's own name leads on it; empty: to none
     */
    public record Network(List<Interface> interfaces, List<String> ownName) implements Serializable {
        public Network {
            interfaces = List.copyOf(interfaces);
            ownName = List.copyOf(ownName);
        }
    }

    /**
     * One interface.
     *
     * @param name      such as {@code eth0}
     * @param mtu       the largest packet, in bytes
     * @param addresses without those that hold on the link only
     */
    public record Interface(String name, int mtu, List<Address> addresses) implements Serializable {
        public Interface {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * One address.
     *
     * @param text   such as {@code 10.0.0.2}
     * @param prefix bits of its network
     */
    public record Address(String text, int prefix) implements Serializable {
    }

    /**
     * What a process may take; {@link Long#MAX_VALUE}: no limit, or none known.
     *
     * @param lockedBytes memory it may lock, which InfiniBand needs
     * @param openFiles   files and sockets
     * @param fabrics     InfiniBand or Omni-Path devices of the host
     */
    public record Limits(long lockedBytes, long openFiles, List<String> fabrics) implements Serializable {
        public Limits {
            fabrics = List.copyOf(fabrics);
        }
    }

    /**
     * The kernels that a run would take.
     *
     * @param provider      its name; empty: nobody measured
     * @param description   with version
     * @param gflopsPerCore measured while the host was looked at
     */
    public record Kernels(String provider, String description, double gflopsPerCore) implements Serializable {
        /** Nobody measured. */
        public static final Kernels NOT_MEASURED = new Kernels("", "", 0);
    }
}
