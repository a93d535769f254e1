package hplhetero.run.machine;

import hplhetero.blas.environment.CacheFolder;
import hplhetero.results.HostTraits;
import java.io.Serializable;

/**
 * A host, as a report describes it.
 *
 * @param name              the host's name
 * @param os                name, version and machine type of the operating system
 * @param processor         the processor's name
 * @param microArchitecture name such as {@code Zen 5}; empty when not known
 * @param physicalCores     number of cores of the host
 * @param memoryBytes       bytes of memory of the host; 0 when not known
 * @param java              name and version of the virtual machine
 * @param coreGflops        peak of one core in GFLOPS; 0 when neither known nor measured
 * @param coreSource        where this peak comes from
 * @param traits            what else decides how fast the host is; none where nobody has read them
 */
public record HostInfo(String name, String os, String processor, String microArchitecture, int physicalCores, long memoryBytes,
                       String java, double coreGflops, String coreSource, HostTraits traits) implements Serializable {

    /** Returns this host, as far as it is known without measuring. */
    public static HostInfo here(String name, Machine machine, ChosenKernels kernels) {
        Hardware hardware = Hardware.of(machine, CacheFolder.ofUser());
        CorePeak core = CorePeak.of(machine, hardware, kernels).orElse(new CorePeak(0, ""));
        return new HostInfo(name, System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System
                .getProperty("os.arch"),
                machine.processor(), hardware.microArchitecture(), hardware.physicalCores(), machine.memoryBytes().orElse(0),
                System.getProperty("java.vm.name") + " " + Runtime.version(), core.gflops(), core.how(), HostTraits.NONE);
    }

    /** Returns this host with traits. */
    public HostInfo with(HostTraits read) {
        return new HostInfo(name, os, processor, microArchitecture, physicalCores, memoryBytes, java, coreGflops, coreSource, read);
    }
}
