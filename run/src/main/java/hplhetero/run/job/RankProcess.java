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
    /** Begun when the process was: what others took since then. */
    private final LoadMeter load = LoadMeter.here();
    private final Map<String, ChosenKernels> kernels = new HashMap<>();
    private volatile Consumer<String> phases = what -> { };
    private volatile int testsAsked;
    private final AtomicInteger finished = new AtomicInteger();

    /**
     * @param options how kernels are chosen
     * @param bind    whether ranks are bound to cores by us rather than by a launcher's default
     */
    public RankProcess(BlasOptions options, Binding bind) {
        this.options = options;
        if (bind == Binding.YES) {
            LauncherBinding.undo(System.getenv());
        }
        machine = Machine.here();
        load.begin(new OwnPart(Set.of(ProcessHandle.current().pid()), Set.of()));
    }

    /** Returns the meter of what others take of this host since this process began. */
    LoadMeter load() {
        return load;
    }

    /** The computer this process runs on. */
    public Machine machine() {
        return machine;
    }

    /** From now on {@code listener} hears of what rank 0 begins, where it is in this process; in its thread. */
    public void tellPhases(Consumer<String> listener) {
        phases = listener;
    }

    /** Who hears of what rank 0 begins. */
    Consumer<String> phases() {
        return phases;
    }

    /** How many tests the run is to do; known where rank 0 is. */
    public void expectTests(int tests) {
        testsAsked = tests;
    }

    /** A test has come to its end. */
    void finishedOne() {
        finished.incrementAndGet();
    }

    /** For people: "tests finished: 1 of 3". */
    public String finished() {
        return "tests finished: " + finished + (testsAsked > 0 ? " of " + testsAsked : "");
    }

    BlasOptions options() {
        return options;
    }

    /**
     * The kernels of a rank, which it shares with others of this process that have the same name; but each may have another device.
     *
     * @param known which of what earlier runs have measured is good enough
     * @param rank  whose
     * @param index of the rank among those of this host that see the same devices
     * @param cores that it has
     * @throws KernelException when they cannot be used here
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
