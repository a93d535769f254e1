package hplhetero.blas;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds the kernel providers and chooses one. */
public final class Blas {
    /** The word that asks for the fastest provider of this machine. */
    public static final String AUTO = "auto";

    /** The oracle of the tests is far too slow to take part. */
    private static final String NOT_IN_CONTEST = "reference";

    private Blas() {
    }

    /** All providers on the class path, by name. */
    public static List<KernelProvider> providers() {
        return ServiceLoader.load(KernelProvider.class).stream().map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(KernelProvider::name)).toList();
    }

    /**
     * Loads the provider of that name, or with {@link #AUTO} the one that wins the contest. A provider
     * named and not usable is an error, never replaced by another one.
     *
     * @throws KernelException the name is unknown, or the provider cannot be used here
     */
    public static BlasChoice select(String name, BlasOptions options) {
        if (!name.equals(AUTO)) {
            KernelProvider provider = provider(name);
            refuseUselessLibrary(provider, options);
            return new BlasChoice(provider.load(options.library()), "named by the user", Optional.empty());
        }
        Contest contest = contest(options);
        DenseKernels kernels = load(provider(contest.winner()), options);
        return new BlasChoice(kernels, contest.reason(), Optional.of(contest));
    }

    /**
     * Which provider is the fastest on this machine: from the cache, where the machine, Java, this product,
     * the providers and the library are the same as then, else measured in about a second on this thread.
     *
     * @throws KernelException no provider can be used here
     */
    public static Contest contest(BlasOptions options) {
        List<KernelProvider> entrants = providers().stream().filter(p -> !p.name().equals(NOT_IN_CONTEST)).toList();
        throw new KernelException("no contest yet among " + names(entrants) + ": name a provider");
    }

    private static DenseKernels load(KernelProvider provider, BlasOptions options) {
        return provider.load(provider.takesLibrary() ? options.library() : Optional.empty());
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
