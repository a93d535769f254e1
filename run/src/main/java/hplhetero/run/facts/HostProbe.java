package hplhetero.run.facts;

import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.blas.select.KernelSelection;
import hplhetero.run.facts.HostFacts.Kernels;
import hplhetero.run.facts.HostFacts.Limits;
import hplhetero.run.facts.HostFacts.Load;
import hplhetero.run.facts.HostFacts.Network;
import hplhetero.run.facts.HostFacts.Processor;
import hplhetero.run.facts.HostFacts.Program;
import hplhetero.run.machine.Machine;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/**
 * Inspects the host it runs on, in half a second, or a second or more where the kernels are to be measured.
 *
 * @param version version of the program
 * @param build   identity of the program's build
 */
public record HostProbe(String version, String build) {
    /**
     * Milliseconds for which load is measured. Processor times are counted in hundredths of a second, so a shorter time would say little.
     */
    private static final long LOAD_MILLIS = 500;
    /** Name of the property by which tests set for how many milliseconds load is measured. Only tests may set it. */
    static final String LOAD_PROPERTY = "hpl.test.load.millis";
    private static final SystemFiles FILES = new SystemFiles(Path.of("/"));

    /**
     * Returns the host as it is now.
     *
     * @param kernels how kernels are chosen; empty: they are not measured
     */
    public HostFacts look(Optional<BlasOptions> kernels) {
        Machine machine = Machine.here();
        EnvironmentProbe around = new EnvironmentProbe(FILES);
        HostFacts seen = seen(machine, around, HostProbe::load);
        Kernels rate = kernels.map(HostProbe::measured).orElse(Kernels.NOT_MEASURED);
        return new HostFacts(seen.name(), seen.bootId(), seen.os(), around.text(), seen.program(), seen.processor(), seen.memory(),
                seen.load(),
                Interfaces.look(machine.host()), around.limits(), rate);
    }

    /**
     * Returns what can be seen of the host at once. Networks are left out, as their names may take long to look up, and so are limits.
     *
     * @param load returns the load of others on the host, as measured by the caller
     */
    public HostFacts glance(Supplier<Load> load) {
        return seen(Machine.here(), new EnvironmentProbe(FILES), load);
    }

    private HostFacts seen(Machine machine, EnvironmentProbe around, Supplier<Load> measured) {
        Clocks clocks = new Clocks(FILES);
        long throttles = clocks.throttles();
        Load load = measured.get();
        Processor processor = new Processor(machine.processor(), System.getProperty("os.arch"), machine.cores(), threads(),
                clocks.groups(), throttles, clocks.throttles() - throttles);
        return new HostFacts(machine.host(), bootId(), System.getProperty("os.name") + " " + System.getProperty("os.version"), "",
                program(), processor,
                around.memory(machine.memoryBytes().orElse(0), machine.availableBytes().orElse(Long.MAX_VALUE)), load,
                new Network(List.of(), List.of()), new Limits(Long.MAX_VALUE, Long.MAX_VALUE, List.of()), Kernels.NOT_MEASURED);
    }

    /** Returns the identity of the running kernel, equal for all processes that share it; empty when not known. */
    public static String bootId() {
        return FILES.text("proc/sys/kernel/random/boot_id");
    }

    private Program program() {
        return new Program(version, build, Runtime.version().feature(), System.getProperty("java.vm.name") + " " + Runtime.version(),
                ByteOrder.nativeOrder().toString());
    }

    /** Returns the load of all but this program's processes, measured for half a second, or for less where a test wants it. */
    private static Load load() {
        LoadSampler sampler = new LoadSampler(FILES, System::nanoTime);
        LoadSampler.Times first = sampler.all();
        LockSupport.parkNanos(1_000_000 * Long.getLong(LOAD_PROPERTY, LOAD_MILLIS));
        LoadSampler.Times last = sampler.all();
        LongPredicate own = sampler.alike();
        return sampler.between(first, last, own, LoadSampler.EVERYWHERE)
                .withBusiest(sampler.busiest(first, last, own, LoadSampler.EVERYWHERE));
    }

    /** Measures the kernels afresh, because an earlier rate says nothing about the host today. */
    private static Kernels measured(BlasOptions options) {
        KernelSelection.Entry best = Blas.selection(options.withCacheUse(CacheUse.NONE)).best();
        return new Kernels(best.name(), best.description(), best.gflopsPerCore());
    }

    private static int threads() {
        int online = (int) FILES.lines("proc/cpuinfo").stream().filter(line -> line.startsWith("processor")).count();
        return online > 0 ? online : Runtime.getRuntime().availableProcessors();
    }
}
