package hplhetero.run.job;

import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.select.Blas;
import hplhetero.blas.select.BlasOptions;
import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.OwnPart;
import hplhetero.run.machine.Binding;
import hplhetero.run.machine.ChosenKernels;
import hplhetero.run.machine.LauncherBinding;
import hplhetero.run.machine.Machine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What the ranks of one process share: the computer and the kernels. */
public final class RankProcess {
    private final Machine machine;
    private final BlasOptions options;
    /** Meter of the load of other processes on this host, begun when this object was made. */
    private final LoadMeter load = LoadMeter.here();
    /** Kernels by the name of their provider, with the device index where a device computes; guarded by this object. */
    private final Map<String, ChosenKernels> kernels = new HashMap<>();
    private volatile Consumer<String> phases = what -> { };
    /** Number of tests the run is to do; 0 where rank 0 is in another process. */
    private volatile int requestedTests;
    private volatile boolean toldToEnd;
    /** Number of tests that have ended. */
    private final AtomicInteger finished = new AtomicInteger();

    /**
     * Undoes a launcher's default binding where ranks may be bound, and begins to measure the load of other processes.
     *
     * @param options how kernels are chosen
     * @param bind    whether ranks are bound to cores by this program rather than by a launcher's default
     */
    public RankProcess(BlasOptions options, Binding bind) {
        this.options = options;
        if (bind != Binding.NONE) {
            LauncherBinding.undo(System.getenv());
        }
        machine = Machine.here();
        load.begin(new OwnPart(Set.of(ProcessHandle.current().pid()), Set.of()));
    }

    /** Returns the meter of the load of other processes on this host since this process began. */
    LoadMeter load() {
        return load;
    }

    /** Returns the computer this process runs on. */
    public Machine machine() {
        return machine;
    }

    /**
     * Sets the listener that hears, as a text for people such as {@code choosing kernels}, what rank 0 begins to do in the run. Called on
     * rank 0's thread, and only where rank 0 is in this process.
     *
     * @param listener receives the text; replaces the listener set before
     */
    public void tellPhases(Consumer<String> listener) {
        phases = listener;
    }

    /** Returns the listener that is to be told the name of each phase of the run when rank 0 begins it. */
    Consumer<String> phases() {
        return phases;
    }

    /** Notes that the run was told to write its state and to end. Any thread may call this. */
    public void tellToEnd() {
        toldToEnd = true;
    }

    /** Returns whether this process was told that the run is to write its state and to end. */
    public boolean isToldToEnd() {
        return toldToEnd;
    }

    /** Sets how many tests the run is to do. Called in the process of rank 0 only. */
    public void expectTests(int tests) {
        requestedTests = tests;
    }

    /** Adds one to the number of tests that have ended. */
    void finishedOne() {
        finished.incrementAndGet();
    }

    /** Returns how many tests have ended, for people, such as "tests finished: 1 of 3". */
    public String finished() {
        return "tests finished: " + finished + (requestedTests > 0 ? " of " + requestedTests : "");
    }

    /** Returns how kernels are chosen in this process. */
    BlasOptions options() {
        return options;
    }

    /**
     * Returns the PCI addresses of the devices of which a rank may take one; none where the user named a device.
     *
     * @param setup what the ranks are to work with
     * @param rank  the rank that may take a device
     */
    List<String> deviceAddresses(JobSetup setup, int rank) {
        String name = setup.blasOf(rank);
        boolean none = options.device().number() != DeviceOptions.ANY || name.equals(Blas.AUTO) && setup.devices() == DeviceUse.NEVER;
        return none ? List.of() : Blas.deviceAddresses(name, options);
    }

    /**
     * Returns the kernels of a rank. Ranks of this process that name the same provider share their kernels, except that each rank may have
     * another device.
     *
     * @param setup what the ranks are to work with
     * @param known which measurements of earlier runs are good enough
     * @param rank  the rank that will use the kernels
     * @param index number of the device for the rank, from 0; see {@link DeviceDeal}
     * @param cores number of cores the rank has
     * @throws KernelException when the kernels cannot be used here
     */
    synchronized ChosenKernels kernels(JobSetup setup, CacheUse known, int rank, int index, int cores) {
        String name = setup.blasOf(rank);
        List<String> all = setup.allBlas();
        BlasOptions own = options.withCacheUse(known);
        if (name.equals(Blas.AUTO)) {
            String ofRank = name + " " + index;
            if (own.device().number() != DeviceOptions.ANY) {
                return kernels.computeIfAbsent(ofRank, any -> ChosenKernels.numberedDevice(own));
            }
            ChosenKernels host = kernels.computeIfAbsent(name, any -> ChosenKernels.choose(name, own));
            return setup.devices() == DeviceUse.NEVER ? host : kernels.computeIfAbsent(ofRank, any -> host.orDevice(index, cores));
        }
        boolean onDevice = Blas.computesOnDevice(name);
        return kernels.computeIfAbsent(onDevice ? name + " " + index : name,
                any -> onDevice || all.size() > 1 ? ChosenKernels.choose(name, own, index) : ChosenKernels.choose(name, own));
    }
}
