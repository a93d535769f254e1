package hplhetero.comm.transport;

import hplhetero.comm.CommException;
import hplhetero.network.topology.PathTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The conditions under which UCX sends by a table of paths, and the settings that it needs for this (docs/decisions/0052-paths-below.md).
 * UCX adds the path to the LID of the receiver and to the LID of the sender.
 */
public final class UcxPathRules {
    /** The variable by which UCX takes a path. */
    public static final String LID_PATH_BITS = "UCX_IB_LID_PATH_BITS";
    /** The variable by which UCX takes the names of its transports. */
    public static final String TRANSPORTS = "UCX_TLS";
    /** The value of {@link #TRANSPORTS} that leaves out reliable connections. */
    private static final String UNRELIABLE = "^rc_verbs,rc_mlx5";
    private static final String DEVICES = "UCX_NET_DEVICES";

    private UcxPathRules() {
    }

    /**
     * Checks that UCX can send by the paths of a table on this host.
     *
     * @param environment the process' environment variables
     * @param ports       the InfiniBand ports of this host
     * @throws CommException when the user gave UCX a path, or a port has too few LIDs
     */
    public static void check(PathTable table, Map<String, String> environment, List<InfiniBandPort> ports) {
        if (environment.containsKey(LID_PATH_BITS)) {
            throw new CommException(LID_PATH_BITS + "=" + environment.get(LID_PATH_BITS)
                    + ": contradicts the table of paths: unset the variable, or drop --lid-table");
        }
        String devices = environment.getOrDefault(DEVICES, "all");
        List<String> named = Arrays.asList(devices.split(","));
        List<InfiniBandPort> taken = ports.stream().filter(port -> named.contains("all") || named.contains(port.name())).toList();
        if (taken.isEmpty()) {
            throw new CommException("this host has no InfiniBand port that UCX may take, " + DEVICES + "=" + devices
                    + ": a table of paths has no effect here, drop --lid-table");
        }
        // UCX would divide by zero at a port without the LID
        taken.stream().filter(port -> port.lids() <= table.most()).findFirst().ifPresent(few -> {
            throw new CommException("the port " + few.name() + " has LMC=" + few.lmc() + ", which gives " + few.lids() + (few.lids() == 1
                    ? " LID" : " LIDs") + ", but the table has path=" + table.most() + ": set a larger lmc in the subnet manager, choose "
                    + "among fewer paths, or name the ports that have more LIDs in " + DEVICES);
        });
    }

    /** Returns whether all ranks of a table send to all others by one and the same path. */
    public static boolean onePath(PathTable table) {
        OptionalInt first = table.pathFrom(0);
        return first.isPresent() && IntStream.range(1, table.ranks()).allMatch(rank -> table.pathFrom(rank).equals(first));
    }

    /**
     * Returns the value that {@link #TRANSPORTS} must be given for a table whose ranks send by several paths. A reliable connection takes
     * packets only from the LID to which it sends (InfiniBand specification 9.6.1.5), so both ends would need the same path. Reliable
     * connections are therefore left out. Empty where the user's own value does so.
     *
     * @param environment the process' environment variables
     * @throws CommException when the user's own value lets UCX take reliable connections
     */
    public static Optional<String> transports(Map<String, String> environment) {
        String given = environment.getOrDefault(TRANSPORTS, "");
        if (given.isEmpty()) {
            return Optional.of(UNRELIABLE);
        }
        if (reliable(given)) {
            throw new CommException(TRANSPORTS + "=" + given + ": lets UCX take reliable connections, whose two ends need the same path: "
                    + "unset the variable, or name dc or ud in place of rc, ib and all");
        }
        return Optional.empty();
    }

    /** Returns whether a list of UCX's transports leaves reliable connections. */
    private static boolean reliable(String transports) {
        List<String> words = Arrays.stream(transports.replaceFirst("^\\^", "").split(",")).map(word -> word.replace("\\", "")).toList();
        return transports.startsWith("^")
                ? !words.contains("ib") && !words.contains("rc") && !words.containsAll(List.of("rc_verbs", "rc_mlx5"))
                : words.stream().anyMatch(word -> word.equals("all") || word.equals("ib") || word.startsWith("rc"));
    }
}
