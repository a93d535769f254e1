package hplhetero.run.check.facts;

import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.select.KernelSelection;
import hplhetero.run.check.facts.HostFacts.Kernels;
import hplhetero.run.check.facts.HostFacts.Limits;
import hplhetero.run.check.facts.HostFacts.Load;
import hplhetero.run.check.facts.HostFacts.Network;
import hplhetero.run.check.facts.HostFacts.Processor;
import hplhetero.run.check.facts.HostFacts.Program;
import hplhetero.run.machine.Machine;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the host it runs on, in half a second, and a second or more where the kernels are to be measured.
 *
 * @param version of the program
 * @param build   of the program
 */
public record HostProbe(String version, String build) {
    /** Processor times are counted in hundredths of a second. */
    private static final long LOOKING_MILLIS = 500;
    /** Before a run: a core that is busy throughout counts 20 of them. */
    private static final long GLANCING_MILLIS = 200;
    private static final SystemFiles FILES = new SystemFiles(Path.of("/"));

    /**
     * The host as it is now.
     *
     * @param kernels how kernels are chosen; empty: they are not measured
     */
    public HostFacts look(Optional<BlasOptions> kernels) {
        Machine machine = Machine.here();
        Surroundings around = new Surroundings(FILES);
        HostFacts seen = seen(machine, around, LOOKING_MILLIS);
        Kernels rate = kernels.map(HostProbe::measured).orElse(Kernels.NOT_MEASURED);
        return new HostFacts(seen.name(), seen.bootId(), seen.os(), around.text(), seen.program(), seen.processor(), seen.memory(),
                seen.load(),
                Interfaces.look(machine.host()), around.limits(), rate);
    }

    /** What can be seen of it in a quarter of a second: nothing of networks, whose names may take long to look up, nor of limits. */
    public HostFacts glance() {
        return seen(Machine.here(), new Surroundings(FILES), GLANCING_MILLIS);
    }

    private HostFacts seen(Machine machine, Surroundings around, long millis) {
        Clocks clocks = new Clocks(FILES);
        long throttles = clocks.throttles();
        Load load = load(millis);
        Processor processor = new Processor(machine.processor(), System.getProperty("os.arch"), machine.cores(), threads(),
                clocks.groups(), throttles, clocks.throttles() - throttles);
        return new HostFacts(machine.host(), bootId(), System.getProperty("os.name") + " " + System.getProperty("os.version"), "",
                program(), processor,
                around.memory(machine.memoryBytes().orElse(0), machine.availableBytes().orElse(Long.MAX_VALUE)), load,
                new Network(List.of(), List.of()), new Limits(Long.MAX_VALUE, Long.MAX_VALUE, List.of()), Kernels.NOT_MEASURED);
    }

    /** The same for all who share a kernel; empty when not known. */
    public static String bootId() {
        return FILES.text("proc/sys/kernel/random/boot_id");
    }

    private Program program() {
        return new Program(version, build, Runtime.version().feature(), System.getProperty("java.vm.name") + " " + Runtime.version(),
                ByteOrder.nativeOrder().toString());
    }

    private static Load load(long millis) {
        LoadSampler sampler = new LoadSampler(FILES);
        LoadSampler.Snapshot first = sampler.snapshot();
        long start = System.nanoTime();
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LoadSampler.Snapshot last = sampler.snapshot();
        return sampler.between(first, last, (System.nanoTime() - start) * 1e-9);
    }

    /** Afresh: an earlier rate says nothing of how the host is today. */
    private static Kernels measured(BlasOptions options) {
        KernelSelection.Entry best = Blas.selection(options.withCacheUse(CacheUse.NONE)).best();
        return new Kernels(best.name(), best.description(), best.gflopsPerCore());
    }

    private static int threads() {
        int online = (int) FILES.lines("proc/cpuinfo").stream().filter(line -> line.startsWith("processor")).count();
        return online > 0 ? online : Runtime.getRuntime().availableProcessors();
    }
}
