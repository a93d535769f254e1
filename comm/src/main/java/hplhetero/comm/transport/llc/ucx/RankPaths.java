package hplhetero.comm.transport.llc.ucx;

import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.comm.transport.UcxPathRules;
import hplhetero.network.topology.PathTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The path by which UCX sends the commands of one rank to each peer. Without a table UCX chooses; all peers then count as path 0.
 *
 * @param table    the path of each pair of ranks; empty: UCX chooses
 * @param rank     the rank that sends
 * @param settings UCX's settings that all paths of a table need, by their names without UCX's prefix
 */
record RankPaths(Optional<PathTable> table, int rank, Map<String, String> settings) {
    private static final String PREFIX = "UCX_";

    RankPaths {
        settings = Map.copyOf(settings);
    }

    /**
     * Returns the paths of a rank by the table of these options.
     *
     * @param ports the InfiniBand ports of this host
     * @throws hplhetero.comm.CommException when this host cannot send by the paths of the table
     */
    static RankPaths of(TransportOptions options, int rank, List<InfiniBandPort> ports) {
        Map<String, String> settings = new HashMap<>();
        options.paths().ifPresent(table -> {
            UcxPathRules.check(table, options.environment(), ports);
            if (!UcxPathRules.onePath(table)) {
                UcxPathRules.transports(options.environment()).ifPresent(value -> settings.put(unprefixed(UcxPathRules.TRANSPORTS), value));
            }
        });
        return new RankPaths(options.paths(), rank, settings);
    }

    private static String unprefixed(String variable) {
        return variable.substring(PREFIX.length());
    }

    /** Returns the path to a peer, from 0. */
    int to(int peer) {
        return table.map(paths -> paths.path(rank, peer)).orElse(0);
    }

    /** Returns the path of the worker to which the peers send: that to the first peer, or 0 where there is none. */
    int home() {
        return table.filter(paths -> paths.ranks() > 1).map(paths -> paths.path(rank, rank == 0 ? 1 : 0)).orElse(0);
    }

    /** Returns the settings of a UCX context that sends by a path, by their names without UCX's prefix. */
    Map<String, String> settings(int path) {
        Map<String, String> all = new HashMap<>(settings);
        if (table.isPresent()) {
            all.put(unprefixed(UcxPathRules.LID_PATH_BITS), Integer.toString(path));
        }
        return all;
    }
}
