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
 * The settings by which a transport is opened.
 *
 * @param environment    the process' environment variables
 * @param settings       settings that only some transports know, by names such as {@code mpi.library}; each transport reads its own
 *                       ({@link TransportProvider#settings})
 * @param paths          the network path by which each rank sends to each other rank; empty: the network chooses. Given only to transports
 *                       that can follow such a table ({@link TransportProvider#paths})
 * @param timeouts       how long the run waits for signs of life before it is ended
 * @param secure         whether messages between hosts are to be encrypted and authenticated; true only for transports that can do so
 *                       ({@link TransportProvider#secures})
 * @param onFatalFailure says why the run has failed and ends the process; called from a thread of the transport when this process' rank
 *                       cannot be reached, because it computes or a call of the transport does not return
 */
public record TransportOptions(Map<String, String> environment, Map<String, String> settings, Optional<PathTable> paths,
                               LivenessTimeouts timeouts, boolean secure, Consumer<CommException> onFatalFailure) {

    public TransportOptions {
        environment = Map.copyOf(environment);
        settings = Map.copyOf(settings);
    }

    /** Makes options without a table of paths and without encryption. */
    public TransportOptions(Map<String, String> environment, Map<String, String> settings, LivenessTimeouts timeouts,
                            Consumer<CommException> onFatalFailure) {
        this(environment, settings, Optional.empty(), timeouts, false, onFatalFailure);
    }

    /**
     * Returns the usual options: this process' environment, no settings, no table of paths, {@link LivenessTimeouts#USUAL} and no
     * encryption.
     *
     * @param onFatalFailure says why the run has failed and ends the process; called from a thread of the transport when this process' rank
     *                       cannot be reached
     */
    public static TransportOptions usual(Consumer<CommException> onFatalFailure) {
        return new TransportOptions(System.getenv(), Map.of(), LivenessTimeouts.USUAL, onFatalFailure);
    }

    /** Returns these options with messages sent by the paths of {@code table}. */
    public TransportOptions over(PathTable table) {
        return new TransportOptions(environment, settings, Optional.of(table), timeouts, secure, onFatalFailure);
    }

    /** Returns the value of the setting {@code name}, where one was given. */
    public Optional<String> setting(String name) {
        return Optional.ofNullable(settings.get(name));
    }

    /**
     * Refuses settings that no transport knows. A setting of a transport that is not used is no error.
     *
     * @param providers the providers of all transports there are
     * @throws CommException naming the unknown setting, and the settings that exist
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
