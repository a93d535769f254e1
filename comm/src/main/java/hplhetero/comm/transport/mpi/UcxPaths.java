package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.comm.transport.UcxPathRules;
import hplhetero.ffm.CLibrary;
import hplhetero.network.topology.PathTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The paths of this process as UCX, below an MPI, takes them: one path for all that a process sends, in a variable that UCX reads when MPI
 * starts. UCX adds the path to the LID of the receiver and to its own LID (uct_ib, docs/decisions/0052-paths-below.md).
 *
 * <p>Where paths differ between processes, two more variables are needed. A reliable connection takes packets only from the LID that it
 * sends to itself (InfiniBand specification 9.6.1.5), so both ends would need the same path; reliable connections are therefore left out.
 * And long messages must be written by their sender, not read by their receiver, or their bytes would go by the receiver's path.
 *
 * @param rank      rank of this process
 * @param path      path of everything that this process sends
 * @param variables variables that were set for it, as {@code NAME=value}
 */
record UcxPaths(int rank, int path, List<String> variables) {
    private static final String RENDEZVOUS = "UCX_RNDV_SCHEME";

    UcxPaths {
        variables = List.copyOf(variables);
    }

    /**
     * Finds this process' path in a table and sets the variables by which UCX sends by this path. To be called before the MPI library is
     * loaded.
     *
     * @param ports InfiniBand ports of this host, with the number of their LIDs
     * @throws CommException when the table is not of this job, or this host cannot follow it
     */
    static UcxPaths set(PathTable table, Map<String, String> environment, List<InfiniBandPort> ports) {
        int rank = rank(table, Launcher.of(environment), environment);
        UcxPathRules.check(table, environment, ports);
        int path = table.pathFrom(rank).orElseThrow(() -> new CommException("rank=" + rank
                + " sends by several paths: UCX takes one path for each process"));
        List<String> variables = new ArrayList<>();
        set(variables, UcxPathRules.LID_PATH_BITS, Integer.toString(path));
        if (!UcxPathRules.onePath(table)) {
            UcxPathRules.transports(environment).ifPresent(value -> set(variables, UcxPathRules.TRANSPORTS, value));
            String rendezvous = environment.getOrDefault(RENDEZVOUS, "put_zcopy");
            refuse(!rendezvous.equals("put_zcopy"), RENDEZVOUS + "=" + rendezvous
                    + ": long messages would not go by their sender's path: unset the variable");
            set(variables, RENDEZVOUS, "put_zcopy");
        }
        return new UcxPaths(rank, path, variables);
    }

    private static int rank(PathTable table, Launcher launcher, Map<String, String> environment) {
        OptionalInt rank = Launcher.rank(environment);
        refuse(rank.isEmpty(), launcher.text() + " does not tell a process its rank before MPI starts, but UCX needs its path by then: "
                + "start with mpirun, mpiexec or srun, or drop --lid-table");
        int started = launcher.ranks().orElse(table.ranks());
        if (table.ranks() != started || rank.getAsInt() >= started) {
            String text = "the table of paths is for ranks=" + table.ranks() + ", but " + launcher.text() + " started ranks=" + started
                    + ": make a new table with './hpl net lids --table FILE'";
            throw Launcher.isFollower(environment) ? CommException.toldByRank0(text) : new CommException(text);
        }
        return rank.getAsInt();
    }

    private static void set(List<String> variables, String name, String value) {
        refuse(!CLibrary.setenv(name, value), name + "=" + value + ": this system does not let variables be set, drop --lid-table");
        variables.add(name + "=" + value);
    }

    private static void refuse(boolean wrong, String text) {
        if (wrong) {
            throw new CommException(text);
        }
    }

    /**
     * Checks whether this process sends by its path of the table. To be called when MPI has started.
     *
     * @param actual the rank that MPI gave this process
     * @return why the table is not followed; empty where it is
     */
    Optional<String> notFollowed(int actual, MpiLibrary library) {
        if (actual != rank) {
            return Optional.of("the launcher called this process rank=" + rank + ", but MPI calls it rank=" + actual
                    + ": the table of paths follows the launcher's order, drop --lid-table");
        }
        return isLoaded("libucp.so") ? Optional.empty() : Optional.of("this MPI does not use UCX, library="
                + library.description() + ": a table of paths has no effect, drop --lid-table, or take UCX (mpirun --mca pml ucx, or "
                + "an MPICH that was built for it)");
    }

    /** Returns whether a library of this name is in this process, also one that another library loaded for itself. */
    private static boolean isLoaded(String name) {
        try {
            return Files.readAllLines(Path.of("/proc/self/maps")).stream().anyMatch(line -> line.contains("/" + name));
        } catch (IOException untold) {
            return false;
        }
    }

    /** Returns the path and its variables, for people. */
    String description() {
        return "paths: each rank sends by one path of its own, over UCX; rank " + rank + ": "
                + variables.stream().collect(Collectors.joining(" ")) + " (untried on InfiniBand)";
    }
}
