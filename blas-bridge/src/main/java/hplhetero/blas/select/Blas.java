package hplhetero.blas.select;

import hplhetero.blas.DenseKernels;
import hplhetero.blas.DeviceOptions;
import hplhetero.blas.KernelException;
import hplhetero.blas.KernelProvider;
import hplhetero.blas.environment.CacheLock;
import hplhetero.blas.host.vector.VectorProvider;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The entry to the kernel providers: finds them and chooses one. */
public final class Blas {
    /** The word that asks for the fastest provider on this machine. */
    public static final String AUTO = "auto";

    private static final String NAMED = "named by the user";
    /** The name of the cached selection. It differs from "contest", the name under which earlier versions kept rates by CPU time. */
    private static final String SELECTION = "kernel-selection";
    private static final String PEAK = "fmaPeakGflops";

    private Blas() {
    }

    /** Returns all providers on the class path, sorted by name. */
    public static List<KernelProvider> providers() {
        return ServiceLoader.load(KernelProvider.class).stream().map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(KernelProvider::name)).toList();
    }

    /**
     * Loads the provider of a name, or with {@link #AUTO} the fastest of those that compute on the host's cores. A named provider that
     * cannot be used is an error and never replaced by another one.
     *
     * @param name    word by which a user asks for the provider, or {@link #AUTO}
     * @param options library, device and cache with which to choose and load
     * @throws KernelException when the name is unknown, or the provider cannot be used on this machine
     */
    public static BlasChoice select(String name, BlasOptions options) {
        if (!name.equals(AUTO)) {
            KernelProvider provider = provider(name);
            refuseUselessLibrary(provider, options);
            return new BlasChoice(provider.load(options.library(), options.device()), NAMED, Optional.empty(), List.of());
        }
        KernelSelection selection = selection(options);
        try {
            return chosen(selection, options);
        } catch (KernelException | LinkageError e) {
            if (!selection.fromCache()) {
                throw e;
            }
            // the cached winner cannot be used now, so the providers are measured again
            return chosen(selection(options.withCacheUse(BlasOptions.CacheUse.NONE)), options);
        }
    }

    /**
     * Returns whether the provider of a name computes on a device, such as a GPU; false also where no provider has this name.
     *
     * @param name word by which a user asks for the provider
     */
    public static boolean computesOnDevice(String name) {
        return providers().stream().anyMatch(provider -> provider.name().equals(name) && provider.takesDevice());
    }

    /**
     * Returns the addresses on the PCI bus of the devices of which a rank may take one, in the order in which
     * {@link #orDevice} and {@link #select(String, BlasOptions, int)} count them. An address is empty where it is not known. The list is
     * empty where the rank can take none. Devices that cannot be used are no error here.
     *
     * @param name    word by which the user asks for the rank's provider, or {@link #AUTO}
     * @param options library and device with which to choose
     */
    public static List<String> deviceAddresses(String name, BlasOptions options) {
        if (name.equals(AUTO)) {
            return options.library().isPresent() ? List.of() : new DeviceSelection(providers(), options).addresses();
        }
        try {
            return providers().stream().filter(one -> one.name().equals(name) && one.takesDevice())
                    .flatMap(one -> one.deviceAddresses(one.takesLibrary() ? options.library() : Optional.empty()).stream()).toList();
        } catch (KernelException | LinkageError unusable) {
            // whoever loads this provider's kernels hears of it
            return List.of();
        }
    }

    /**
     * Loads the provider of a name for one of several ranks that use a machine together, each with kernels of its own. Differs from
     * {@link #select(String, BlasOptions)} where the name is not {@link #AUTO}: each rank uses a device of its own where the user named
     * none, and a library is ignored, not refused, where the provider takes none.
     *
     * @param name    word by which a user asks for the provider, or {@link #AUTO}
     * @param options library, device and cache with which to choose and load
     * @param index   number of the device for the rank, from 0 on; numbers beyond the last device begin again at the first
     * @throws KernelException when the name is unknown, or the provider cannot be used on this machine
     */
    public static BlasChoice select(String name, BlasOptions options, int index) {
        if (name.equals(AUTO)) {
            return select(name, options);
        }
        KernelProvider provider = provider(name);
        BlasOptions own = provider.takesLibrary() ? options : options.withLibrary(Optional.empty());
        if (options.device().number() == DeviceOptions.ANY) {
            int devices = provider.deviceAddresses(own.library()).size();
            own = own.withDevice(options.device().withNumber(devices == 0 ? 0 : index % devices));
        }
        return new BlasChoice(provider.load(own.library(), own.device()), NAMED, Optional.empty(), List.of());
    }

    /**
     * Chooses the kernels of a rank where the user named no provider. The choice is a device of the machine where there is one for the rank
     * and it updates faster than the rank's cores, and otherwise the host's fastest provider. It is {@code host} itself where the user
     * named a library, which is for the host's kernels. A device that cannot be used is no error: the choice says why.
     *
     * @param host    the host's fastest provider, from {@link #select(String, BlasOptions)} with {@link #AUTO}
     * @param options library, device and cache with which to choose and load
     * @param index   number of the device for the rank, from 0 on, counted over all providers; where there is no device of this number,
     *                the rank uses its cores
     * @param cores   number of cores of the rank, &gt;= 1
     */
    public static BlasChoice orDevice(BlasChoice host, BlasOptions options, int index, int cores) {
        return new DeviceSelection(providers(), options).orDevice(host, index, cores);
    }

    /**
     * Returns the fastest provider for a device whose number the user gave without naming a provider.
     *
     * @throws KernelException when no provider has a device of this number
     */
    public static BlasChoice numberedDevice(BlasOptions options) {
        return new DeviceSelection(providers(), options).numbered();
    }

    private static BlasChoice chosen(KernelSelection selection, BlasOptions options) {
        return new BlasChoice(load(provider(selection.winner()), options), selection.reason(), Optional.of(selection),
                selection.dropouts());
    }

    /**
     * Returns which provider is the fastest on this machine's cores. The answer comes from the cache where the machine, Java, this product,
     * the providers and the library are unchanged. Otherwise the providers are measured, in about a second on all cores. The next runs
     * measure again where providers were nearly equally fast, or where a provider that could not be loaded before can be. One process at a
     * time measures; processes that wait for it use its result.
     *
     * @throws KernelException when no provider can be used on this machine
     */
    public static KernelSelection selection(BlasOptions options) {
        List<KernelProvider> contenders = providers().stream().filter(one -> one.contends() && !one.takesDevice()).toList();
        MachineCache cache = cache(SELECTION, options);
        Map<String, String> key = key(contenders, options);
        Optional<KernelSelection> known = known(contenders, options, cache, key);
        if (known.isPresent() && (known.get().isSettled() || options.cacheUse() == BlasOptions.CacheUse.ANY)) {
            return known.get();
        }
        try (CacheLock turn = options.measuring()) {
            if (turn.waited()) {
                known = known(contenders, options, cache, key);
                if (known.isPresent()) {
                    return known.get();
                }
            }
            KernelSelection now = SelectionRun.among(contenders, options);
            KernelSelection selection = known.map(now::orBetter).orElse(now);
            cache.store(key, SelectionRecord.write(selection));
            return selection;
        }
    }

    /** Returns the cached selection, unless a provider that could not be loaded then can be loaded now. */
    private static Optional<KernelSelection> known(List<KernelProvider> contenders, BlasOptions options, MachineCache cache,
            Map<String, String> key) {
        return cached(options, cache, key).flatMap(SelectionRecord::read)
                .filter(then -> contenders.stream().noneMatch(provider -> isBack(provider, then, options)));
    }

    /**
     * Returns the rate of one core with fused multiply-adds on registers while all cores work, in Gflop/s. The rate is the highest that was
     * measured with the same machine and Java, because only disturbance changes it. It is measured in about 0.2 s at its first
     * {@value KeptRate#SAMPLES} uses, which lie apart, and then comes from the cache. It is 0 where this Java has no vectors to measure
     * with.
     */
    public static double fmaPeakGflops(BlasOptions options) {
        if (!VectorProvider.isInThisJava()) {
            return 0;
        }
        return new KeptRate(cache("fma-peak", options), machineKey(), PEAK, options).highest(none -> false, FmaPeak::measure);
    }

    /** Returns whether a provider could not be loaded for the earlier selection and can be loaded now. */
    private static boolean isBack(KernelProvider provider, KernelSelection then, BlasOptions options) {
        boolean failed = then.entries().stream().filter(entry -> entry.name().equals(provider.name()))
                .flatMap(entry -> entry.problem().stream()).anyMatch(problem -> !problem.equals(Contender.WRONG));
        try {
            return failed && load(provider, options) != null;
        } catch (KernelException | LinkageError e) {
            return false;
        }
    }

    /** Loads a provider, giving the user's library only to providers that take one. */
    static DenseKernels load(KernelProvider provider, BlasOptions options) {
        return provider.load(provider.takesLibrary() ? options.library() : Optional.empty(), options.device());
    }

    private static Optional<Properties> cached(BlasOptions options, MachineCache cache, Map<String, String> key) {
        return options.cacheUse() == BlasOptions.CacheUse.NONE ? Optional.empty() : cache.load(key);
    }

    private static MachineCache cache(String what, BlasOptions options) {
        return new MachineCache(options.cacheFolder(), what, MachineIdentity.processor() + " " + MachineIdentity.java());
    }

    private static Map<String, String> machineKey() {
        return Map.of("processor", MachineIdentity.processor(), "java", MachineIdentity.java(),
                "vectorBits", VectorProvider.isInThisJava() ? Integer.toString(FmaPeak.vectorBits()) : "none");
    }

    private static Map<String, String> key(List<KernelProvider> contenders, BlasOptions options) {
        Map<String, String> key = new TreeMap<>(machineKey());
        contenders.forEach(p -> key.put("provider." + p.name(), p.getClass().getName() + " "
                + MachineIdentity.buildOf(p.getClass())));
        key.put("providers", names(contenders));
        key.put("library", options.library().map(p -> p + " " + MachineIdentity.stamp(p)).orElse("none"));
        return key;
    }

    private static void refuseUselessLibrary(KernelProvider provider, BlasOptions options) {
        if (options.library().isPresent() && !provider.takesLibrary()) {
            throw new KernelException("BLAS provider " + provider.name() + " takes no library, library="
                    + options.library().get() + ": leave it out, or choose a provider that takes one");
        }
    }

    private static KernelProvider provider(String name) {
        List<KernelProvider> all = providers();
        return all.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow(() -> new KernelException(
                "unknown BLAS provider, name=" + name + ": choose one of " + AUTO + ", " + names(all)));
    }

    private static String names(List<KernelProvider> providers) {
        return providers.stream().map(KernelProvider::name).collect(Collectors.joining(", "));
    }
}
