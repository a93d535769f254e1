package hplhetero.run.option;

import hplhetero.input.text.InputException;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.launch.Allocation;
import hplhetero.run.launch.Application;
import hplhetero.run.launch.HostList;
import hplhetero.run.launch.Launch;
import hplhetero.run.launch.Packages;
import hplhetero.run.launch.RemoteShell;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options for starting ranks on other hosts, common to the commands that work on many hosts. */
@Heading(Topic.RANKS)
public final class HostsOption {
    /** Name of the command that goes on with a run. */
    private static final String RESUME = "resume";
    private static final Set<String> NAMES = Set.of("--hosts", "--hostfile", "--launcher", "--ssh", "--launcher-options", "--address",
            "--packages", SparesOption.NAME);

    /** The value of {@code --hosts} for a run on this host alone, also in a job of several hosts. */
    public static final String NONE = "none";
    /** Launchers that start daemons of their own on the hosts. */
    private static final Set<String> MPIS = Set.of("openmpi", "mpich");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Common
    @Option(names = {"--hosts"}, paramLabel = "a:2,b,...", description = "The hosts to work on, such as a:2,n[01-16]. What starts "
            + "ranks starts two on host a for a:2, by an MPI if all hosts have it, otherwise by llc, which needs no installation. Default: "
            + "the hosts of the batch job, if there are several; none: this host alone.")
    private String hosts;

    @Option(names = {"--hostfile"}, paramLabel = "FILE",
            description = "File with the hosts for --hosts, one on each line; a:2 or a slots=2 means two ranks.")
    private Path hostFile;

    @Option(names = {"--launcher"}, paramLabel = "NAME", defaultValue = Launch.AUTO, completionCandidates = WordLists.Launchers.class,
            description = "What starts the ranks: auto (default), openmpi, mpich, mpj, or llc (also llc:tcp, llc:shm, llc:ucx, llc:utofu).")
    private String launcher;

    @Option(names = {"--launcher-options"}, paramLabel = "WORDS", defaultValue = "",
            description = "Further options for mpirun or mpiexec, quoted as one argument.")
    private String options;

    @Option(names = {"--ssh"}, paramLabel = "PROGRAM",
            description = "Remote shell, called as PROGRAM host command; default: ssh, or srun for the hosts of a Slurm job.")
    private String ssh;

    @Option(names = {"--address"}, paramLabel = "ADDRESS",
            description = "Address at which ranks of mpj and llc reach this host; default: the address of the interface towards them.")
    private String address;

    @Option(names = {"--packages"}, paramLabel = "FOLDER", description = "Folder with the packages that './hpl dist' made. Hosts without a "
            + "Java get theirs from there. Default: target/dist; for an unpacked package, the folder that contains it.")
    private Path packages;

    /** The hosts of the batch job, where they are taken; null before they were looked for. */
    private Optional<Allocation> allocation;

    /**
     * Starts the ranks, where there are hosts to start them on, and waits for them.
     *
     * @param mpjHome the folder of MPJ Express, where one was given
     * @return the exit code of the ranks; empty when there are no hosts
     */
    public Optional<Integer> launched(Optional<Path> mpjHome) {
        return launched(mpjHome, Launch.Keeping.NOTHING);
    }

    /**
     * Starts the ranks, where there are hosts to start them on, and waits for them.
     *
     * @param mpjHome the folder of MPJ Express, where one was given
     * @param keeping how the run keeps its state, where it does
     * @return the exit code of the ranks; empty when there are no hosts
     */
    public Optional<Integer> launched(Optional<Path> mpjHome, Launch.Keeping keeping) {
        Optional<HostList> list = hosts();
        if (list.isEmpty()) {
            if (!keeping.spares().isEmpty()) {
                throw new InputException(SparesOption.NAME + " " + String.join(",", keeping.spares())
                        + ": a spare host takes the place of another one: give --hosts too");
            }
            return Optional.empty();
        }
        if (list.get().isRankfile()) {
            StandardError.say("--hostfile " + hostFile + " is a rankfile: taking its " + list.get().names().size() + " host(s) and "
                    + list.get().size() + " rank(s), but not its cores: ranks are numbered host by host and share the host's cores evenly. "
                    + "'mpirun --rankfile " + hostFile + " ./hpl run' places ranks as the file says");
        }
        try {
            return Optional.of(launched(list.get(), mpjHome, keeping));
        } catch (IOException cannot) {
            throw new InputException("--hosts: the ranks cannot be started: " + cannot.getMessage(), cannot);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the ranks ran", e);
        }
    }

    /** Starts the ranks, again where a host is lost and a spare one is left, and returns their exit code. */
    private int launched(HostList first, Optional<Path> mpjHome, Launch.Keeping keeping) throws IOException, InterruptedException {
        Deque<String> left = new ArrayDeque<>(keeping.spares());
        HostList list = first;
        List<String> words = others(command.commandLine().getParent().getParseResult().originalArgs());
        while (true) {
            Launch.Outcome ended = launch(list, mpjHome, keeping).run(words);
            if (ended.code() == 0 || ended.lost().isEmpty() || left.isEmpty()) {
                return ended.code();
            }
            String spare = left.removeFirst();
            StandardError.note(ended.lost().get() + " is lost: going on with " + spare + " in its place");
            list = list.with(ended.lost().get(), spare);
            words = words.getFirst().equals(RESUME) ? words : List.of(RESUME, keeping.folder().orElseThrow().toString());
        }
    }

    private Launch launch(HostList list, Optional<Path> mpjHome, Launch.Keeping keeping) {
        List<String> words = options.isBlank() ? List.of() : List.of(options.strip().split("\\s+"));
        return new Launch(list, shell(), launcher, words, mpjHome, packages(), Optional.ofNullable(address), keeping);
    }

    /**
     * Returns the remote shell that reaches the hosts: the one that the user named, else srun for the hosts of a Slurm job, which may
     * refuse ssh, else ssh. The launcher of an MPI starts its daemons by ssh or by Slurm, as it sees fit.
     */
    public RemoteShell shell() {
        if (MPIS.contains(launcher) && RemoteShell.SRUN.equals(ssh)) {
            throw new InputException("--launcher " + launcher + " --ssh srun: the launcher of an MPI calls its shell as ssh is called: "
                    + "drop one of the two");
        }
        boolean srun = ssh == null && !MPIS.contains(launcher) && allocation().filter(Allocation::isOfSlurm).isPresent();
        return srun ? RemoteShell.ofSlurm(System.getenv()) : new RemoteShell(Optional.ofNullable(ssh).orElse(RemoteShell.SSH));
    }

    /** Returns the packages from which hosts get what they lack: the program, or a Java for it. */
    public Packages packages() {
        return packages == null ? Packages.of(Application.here()) : new Packages(packages);
    }

    /** Returns the options by which another process of this program reaches hosts as this one does. */
    public List<String> connecting() {
        List<String> words = new ArrayList<>(ssh == null ? List.of() : List.of("--ssh", ssh));
        words.addAll(address == null ? List.of() : List.of("--address", address));
        words.addAll(packages == null ? List.of() : List.of("--packages", packages.toString()));
        return words;
    }

    /**
     * Returns the hosts that the user gave, else those of the batch job in which this process runs, with the ranks of each. Empty where
     * there are none, where the job has this host alone, or where this process is a rank itself. Says once that the job's are taken.
     */
    public Optional<HostList> hosts() {
        if (hosts != null && hostFile != null) {
            throw new InputException("--hosts " + hosts + " --hostfile " + hostFile + ": give one of the two");
        }
        if (hosts != null) {
            return hosts.equals(NONE) ? Optional.empty() : Optional.of(HostList.parse(hosts));
        }
        return hostFile != null ? Optional.of(HostList.read(hostFile)) : allocation().map(Allocation::hosts);
    }

    private Optional<Allocation> allocation() {
        if (hosts != null || hostFile != null) {
            return Optional.empty();
        }
        if (allocation == null) {
            allocation = LaunchedRank.isOne(System.getenv()) ? Optional.empty()
                    : Allocation.of(System.getenv()).filter(its -> !its.isHereOnly());
            allocation.ifPresent(its -> StandardError.say("taking the " + its.hosts().names().size() + " host(s) of this job ("
                    + its.variable() + "), " + its.hosts().size() + " rank(s): --hosts gives others, --hosts none takes this host alone"));
        }
        return allocation;
    }

    /** Returns whether the user gave hosts, or asked for this host alone. */
    public boolean areGiven() {
        return hosts != null || hostFile != null;
    }

    /**
     * Returns the part of the command line that the ranks get: all but the options for hosts.
     *
     * @param all the words of the command line
     */
    public static List<String> others(List<String> all) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (NAMES.contains(all.get(i))) {
                i++;
            } else if (NAMES.stream().map(name -> name + "=").noneMatch(all.get(i)::startsWith)) {
                kept.add(all.get(i));
            }
        }
        return kept;
    }
}
