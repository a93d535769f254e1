package hplhetero.comm;

import hplhetero.network.topology.PathTable;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What a transport is to go by.
 *
 * @param environment    the process' environment variables
 * @param settings       what only some transports know, by names such as {@code mpi.library}; each reads its own
 *                       ({@link TransportProvider#settings})
 * @param paths          by which of the network's paths each rank is to send to each; empty: as the network does unasked. To be given only
 *                       to transports that can follow it ({@link TransportProvider#paths})
 * @param patience       how long the run waits for signs of life before it is ended
 * @param secure         whether messages between hosts are to be encrypted and authenticated; to be given only to transports that can
 *                       ({@link TransportProvider#secures})
 * @param onFatalFailure called from a thread of the transport when the run has failed while this process' rank cannot be
 *                       reached, because it computes or a call of the transport does not return: is to say why and to end
 *                       the process
 */
public record TransportOptions(Map<String, String> environment, Map<String, String> settings, Optional<PathTable> paths,
                               Patience patience, boolean secure, Consumer<CommException> onFatalFailure) {

    public TransportOptions {
        environment = Map.copyOf(environment);
        settings = Map.copyOf(settings);
    }

    /** Without a table of paths, and without protection. */
    public TransportOptions(Map<String, String> environment, Map<String, String> settings, Patience patience,
                            Consumer<CommException> onFatalFailure) {
        this(environment, settings, Optional.empty(), patience, false, onFatalFailure);
    }

    /** Everything is looked for. */
    public static TransportOptions usual(Consumer<CommException> onFatalFailure) {
        return new TransportOptions(System.getenv(), Map.of(), Patience.USUAL, onFatalFailure);
    }

    /** The same, with messages by these paths. */
    public TransportOptions over(PathTable table) {
        return new TransportOptions(environment, settings, Optional.of(table), patience, secure, onFatalFailure);
    }

    /** A setting, where one was given. */
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /**
     * Refuses settings that none of the transports has. Those of a transport that is not used are no error.
     *
     * @param providers of all transports there are
     * @throws CommException naming a setting that is none, and those there are
     */
    public void requireKnown(Collection<? extends TransportProvider> providers) {
        SortedMap<String, String> known = new TreeMap<>();
        providers.forEach(provider -> known.putAll(provider.settings()));
        settings.forEach((name, value) -> {
            if (!known.containsKey(name)) {
                throw new CommException("the setting " + name + "=" + value + " belongs to no transport: choose among " + known.entrySet()
                        .stream().map(entry -> entry.getKey() + " (" + entry.getValue() + ")").collect(Collectors.joining(", ")));
            }
        });
    }
}
