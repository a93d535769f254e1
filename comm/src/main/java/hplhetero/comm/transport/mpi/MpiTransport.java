package hplhetero.comm.transport.mpi;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.comm.transport.InfiniBandPort;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.Tofu;
import hplhetero.network.topology.Torus;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The transport between ranks that are processes started by an MPI launcher, one rank a process. The thread that opens this transport is
 * the rank's: it alone calls {@link #run} and {@link #close}.
 */
public final class MpiTransport implements Transport {
    private final MpiLibrary library;
    private final MpiWorld world;
    private final TofuSettings tofu;
    private final Optional<UcxPaths> paths;
    /** What the library says of GPUs, for people; may be empty. */
    private final String gpus;

    private MpiTransport(MpiLibrary library, MpiWorld world, TofuSettings tofu, Optional<UcxPaths> paths) {
        gpus = library.gpus().description();
        this.library = library;
        this.world = world;
        this.tofu = tofu;
        this.paths = paths;
    }

    /**
     * The user's settings that tell of a Tofu system what no MPI tells.
     *
     * @param system the whole system, where it was given
     * @param view   number of the view of system coordinates
     */
    private record TofuSettings(Optional<Torus> system, int view) {

        static TofuSettings of(TransportOptions options) {
            try {
                return new TofuSettings(options.setting(MpiProvider.TOFU).map(Tofu::system),
                        options.setting(MpiProvider.TOFU_VIEW).map(Integer::parseInt).orElse(FujitsuTopology.SYSTEM_VIEW));
            } catch (NumberFormatException e) {
                throw new CommException(MpiProvider.TOFU_VIEW + "=" + options.setting(MpiProvider.TOFU_VIEW).orElseThrow()
                        + ": must be a number, the value of FJMPI_TOFU_SYS in mpi-ext.h", e);
            } catch (IllegalArgumentException e) {
                throw new CommException(MpiProvider.TOFU + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Finds the library and joins the other processes (MPI_Init_thread). Collective over all processes.
     *
     * @throws CommException when no library is found, or it is not the launcher's, or a table of paths cannot be followed
     */
    static MpiTransport open(TransportOptions options) {
        return open(options, MpiWorld.MESSAGE_LIMIT);
    }

    /**
     * Finds the library and joins the other processes (MPI_Init_thread), with this limit of messages. Collective over all processes.
     *
     * @param messageLimit bytes of the largest message that is sent with a count of bytes; at most {@link MpiWorld#MESSAGE_LIMIT}
     * @throws CommException when no library is found, or it is not the launcher's, or a table of paths cannot be followed
     */
    static MpiTransport open(TransportOptions options, long messageLimit) {
        TofuSettings tofu = TofuSettings.of(options);
        Launcher launcher = Launcher.of(options.environment());
        Optional<UcxPaths> paths = options.paths().map(table -> UcxPaths.set(table, options.environment(),
                InfiniBandPort.here(options.environment())));
        MpiLibrary library = MpiLibrary.open(options.setting(MpiProvider.LIBRARY).map(Path::of), launcher, options.environment());
        try {
            int provided = library.functions().initThread(library.abi().threadFunneled());
            if (provided < library.abi().threadFunneled()) {
                throw new CommException("the MPI library does not work in a process of several threads, library="
                        + library.description() + ": take a library built with thread support");
            }
            requireAllRanks(library, launcher, options.environment());
            if (paths.isPresent()) {
                requireFollowed(paths.get(), library, options.environment());
            }
            return new MpiTransport(library, MpiWorld.open(library, options, messageLimit), tofu, paths);
        } catch (MpiError e) {
            throw new CommException(e.getMessage() + ", library=" + library.description(), e);
        }
    }

    private static void requireAllRanks(MpiLibrary library, Launcher launcher, Map<String, String> environment)
            throws MpiError {
        int size = library.functions().size(library.abi().commWorld());
        int started = launcher.ranks().orElse(size);
        if (size == started) {
            return;
        }
        // each process takes itself for rank 0, so the reason is told by the one that the launcher calls first
        throw finished(library, environment, launcher.text() + " started ranks=" + started + ", but the MPI library sees ranks="
                + size + ", library=" + library.description() + ": " + remedy(launcher));
    }

    private static void requireFollowed(UcxPaths paths, MpiLibrary library, Map<String, String> environment) throws MpiError {
        Optional<String> reason = paths.notFollowed(library.functions().rank(library.abi().commWorld()), library);
        if (reason.isPresent()) {
            throw finished(library, environment, reason.get());
        }
    }

    /** Ends MPI for a reason that all processes have alike, and returns the exception, with which only one of them speaks for all. */
    private static CommException finished(MpiLibrary library, Map<String, String> environment, String reason) throws MpiError {
        library.functions().finish();
        return Launcher.isFollower(environment) ? CommException.toldByRank0(reason) : new CommException(reason);
    }

    private static String remedy(Launcher launcher) {
        return "start with the mpirun or mpiexec of that library, or name the library of this launcher with --mpi-lib PATH"
                + (launcher.name().equals("srun") ? "; with srun, --mpi=pmix or --mpi=pmi2 may be needed" : "");
    }

    @Override
    public String description() {
        return Stream.of(Stream.of(library.description()), Stream.of(gpus).filter(text -> !text.isEmpty()),
                paths.stream().map(UcxPaths::description),
                world.failureDetector().notes().stream()).flatMap(part -> part).collect(Collectors.joining("; "));
    }

    @Override
    public OptionalInt ranks() {
        return OptionalInt.of(world.ranks().size());
    }

    @Override
    public boolean leads() {
        return world.ranks().rank() == 0;
    }

    @Override
    public Optional<String> failure() {
        return world.failureDetector().failure();
    }

    /** {@inheritDoc} Fujitsu MPI tells where ranks sit. */
    @Override
    public Optional<FoundPlacement> placement() {
        world.rank().requireAlive();
        return library.topology().map(this::placement);
    }

    private FoundPlacement placement(FujitsuTopology topology) {
        try {
            int[][] coordinates = new int[world.ranks().size()][];
            for (int rank = 0; rank < coordinates.length; rank++) {
                coordinates[rank] = topology.coordinates(library.abi().commWorld(), rank, tofu.view);
            }
            return Tofu.placement(coordinates, tofu.system, "system coordinates by " + topology.getCoords().name());
        } catch (MpiError | IllegalArgumentException e) {
            throw new CommException("the MPI library does not tell where ranks sit: " + e.getMessage() + ", library="
                    + library.description() + ": describe the network in a topology file; "
                    + "ranks of jobs that share nodes have no coordinates", e);
        }
    }

    @Override
    public int run(int ranks, ToIntFunction<Communicator> rankMain) {
        world.rank().requireOwner();
        if (ranks != world.ranks().size()) {
            throw new IllegalArgumentException("ranks=" + ranks + ": the launcher started " + world.ranks().size());
        }
        world.rank().requireAlive();
        try {
            int exitCode = rankMain.applyAsInt(world.ranks());
            world.awaitAll(world.ranks());
            return exitCode;
        } catch (Throwable thrown) {
            throw world.rank().fail(thrown);
        }
    }

    /** {@inheritDoc} In an orderly end this call is collective over all processes (MPI_Finalize). */
    @Override
    public void close() {
        world.rank().requireOwner();
        world.close();
    }
}
