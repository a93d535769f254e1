package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.Load;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Measures how many cores others than this program take while something runs. Reading it takes less than a millisecond on a quiet host; who
 * the others are is looked for where there are some. Owner: one thread at a time.
 */
public final class LoadMeter {
    /** The least number of cores, of others and of other virtual machines together, that is worth a look at who they are. */
    public static final double NOTABLE_CORES = 0.25;

    /** Processor times are counted in hundredths of a second: of a shorter interval they say little. */
    private static final long LEAST_NANOS = 300_000_000;

    private final LoadSampler sampler;
    private LoadSampler.Times begin;
    private LoadSampler.Times everybody;

    private LoadMeter(SystemFiles files, LongSupplier nanoTime) {
        sampler = new LoadSampler(files, nanoTime);
    }

    /**
     * Makes one for the host whose {@code proc} lies below {@code root}: {@code /} but in tests.
     *
     * @param nanoTime the clock by which cores are told from processor times, in nanoseconds
     */
    public static LoadMeter of(Path root, LongSupplier nanoTime) {
        return new LoadMeter(new SystemFiles(root), nanoTime);
    }

    /** Makes one for this host. */
    public static LoadMeter here() {
        return of(Path.of("/"), System::nanoTime);
    }

    /** Returns whether the system tells how busy its processors are. */
    public boolean isPossible() {
        return LoadSampler.knows(sampler.of(Set.of()));
    }

    /** Begins an interval. */
    public void begin(OwnPart own) {
        begin = sampler.of(own.processes());
        everybody = null;
    }

    /** Looks at all processes, so that those that end within the interval can be named too. It takes some milliseconds. */
    public void lookAtAll() {
        everybody = sampler.all();
    }

    /**
     * Returns what others took since {@link #begin}, with the processes that took most where it was notable; waits for a moment where these
     * have to be found first.
     *
     * @param own the processes that are this program's by now, and where they run
     * @return empty where the system tells nothing, or too little time has passed to say
     */
    public Optional<Load> end(OwnPart own) {
        LoadSampler.Times now = sampler.of(own.processes());
        if (!LoadSampler.knows(now) || now.nanos() - begin.nanos() < LEAST_NANOS) {
            return Optional.empty();
        }
        Load load = sampler.between(begin, now, own.processes()::contains, own.cpus());
        return Optional.of(load.otherCores() < NOTABLE_CORES ? load : named(load, own));
    }

    private Load named(Load load, OwnPart own) {
        if (everybody == null) {
            lookAtAll();
            LockSupport.parkNanos(LEAST_NANOS);
        }
        return load.withBusiest(sampler.busiest(everybody, sampler.all(), own.processes()::contains, own.cpus()));
    }
}
