package hplhetero.run.launch;

import hplhetero.comm.RankLauncher;
import hplhetero.input.text.InputException;
import hplhetero.run.start.BatchJob;
import hplhetero.run.start.UserCommand;
import hplhetero.run.terminal.Signals;
import hplhetero.run.terminal.StandardError;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts this program's ranks on hosts and waits for them. It uses the MPI that is installed, or starts each rank by the remote shell with
 * MPJ Express or LLC.
 *
 * @param hosts   the hosts and their ranks
 * @param shell   the remote shell that reaches the hosts
 * @param engine  the word of a {@link ProcessStarter}, or {@link #AUTO}
 * @param options further words for the launcher of an MPI
 * @param mpjHome the folder of MPJ Express on the hosts
 * @param packages the packages for hosts that lack a Java
 * @param address the address by which ranks of MPJ and LLC reach this host; empty: that of the interface towards them
 * @param keeping how the run keeps its state, where it does
 */
public record Launch(HostList hosts, RemoteShell shell, String engine, List<String> options, Optional<Path> mpjHome,
        Packages packages, Optional<String> address, Keeping keeping) {

    /**
     * How a run keeps its state.
     *
     * @param folder  folder of the state; empty: the run keeps none
     * @param signals signals at which the ranks keep the state and end, without the letters SIG before them
     * @param spares  hosts that take the place of hosts that are lost, in this order
     */
    public record Keeping(Optional<Path> folder, List<String> signals, List<String> spares) {
        /** The way of a run that keeps no state. */
        public static final Keeping NOTHING = new Keeping(Optional.empty(), List.of(), List.of());
    }

    /**
     * How the ranks have ended.
     *
     * @param code the exit code
     * @param lost the host that was lost first: a rank there was killed, or the host cannot be reached any more; empty where none was
     */
    public record Outcome(int code, Optional<String> lost) {
    }

    public static final String AUTO = "auto";
    /** Folder of MPJ Express in Debian's libmpj-java. */
    static final String MPJ_HOME = "/usr/share/mpj";
    static final String JAVA_HOME = "HPL_JAVA_HOME";
    private static final Duration HINT_AFTER = Duration.ofSeconds(20);
    private static final List<String> PASSED_ON = List.of(JAVA_HOME, "HPL_JAVA_OPTS", "HPL_OPENCL", "HPL_DEBUG", "HPL_NO_AOT",
            "HPL_HISTORY", "HPL_PHASES", UserCommand.VARIABLE, "XDG_CACHE_HOME", "XDG_DATA_HOME",
            "HPL_LLC_SHM_FOLDER", "HPL_LLC_SHM_DIRECT", "HPL_LLC_BETWEEN",
            "UCX_TLS", "UCX_NET_DEVICES",
            // properties of the user's terminal, which ranks do not see
            "HPL_STDOUT_TTY", "HPL_STDERR_TTY", "HPL_COLUMNS", "COLUMNS", "NO_COLOR");

    /**
     * Shell script that reads environment variables, one NAME=VALUE a line up to an empty line, and then runs its arguments with them. One
     * of the variables is the token of the run, which must not be in a command line that everybody on the host can read. The script's
     * standard input stays open as descriptor 9 (HPL_LAUNCHER_FD), whose end tells that this process has ended.
     */
    private static final String READ_ENVIRONMENT = "while IFS= read -r line || { echo 'hpl: the remote shell passes no input on: "
            + "name a shell that does with --ssh (ssh without -n)' >&2; exit 2; }; do [ -n \"$line\" ] || break; export \"$line\"; done; "
            + "export HPL_LAUNCHER_FD=9; exec \"$@\" 9<&0 < /dev/null";

    /** Returns the words by which a user names a way to start ranks on hosts, {@link #AUTO} first. */
    public static List<String> words() {
        return Stream.concat(Stream.of(AUTO), Arrays.stream(ProcessStarter.values()).map(ProcessStarter::word)).toList();
    }

    /**
     * Runs {@code hpl} with these arguments as the ranks of a world.
     *
     * @return how they have ended
     * @throws InputException when a host cannot be used, naming every such host with the remedy
     */
    public Outcome run(List<String> arguments) throws IOException, InterruptedException {
        StandardError.note("looking at " + hosts.names().size() + " host(s) by " + shell.name(hosts.names()));
        Map<String, HostSurvey> surveys = ready();
        ProcessStarter chosen = engine.equals(AUTO) ? found(surveys) : requested(surveys);
        String program = chosen.program().orElse("");
        List<String> command = command(Application.here(), arguments);
        StandardError.note("starting " + hosts.size() + " rank(s) on " + hosts.text() + " by "
                + (program.isEmpty() ? chosen.word() + " over " + shell.name(hosts.names()) : program));
        if (chosen.gathers()) {
            return gathered(chosen, command);
        }
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(chosen.arguments(hosts, shell));
        words.addAll(options);
        words.addAll(command);
        StandardError.note(words.stream().map(Shell::quote).collect(Collectors.joining(" ")));
        int code = new ChildProcesses(List.of(new ChildProcesses.Child(new ProcessBuilder(words), "", chosen.kind()))).await();
        return outcome(code, Optional.empty());
    }

    /** Returns how ranks have ended. Where they have failed, and no rank is known to have been killed, looks for a host that is gone. */
    private Outcome outcome(int code, Optional<String> killed) {
        boolean looks = code != 0 && killed.isEmpty() && keeping.folder().isPresent();
        return new Outcome(code, looks ? new Delivery(Application.here(), packages, shell, mpj()).ask(hosts.names()).values().stream()
                .filter(survey -> !survey.reached()).map(HostSurvey::host).findFirst() : killed);
    }

    /**
     * Makes sure that every host can be reached and has the application and a Java for it. Returns what the hosts have, by host.
     *
     * @throws InputException when a host cannot be used, naming every such host with the remedy
     */
    public Map<String, HostSurvey> ready() {
        Delivery delivery = new Delivery(Application.here(), packages, shell, mpj());
        Map<String, HostSurvey> surveys = delivery.ask(hosts.names());
        refuse(surveys.values().stream().filter(s -> !s.reached()).map(s -> s.host() + ": cannot be reached by " + shell.name() + " ("
                + s.problem() + "): try `" + String.join(" ", shell.command(s.host(), "hostname")) + "`"));
        refuse(delivery.bring(surveys).entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue().what() + ": " + e.getValue().remedy()));
        return surveys;
    }

    private static void refuse(Stream<String> problems) {
        String all = problems.collect(Collectors.joining("\n     "));
        if (!all.isEmpty()) {
            throw new InputException(all);
        }
    }

    /**
     * Returns Open MPI or MPICH, the first that is installed on all hosts and has its launcher here; else LLC, which needs nothing
     * installed. Where srun is the remote shell, it is LLC too, since the launchers of MPIs need a shell that is called as ssh is.
     */
    private ProcessStarter found(Map<String, HostSurvey> surveys) {
        if (shell.isSlurm()) {
            return ProcessStarter.LLC;
        }
        return Stream.of(ProcessStarter.OPEN_MPI, ProcessStarter.MPICH).filter(one -> problem(one, surveys).isEmpty()).findFirst()
                .orElse(ProcessStarter.LLC);
    }

    private ProcessStarter requested(Map<String, HostSurvey> surveys) {
        ProcessStarter one = Arrays.stream(ProcessStarter.values()).filter(e -> e.word().equals(engine)).findFirst().orElseThrow(
                () -> InputException.unknownWord("--launcher " + engine + ": unknown, choose one of " + String.join(", ", words()), engine,
                        words()));
        problem(one, surveys).ifPresent(problem -> {
            throw new InputException("--launcher " + problem + ": install it there, or choose another launcher");
        });
        return one;
    }

    private static Optional<String> problem(ProcessStarter one, Map<String, HostSurvey> surveys) {
        if (!one.gathers() && one.program().isEmpty()) {
            return Optional.of(one.word() + ": not installed on this host");
        }
        String without = surveys.values().stream().filter(s -> !one.isOn(s)).map(HostSurvey::host).collect(Collectors.joining(", "));
        return without.isEmpty() ? Optional.empty() : Optional.of(one.word() + ": no " + one.daemon() + " on " + without);
    }

    /** Returns the JDK that ranks are told to take, in the form in which a shell sets a variable; empty where ranks find one themselves. */
    static String javaHome() {
        String home = System.getenv(JAVA_HOME);
        return home == null ? "" : JAVA_HOME + "=" + Shell.quote(home) + " ";
    }

    /**
     * Returns the words of the command that starts {@code hpl} on a host: a shell that finds the application there.
     *
     * @param application this program
     * @param arguments   arguments of {@code hpl}
     */
    static List<String> command(Application application, List<String> arguments) {
        List<String> environment = PASSED_ON.stream().filter(name -> System.getenv(name) != null)
                .map(name -> name + "=" + Shell.quote(System.getenv(name))).collect(Collectors.toCollection(ArrayList::new));
        String job = BatchJob.of(System.getenv());
        if (!job.isEmpty()) {
            environment.add(BatchJob.VARIABLE + "=" + Shell.quote(job));
        }
        List<String> words = new ArrayList<>(List.of("sh", "-c", application.start(environment), "hpl"));
        words.addAll(arguments);
        return words;
    }

    private Outcome gathered(ProcessStarter chosen, List<String> command) throws IOException, InterruptedException {
        RankLauncher launcher = ServiceLoader.load(RankLauncher.class).stream().map(ServiceLoader.Provider::get)
                .filter(l -> l.transport().equals(chosen.word())).findFirst().orElseThrow();
        List<String> hostOfRank = hosts.hostOfRank();
        try (RankLauncher.Gathering gathering = launcher.open(hostOfRank, address.orElseGet(() -> LocalAddress.towards(hosts.names())))) {
            List<ChildProcesses.Child> ranks = new ArrayList<>();
            String script = Stream.concat(Stream.of("exec", "sh", "-c", READ_ENVIRONMENT, "hpl", "env", "MPJ_HOME=" + mpj()),
                    command.stream())
                    .map(Shell::quote).collect(Collectors.joining(" "));
            AtomicReference<ChildProcesses> started = new AtomicReference<>();
            boolean keeps = keeping.folder().isPresent();
            if (keeps) {
                Signals.handle(keeping.signals(), () -> Optional.ofNullable(started.get()).ifPresent(ChildProcesses::tellToKeepState));
            }
            for (int rank = 0; rank < hostOfRank.size(); rank++) {
                String variables = gathering.environments().get(rank).entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue() + "\n").collect(Collectors.joining("", "", "\n"));
                List<String> words = shell.command(hostOfRank.get(rank), script);
                ranks.add(new ChildProcesses.Child(new ProcessBuilder(keeps ? deaf(words) : words), variables, chosen.kind()));
            }
            started.set(new ChildProcesses(ranks));
            Thread.ofVirtual().start(() -> tellOfMissing(gathering, hostOfRank));
            int code = started.get().await();
            OptionalInt lost = started.get().lost();
            return outcome(code, lost.isPresent() ? Optional.of(hostOfRank.get(lost.getAsInt())) : Optional.empty());
        }
    }

    /** Returns the command in a form that does not hear Ctrl-C: a terminal sends it to all processes, and a remote shell would end. */
    private static List<String> deaf(List<String> command) {
        return Stream.concat(Stream.of("sh", "-c", "trap '' INT; exec \"$@\"", "hpl"), command.stream()).toList();
    }

    private static void tellOfMissing(RankLauncher.Gathering gathering, List<String> hostOfRank) {
        try {
            Thread.sleep(HINT_AFTER);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String missing = gathering.missing().stream().map(rank -> rank + " on " + hostOfRank.get(rank)).collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            StandardError.note("after " + HINT_AFTER.toSeconds() + " s these ranks have not connected: " + missing + ": see whether their "
                    + "processes run, and whether their hosts reach this host");
        }
    }

    private String mpj() {
        return mpjHome.map(Path::toString).or(() -> Optional.ofNullable(System.getenv("MPJ_HOME"))).orElse(MPJ_HOME);
    }
}
