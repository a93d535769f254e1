package hplhetero.run.start;

import hplhetero.comm.CommException;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.TransportProvider;
import hplhetero.comm.TransportProvider.PathChoice;
import hplhetero.input.text.InputException;
import hplhetero.network.topology.PathTable;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds and opens the transport of a run. */
public final class Transports {
    /** Name of the transport whose ranks are threads of one process; used where no launcher has started several. */
    public static final String LOCAL = "local";
    public static final String AUTO = "auto";

    /** The most ranks that are threads of one process. More would take its memory, or minutes to find each other. */
    private static final int MOST_RANKS_OF_A_PROCESS = 512;

    private Transports() {
    }

    /**
     * Checks that this many ranks can be threads of this process.
     *
     * @throws InputException when there are too many
     */
    public static void requireOneProcess(int ranks) {
        if (ranks > MOST_RANKS_OF_A_PROCESS) {
            throw new InputException("ranks=" + ranks + ": one process runs at most " + MOST_RANKS_OF_A_PROCESS
                    + " ranks: choose fewer, or start them over hosts with --hosts or an MPI launcher");
        }
    }

    /**
     * Opens the transport asked for. {@link #AUTO} stands for that of the launcher that started this process, else {@link #LOCAL}.
     *
     * @param name    one of {@link #words}
     * @param options what the transport is to do besides, such as protecting messages
     * @throws InputException when no transport has this name, or it cannot follow the table of paths or protect messages
     * @throws CommException when it cannot be used here, or there is a setting that no transport has
     */
    public static Transport open(String name, TransportOptions options) {
        TransportProvider provider = provider(name, options);
        options.paths().ifPresent(table -> requireFollowed(provider, table));
        if (options.secure() && !provider.secures()) {
            throw new InputException("--secure: the transport " + provider.name() + " sends its messages unprotected: choose "
                    + providers().stream().filter(TransportProvider::secures).map(TransportProvider::name)
                    .collect(Collectors.joining(", ", "one of ", "")) + " by --transport, or with --hosts by --launcher");
        }
        return provider.open(options);
    }

    private static void requireFollowed(TransportProvider provider, PathTable table) {
        PathChoice choice = provider.paths();
        if (choice == PathChoice.NONE) {
            throw new InputException("--lid-table: the transport " + provider.name() + " has no paths to choose among: drop the option, or "
                    + "take --transport llc:ucx, or an MPI over UCX (--transport mpi)");
        }
        for (int rank = 0; choice == PathChoice.SENDER && rank < table.ranks(); rank++) {
            if (table.pathFrom(rank).isEmpty()) {
                throw new InputException("--lid-table: rank=" + rank + " sends by several paths, but the transport " + provider.name()
                        + " takes one path for all messages of a rank: make the table with './hpl net lids --method sender-wise', or take "
                        + "--transport llc:ucx");
            }
        }
    }

    /** Returns all words that name a transport, {@link #AUTO} first. */
    public static List<String> words() {
        return Stream.concat(Stream.of(AUTO), providers().stream().map(TransportProvider::name)).toList();
    }

    private static List<TransportProvider> providers() {
        return ServiceLoader.load(TransportProvider.class).stream().map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(TransportProvider::name)).toList();
    }

    private static TransportProvider provider(String name, TransportOptions options) {
        List<TransportProvider> all = providers();
        options.requireKnown(all);
        String wanted = !name.equals(AUTO) ? name
                : all.stream().filter(t -> t.launched(options.environment())).map(TransportProvider::name).findFirst().orElse(LOCAL);
        return all.stream().filter(t -> t.name().equals(wanted)).findFirst().orElseThrow(() -> InputException.unknownWord("--transport "
                + name + ": unknown, choose one of " + String.join(", ", words()), name, words()));
    }
}
