package hplhetero.run.option;

import hplhetero.comm.CommException;
import hplhetero.comm.LivenessTimeouts;
import hplhetero.comm.Transport;
import hplhetero.comm.TransportOptions;
import hplhetero.input.text.InputException;
import hplhetero.input.topology.PathTableFile;
import hplhetero.network.topology.FoundPlacement;
import hplhetero.network.topology.PathTable;
import hplhetero.network.topology.Tofu;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.start.StartupWatchdog;
import hplhetero.run.start.Transports;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.StandardError;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for how ranks exchange messages, common to the commands that start ranks. */
@Heading(Topic.RANKS)
public final class TransportOption {
    private static final double MILLIS = 1e3;
    private static final int MOST_SECONDS = 1_000_000;

    @Option(names = {"--transport"}, paramLabel = "NAME", defaultValue = Transports.AUTO,
            completionCandidates = WordLists.TransportNames.class,
            description = "How ranks exchange messages: auto, local (threads of one JVM), mpi, mpj or llc. auto (default) uses what "
                    + "mpirun, mpiexec or srun started this program with, otherwise local. llc needs no MPI: it uses shared memory within "
                    + "a host and TCP between hosts, also under mpirun and srun; llc:shm, llc:tcp, llc:ucx and llc:utofu use one network "
                    + "each.")
    private String name;

    @Option(names = {"--mpi-lib"}, paramLabel = "PATH", description = "MPI library (libmpi.so, libmpich.so, ...) for --transport mpi.")
    private Path mpiLibrary;

    @Option(names = {"--mpj-home"}, paramLabel = "FOLDER", description = "Folder of MPJ Express for --transport mpj.")
    private Path mpjHome;

    @Option(names = {"--tofu"}, paramLabel = "UNITS", description = "Size of the whole Tofu system in units, such as 24wx23x24w; a w "
            + "stands behind each length that wraps around. Fujitsu's MPI tells where ranks sit, but not this size.")
    private String tofu;

    @Option(names = {"--tofu-view"}, hidden = true, paramLabel = "n", description = "Number of FJMPI_TOFU_SYS in Fujitsu's mpi-ext.h.")
    private String tofuView;

    @Option(names = {"--lid-table"}, paramLabel = "FILE", description = "Send along the paths of the table that 'hpl net lids --table "
            + "FILE' wrote; with InfiniBand, a path is a LID. Needs --transport llc:ucx, or --transport mpi over UCX and a table with one "
            + "path for all messages of a rank (docs/lids.md).")
    private Path lidTable;

    @Option(names = {"--stall-timeout"}, paramLabel = "S", description = "End the run if no rank has advanced for this many seconds, and "
            + "say which rank waits for what. Default: ten times the predicted time of the test, from 60 to 600.")
    private Double stallTimeout;

    @Option(names = {"--silence"}, paramLabel = "S", description = "End the run if nothing was heard from a rank for this many seconds, "
            + "for example because its host or the network is down. Default: a sixtieth of the predicted time of the test, from 4 to 60. "
            + "The end of a process is noticed at once.")
    private Double silence;

    @Option(names = {"--secure"},
            description = "Encrypt and authenticate the messages between hosts; needs --transport llc or llc:tcp (docs/security.md).")
    private boolean secure;

    /** Opens the transport asked for. */
    public Transport open() {
        return openWithin(LivenessTimeouts.USUAL.stall(Duration.ZERO));
    }

    /**
     * Opens the transport asked for, for a command that is not to wait long. If some rank does not connect in time, says so and ends the
     * process.
     *
     * @param usual how long the ranks may take to connect to each other, where the user gave no {@code --stall-timeout}
     */
    public Transport openWithin(Duration usual) {
        TransportOptions options = options();
        try (StartupWatchdog watched = new StartupWatchdog(options.environment(), options.timeouts().stall().orElse(usual),
                options.onFatalFailure())) {
            watched.start();
            return Transports.open(name, options);
        }
    }

    /** Returns whether the user asked for ranks that are threads of this process. */
    public boolean isLocal() {
        return name.equals(Transports.LOCAL);
    }

    /** Returns after how long without any progress a command is to end, where the user said so. */
    public Optional<Duration> stallTimeout() {
        return seconds("--stall-timeout", stallTimeout);
    }

    /** Returns the folder of MPJ Express, where the user gave one. */
    public Optional<Path> mpjHome() {
        return Optional.ofNullable(mpjHome);
    }

    /**
     * Returns the nodes on which the ranks sit, as the network itself tells. Where the network should tell and does not, warns and returns
     * empty; hosts are then taken for nodes.
     *
     * @param ready the transport, already open
     */
    public static Optional<FoundPlacement> placement(Transport ready) {
        try {
            return ready.placement();
        } catch (CommException untold) {
            StandardError.note("warning: " + untold.getMessage() + "; ranks are placed by their hosts");
            return Optional.empty();
        }
    }

    private TransportOptions options() {
        LivenessTimeouts timeouts = new LivenessTimeouts(stallTimeout(), seconds("--silence", silence));
        return new TransportOptions(System.getenv(), settings(), paths(), timeouts, secure, TransportOption::end);
    }

    private static Optional<Duration> seconds(String option, Double value) {
        if (value != null && !(value > 0 && value <= MOST_SECONDS)) {
            throw new InputException(option + " " + value + ": must be more than 0, and at most " + MOST_SECONDS + " seconds");
        }
        return Optional.ofNullable(value).map(seconds -> Duration.ofMillis((long) Math.ceil(MILLIS * seconds)));
    }

    /** Returns the table that says by which path each rank sends to each other one; empty where the user gave none. */
    public Optional<PathTable> paths() {
        return Optional.ofNullable(lidTable).map(PathTableFile::read);
    }

    private String checkedTofu() {
        try {
            return Tofu.units(Tofu.system(tofu));
        } catch (IllegalArgumentException e) {
            throw new InputException("--tofu " + tofu + ": " + e.getMessage(), e);
        }
    }

    /** Returns the settings of transports, by the names that the transports' providers give them. */
    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        if (mpiLibrary != null) {
            settings.put("mpi.library", mpiLibrary.toString());
        }
        if (mpjHome != null) {
            settings.put("mpj.home", mpjHome.toString());
        }
        if (tofu != null) {
            settings.put("mpi.tofu", checkedTofu());
        }
        if (tofuView != null) {
            settings.put("mpi.tofu-view", tofuView);
        }
        return settings;
    }

    /** Ends this process after a failure of the run that the rank of this process does not notice. */
    private static void end(CommException failure) {
        if (!failure.isToldByRank0()) {
            ErrorReport.tell(failure);
        }
        System.exit(ExitCode.FAILED);
    }
}
