package hplhetero.run.power;

import hplhetero.hpl.HostMeter;
import hplhetero.hpl.result.HealthEvent;
import hplhetero.hpl.result.HealthSeries;
import hplhetero.hpl.result.HostLoad;
import hplhetero.hpl.result.HostPower;
import hplhetero.run.facts.HostFacts.Busy;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.facts.OwnPart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Measures a host while a test runs. It reads its sources when the clock starts and stops, and once a second between, in a thread of its
 * own. A sample takes half a microsecond a file and makes no garbage. Each fifth also closes a point of the host's health, which takes
 * some files more. Owner: one rank's thread; the sampler thread uses it between {@link #start} and {@link #stop}.
 */
public final class PowerMeter implements HostMeter {
    /**
     * Name of the property by which tests name a folder with files like a machine's {@code proc} and {@code sys}. A folder of the host's
     * name below it comes first. Only tests may set the property.
     */
    static final String ROOT_PROPERTY = "hpl.test.power.root";
    /** Name of the property by which tests name the library that {@link Nvml} loads. Only tests may set the property. */
    static final String NVML_PROPERTY = "hpl.test.power.nvml";

    /**
     * Seconds of the shortest test whose energy is told. Counters step once a millisecond (RAPL) to ten times a second (NVML), so they say
     * nothing of a shorter one.
     */
    private static final double LEAST_SECONDS = 0.1;
    static final long INTERVAL_NANOS = 1_000_000_000L;
    private static final double NANOS = 1e-9;

    private final String host;
    private final Optional<PowerSource> source;
    /** The reason why there is no source, where another user would have one; else empty. */
    private final Optional<String> refusal;
    private final Optional<CoreClock> clock;
    private final Optional<Throttling> throttling;
    private final Optional<Temperature> temperature;
    private final Optional<OwnPart> own;
    private final Optional<LoadMeter> load;
    private final HealthRecorder health;
    /** Whether the host has GPUs, or files of memory, errors and links. */
    private final boolean knowsHealth;
    /** Number of cores of the host that its ranks may use. */
    private final int cores;
    private final LongSupplier nanoTime;
    private final long intervalNanos;
    /** Whether samples are to be taken. Written by the owner, read by the sampler thread. */
    private volatile boolean running;
    private Thread sampler;
    /** Time of the last {@link #start}, in nanoseconds. */
    private long begin;

    /**
     * Finds what can be measured of a host.
     *
     * @param host          name of the host
     * @param root          the folder that holds {@code proc} and {@code sys}
     * @param nvml          name of Nvidia's library
     * @param cpus          one hardware thread of each core that the host's ranks may use
     * @param threads       number of threads of all the host's ranks together
     * @param own           this program's part of the host; empty where it cannot be told from the part of others
     * @param cores         number of cores that the host's ranks may use
     * @param nanoTime      the clock that energy and load are measured by, in nanoseconds
     * @param intervalNanos nanoseconds between two samples
     */
    PowerMeter(String host, Path root, String nvml, List<Integer> cpus, int threads, Optional<OwnPart> own, int cores,
            LongSupplier nanoTime, long intervalNanos) {
        this.nanoTime = nanoTime;
        this.intervalNanos = intervalNanos;
        this.host = host;
        this.own = own;
        this.cores = cores;
        load = own.map(any -> LoadMeter.of(root, nanoTime)).filter(LoadMeter::isPossible);
        temperature = Temperature.of(root);
        source = PowerSources.find(root, nvml);
        refusal = source.isPresent() ? Optional.empty() : Rapl.refusal(root);
        clock = cpus.isEmpty() ? Optional.empty() : CoreClock.of(root, cpus, threads);
        throttling = Throttling.of(root, cpus);
        Gpus gpus = Gpus.find(root, nvml);
        HealthFiles files = HealthFiles.of(root, gpus);
        knowsHealth = files.knowsAnything() || !gpus.links().isEmpty();
        health = new HealthRecorder(new HealthRecorder.Sources(clock, temperature, throttling, source, load, own), files, gpus);
        rehearse();
    }

    /**
     * Returns a meter of this computer's power, clocks, temperature and load by other programs.
     *
     * @param host    name of the computer
     * @param cpus    number, as the operating system counts, of one hardware thread of each core that this program's ranks on the computer
     *                may use
     * @param threads number of threads of all these ranks together
     * @param own     the program's processes and hardware threads on the computer, so that the rest of its load is that of others; empty
     *                where they cannot be told apart, and then no load is measured
     * @param cores   number of cores that these ranks may use
     */
    public static PowerMeter here(String host, List<Integer> cpus, int threads, Optional<OwnPart> own, int cores) {
        Path root = Path.of(System.getProperty(ROOT_PROPERTY, "/"));
        Path its = root.resolve(host);
        return new PowerMeter(host, root.getNameCount() > 0 && Files.isDirectory(its) ? its : root,
                System.getProperty(NVML_PROPERTY, Nvml.LIBRARY), cpus, threads, own, cores, System::nanoTime, INTERVAL_NANOS);
    }

    /**
     * Sets the listener that hears of what goes wrong with the host, while a test runs.
     *
     * @param listener hears of each kind of event once in a test, on the thread that samples
     */
    public void onEvent(Consumer<HealthEvent> listener) {
        health.listen(listener);
    }

    /** Takes samples and records them, so that the classes that this needs are loaded before any clock runs. */
    private void rehearse() {
        long now = nanoTime.getAsLong();
        load.ifPresent(its -> its.begin(own.orElseThrow()));
        health.begin(now);
        sample();
        health.sample(now + HealthRecorder.SPAN_NANOS);
        health.end(now + HealthRecorder.SPAN_NANOS);
    }

    /** Returns whether this meter can measure anything of its host, or can say why energy is not measured. */
    boolean knowsAnything() {
        return source.isPresent() || refusal.isPresent() || clock.isPresent() || throttling.isPresent() || temperature.isPresent()
                || load.isPresent() || knowsHealth;
    }

    @Override
    public void start() {
        if (!knowsAnything()) {
            return;
        }
        running = true;
        sampler = Thread.ofPlatform().daemon().priority(Thread.MIN_PRIORITY).name("power meter").unstarted(this::sampleUntilStopped);
        clock.ifPresent(CoreClock::begin);
        throttling.ifPresent(Throttling::begin);
        temperature.ifPresent(Temperature::begin);
        load.ifPresent(its -> its.begin(own.orElseThrow()));
        begin = nanoTime.getAsLong();
        source.ifPresent(its -> its.begin(begin));
        health.begin(begin);
        sampler.start();
    }

    private void sampleUntilStopped() {
        long next = begin + intervalNanos;
        boolean first = true;
        while (running) {
            long left = next - nanoTime.getAsLong();
            if (left > 0) {
                LockSupport.parkNanos(left);
            } else {
                sample();
                if (first) {
                    load.ifPresent(LoadMeter::lookAtAll);
                    first = false;
                }
                next += intervalNanos;
            }
        }
    }

    /** Takes a sample between the beginning and the end of a test. The cores' clock is sampled here only. */
    void sample() {
        if (clock.isPresent()) {
            clock.get().sample();
        }
        long now = nanoTime.getAsLong();
        sampleCounters(now);
        health.sample(now);
    }

    private void sampleCounters(long now) {
        if (source.isPresent()) {
            source.get().sample(now);
        }
        if (throttling.isPresent()) {
            throttling.get().sample();
        }
        if (temperature.isPresent()) {
            temperature.get().sample();
        }
    }

    @Override
    public Optional<HostPower> stop(double seconds) {
        if (!knowsAnything()) {
            return Optional.empty();
        }
        running = false;
        LockSupport.unpark(sampler);
        boolean interrupted = false;
        while (sampler.isAlive()) {
            try {
                sampler.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        long end = nanoTime.getAsLong();
        sampleCounters(end);
        HealthSeries series = health.end(end);
        double watts = source.map(PowerSource::joules).orElse(Double.NaN) / ((end - begin) * NANOS);
        double joules = seconds < LEAST_SECONDS ? Double.NaN : watts * seconds;
        return Optional.of(new HostPower(host, joules, Double.isNaN(joules) ? refusal.orElse("") : source.orElseThrow().told(),
                clock.map(CoreClock::mean).orElse(Double.NaN), clock.map(CoreClock::least).orElse(Double.NaN),
                throttling.map(Throttling::times).orElse(-1L), clock.map(CoreClock::highestBefore).orElse(Double.NaN),
                temperature.map(Temperature::highest).orElse(Double.NaN), loadOfOthers(), series));
    }

    private HostLoad loadOfOthers() {
        return load.flatMap(its -> its.end(own.orElseThrow())).map(its -> new HostLoad(cores, its.otherCores(), its.stolenCores(),
                its.busiest().stream().map(Busy::text).collect(Collectors.joining(", ")))).orElse(HostLoad.UNKNOWN);
    }
}
