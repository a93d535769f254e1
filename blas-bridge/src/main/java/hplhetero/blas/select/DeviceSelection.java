package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceInfo;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The decision whether a device is faster than the cores of one rank, by wall time; see docs/decisions/0057. Used once, by one thread. */
final class DeviceSelection {
    /**
     * The rate that a core beyond the measured ones adds, as a share of a measured core's rate. An estimate: all-core clocks are 20-40 %
     * lower.
     */
    private static final double FURTHER_CORE = 0.7;

    private final List<KernelProvider> providers;
    private final BlasOptions options;
    private final LongSupplier nanoTime;
    private final List<KernelSelection.Entry> dropouts = new ArrayList<>();

    /** A device of a provider, by the provider's number for it, and its PCI address, empty where not known. */
    private record Place(KernelProvider provider, int number, String address) {
    }

    /** A device that is ready, with the rate of its products in GFLOPS. */
    private record Measured(DenseKernels kernels, double gflops) {

        String name() {
            return kernels.name();
        }
    }

    /**
     * Creates a selection that measures by the system's clock.
     *
     * @param providers the providers, of which only those take part that compute on a device and may be the fastest there
     */
    DeviceSelection(List<KernelProvider> providers, BlasOptions options) {
        this(providers, options, System::nanoTime);
    }

    /**
     * Creates a selection that measures by another clock.
     *
     * @param nanoTime the clock that products are timed by, in nanoseconds
     */
    DeviceSelection(List<KernelProvider> providers, BlasOptions options, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.providers = providers.stream().filter(one -> one.takesDevice() && one.contends()).toList();
        this.options = options;
    }

    /**
     * Chooses the kernels of a rank: those of a device where there is one for the rank and it updates faster than the rank's cores, else
     * those of {@code host}; see {@link Blas#orDevice}.
     *
     * @param host  the host's fastest provider
     * @param index number of the device for the rank, counted over all providers from 0
     * @param cores number of cores of the rank
     */
    BlasChoice orDevice(BlasChoice host, int index, int cores) {
        if (options.library().isPresent()) {
            // the user's library is for the host's kernels
            return host;
        }
        KernelSelection.Entry itsCores = host.selection().orElseThrow().best();
        double hostGflops = hostGflops(cores, UpdateBenchmark.THREADS_AT_ONCE, itsCores.gflopsPerCore());
        List<Place> places = places();
        Optional<Measured> device = places.stream().skip(index).findFirst().flatMap(this::loaded)
                .flatMap(kernels -> measured(kernels, hostGflops));
        String coresRate = (cores == 1 ? "the host's core reaches " : "the host's " + cores + " cores reach ") + gflops(hostGflops)
                + (cores > UpdateBenchmark.THREADS_AT_ONCE ? " (estimated from " + UpdateBenchmark.THREADS_AT_ONCE + ")" : "");
        if (device.isPresent() && device.get().gflops > hostGflops) {
            return choice(device.get().kernels, "fastest by wall time: " + gflops(device.get().gflops) + " GFLOPS, " + coresRate + " with "
                    + itsCores.name(), host);
        }
        return choice(host.kernels(), host.reason() + device.map(slow -> "; " + slow.name() + " (" + info(slow.kernels).name()
                + ") not taken: " + gflops(slow.gflops) + " GFLOPS, " + coresRate).orElse(""), host);
    }

    /**
     * Estimates the rate of all cores from the rate of a few cores that were measured together. Each further core counts
     * {@value #FURTHER_CORE} cores, because the clock falls, and more cores share memory, when more cores work.
     *
     * @param cores         number of physical cores
     * @param measured      number of cores that worked when the rate was measured
     * @param gflopsPerCore measured rate of one core, in GFLOPS
     * @return the rate of all cores, in GFLOPS
     */
    static double hostGflops(int cores, int measured, double gflopsPerCore) {
        return gflopsPerCore * (Math.min(cores, measured) + FURTHER_CORE * Math.max(0, cores - measured));
    }

    private BlasChoice choice(DenseKernels kernels, String reason, BlasChoice host) {
        List<String> why = dropouts.stream().flatMap(entry -> entry.dropout().stream()).toList();
        return new BlasChoice(kernels, Stream.concat(Stream.of(reason), why.stream()).collect(Collectors.joining("; ")), host.selection(),
                Stream.concat(host.dropouts().stream(), why.stream()).toList());
    }

    /** Chooses the fastest provider for the device whose number the options name; see {@link Blas#numberedDevice}. */
    BlasChoice numbered() {
        int number = options.device().number();
        List<DenseKernels> ready = providers.stream().flatMap(one -> loaded(new Place(one, number, "")).stream()).toList();
        if (ready.size() == 1) {
            return new BlasChoice(ready.getFirst(), "device named by the user", Optional.empty(), List.of());
        }
        List<Measured> found = ready.stream().flatMap(kernels -> measured(kernels, 0).stream())
                .sorted(Comparator.comparingDouble(Measured::gflops).reversed()).toList();
        if (found.isEmpty()) {
            throw new KernelException("no device for --blas auto, device=" + number + ": leave --device out, or choose another --blas; "
                    + dropouts.stream().map(one -> one.name() + ": " + one.problem().orElseThrow()).collect(Collectors.joining("; ")));
        }
        return new BlasChoice(found.getFirst().kernels, "device named by the user, fastest by wall time: " + found.stream()
                .map(one -> one.name() + " " + gflops(one.gflops)).collect(Collectors.joining(", ")) + " GFLOPS", Optional.empty(),
                List.of());
    }

    /** Returns the PCI addresses of all devices, provider by provider; empty texts where they are not known. */
    List<String> addresses() {
        return places().stream().map(Place::address).toList();
    }

    /** Returns all devices, provider by provider. */
    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        for (KernelProvider provider : providers) {
            try {
                List<String> addresses = provider.deviceAddresses(options.library());
                IntStream.range(0, addresses.size()).mapToObj(number -> new Place(provider, number, addresses.get(number)))
                        .forEach(places::add);
            } catch (KernelException | LinkageError e) {
                dropsOut(provider.name(), e);
            }
        }
        return places;
    }

    /** Returns the kernels for a device; empty where they cannot be loaded, which is noted. */
    private Optional<DenseKernels> loaded(Place place) {
        try {
            return Optional.of(Blas.load(place.provider, options.withDevice(options.device().withNumber(place.number))));
        } catch (KernelException | LinkageError e) {
            dropsOut(place.provider.name(), e);
            return Optional.empty();
        }
    }

    /**
     * Returns a device with its rate; empty where measuring fails, which is noted. A device that was slower than the host is measured again
     * in the next runs, because other users of the device may be gone.
     */
    private Optional<Measured> measured(DenseKernels kernels, double hostGflops) {
        try {
            return Optional.of(new Measured(kernels,
                    kept(kernels).highest(rate -> rate > hostGflops, () -> DeviceRate.brief(kernels, nanoTime))));
        } catch (KernelException | LinkageError e) {
            dropsOut(kernels.name(), e);
            return Optional.empty();
        }
    }

    private void dropsOut(String provider, Throwable e) {
        String why = e instanceof KernelException ? e.getMessage() : e.toString();
        dropouts.add(new KernelSelection.Entry(provider, "", 0, Optional.of(why)));
    }

    private KeptRate kept(DenseKernels kernels) {
        DeviceInfo device = info(kernels);
        Map<String, String> key = new TreeMap<>(MachineCache.key(kernels.getClass()));
        key.put("provider", kernels.name());
        key.put("device", device.name());
        key.put("driver", device.driver());
        key.put("memory", device.bytes() + " of which " + options.device().mostBytes());
        return new KeptRate(new MachineCache(options.cacheFolder(), "device-rate", MachineIdentity.processor() + " " + kernels.name() + " "
                + device.name()), key, "gflops", options);
    }

    private static DeviceInfo info(DenseKernels kernels) {
        return kernels.device().orElseThrow();
    }

    private static String gflops(double rate) {
        return String.format(Locale.ROOT, rate < 100 ? "%.1f" : "%.0f", rate);
    }
}
