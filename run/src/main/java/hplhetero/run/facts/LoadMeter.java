package hplhetero.run.facts;

import hplhetero.run.facts.HostFacts.Load;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Measures how many cores other processes than this program's take while something runs. Reading the counters takes less than a millisecond
 * on a quiet host. The other processes are identified only where they take a notable part. Owner: one thread at a time.
 */
public final class LoadMeter {
    /** The least number of cores taken by other processes and other virtual machines together that is notable. */
    public static final double NOTABLE_CORES = 0.25;

    /**
     * Nanoseconds of the shortest interval that is measured. Processor times are counted in hundredths of a second, so they say little of a
     * shorter one.
     */
    private static final long LEAST_NANOS = 300_000_000;

    private final LoadSampler sampler;
    private LoadSampler.Times begin;
    private LoadSampler.Times everybody;
    /** The times at the last {@link #sinceLast}, or at {@link #begin}. */
    private LoadSampler.Times latest;

    /**
     * Numbers of the cores that a run may use, by who used them in a span of time; NaN where this is not known.
     *
     * @param own    cores that the run used
     * @param others cores that other processes used
     * @param stolen cores that other virtual machines used
     */
    public record Shares(double own, double others, double stolen) {
        /** The value for shares that are not known. */
        public static final Shares UNKNOWN = new Shares(Double.NaN, Double.NaN, Double.NaN);
    }

    private LoadMeter(SystemFiles files, LongSupplier nanoTime) {
        sampler = new LoadSampler(files, nanoTime);
    }

    /**
     * Makes a meter for the host whose {@code proc} lies below {@code root}, which is {@code /} except in tests.
     *
     * @param nanoTime the clock by which processor times become numbers of cores, in nanoseconds
     */
    public static LoadMeter of(Path root, LongSupplier nanoTime) {
        return new LoadMeter(new SystemFiles(root), nanoTime);
    }

    /** Makes a meter for this host. */
    public static LoadMeter here() {
        return of(Path.of("/"), System::nanoTime);
    }

    /** Returns whether the system tells how busy its processors are. */
    public boolean isPossible() {
        return LoadSampler.knows(sampler.of(Set.of()));
    }

    /**
     * Begins an interval of measuring.
     *
     * @param own the processes that are this program's, and where they run
     */
    public void begin(OwnPart own) {
        begin = sampler.of(own.processes());
        latest = begin;
        everybody = null;
    }

    /**
     * Returns who used the cores since the last call of this method, or since {@link #begin}. Unknown where the system tells nothing, or
     * less than 0.3 s has passed; then the next call tells of this time too.
     *
     * @param own the processes that are this program's by now, and where they run
     */
    public Shares sinceLast(OwnPart own) {
        LoadSampler.Times now = sampler.of(own.processes());
        if (!LoadSampler.knows(now) || now.nanos() - latest.nanos() < LEAST_NANOS) {
            return Shares.UNKNOWN;
        }
        Load load = sampler.between(latest, now, own.processes()::contains, own.cpus());
        Shares shares = new Shares(LoadSampler.cores(latest, now), load.otherCores(), load.stolenCores());
        latest = now;
        return shares;
    }

    /** Reads the times of all processes, so that those that end within the interval can be named too. Takes some milliseconds. */
    public void lookAtAll() {
        everybody = sampler.all();
    }

    /**
     * Returns what others took since {@link #begin}, with the processes that took most where it was notable. Waits for 0.3 s where these
     * processes have to be found first.
     *
     * @param own the processes that are this program's by now, and where they run
     * @return the load; empty where the system tells nothing, or too little time has passed to say
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
