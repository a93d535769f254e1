package hplhetero.run.burnin;

import hplhetero.hpl.problem.VerifySteps;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.input.text.InputException;
import hplhetero.results.Sweep;
import hplhetero.results.burnin.BurnIn;
import hplhetero.results.burnin.BurnInBaseline;
import hplhetero.results.burnin.BurnInChanges;
import hplhetero.results.burnin.HostRuns;
import hplhetero.results.burnin.Verdicts;
import hplhetero.results.history.History;
import hplhetero.results.history.HistoryReport;
import hplhetero.results.text.BurnInChangesText;
import hplhetero.results.text.BurnInGroupsText;
import hplhetero.results.text.BurnInText;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.launch.HostList;
import hplhetero.run.launch.LocalProgram;
import hplhetero.run.machine.Machine;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HistoryOption;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.KernelsOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.Signals;
import hplhetero.run.terminal.StandardError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl burnin}, which runs HPL on each of many hosts alone, to find those that are bad. */
@Command(name = "burnin", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Runs HPL on each host alone for a while, to find bad hosts.",
        description = {"Runs HPL on each of the hosts alone, all at once, again and again, and tests the numbers meanwhile. Then "
                + "measures messages between pairs of hosts, and HPL over groups of hosts. Without hosts: those of the Slurm or PBS job, "
                + "or this host. docs/burnin.md explains the table.", ""},
        footer = {"", "Examples:",
            "  ./hpl burnin --minutes 10",
            "  ./hpl burnin --hosts n[01-40] --json october.json --report burnin.html",
            "  ./hpl burnin --hosts n[01-40] --against october.json",
            "", "Exit code: 0 all hosts are good, 1 a host is bad, 2 an option cannot be used, 130 ended by Ctrl-C, with the "
                + "table so far."})
public final class BurnInCommand implements Callable<Integer> {
    /** Name of the command that runs on each host. */
    public static final String ON_HOST = "burnin-host";
    /** Name of the option of {@link #ON_HOST} that turns tests during HPL off on a host with a GPU. */
    public static final String NOT_ON_DEVICES = "--no-steps-on-devices";
    private static final String STEPS = "--verify-steps";
    private static final double MOST_MINUTES = 7 * 24 * 60;
    private static final int MOST_N = 46_000_000;
    /** The number of runs that fit into the time of a burn-in if the program chooses the size of the matrix. */
    private static final int USUAL_RUNS = 6;
    /** The least number of runs in the time of a burn-in from which spread and drift can be told. */
    private static final int FEW_RUNS = 5;

    @Common
    @Heading(Topic.TESTS)
    @Option(names = {"--minutes"}, paramLabel = "M", defaultValue = "30",
            description = "For how long HPL runs on the hosts (default: 30).")
    private double minutes = 30;

    @Common
    @Heading(Topic.TESTS)
    @Option(names = {"-N", "--n"}, paramLabel = "N", description = "Order of the matrix. Default: the largest that takes "
            + "at most 80%% of the free memory of a host, and that is solved six times in the time.")
    private Integer n;

    @Common
    @Heading(Topic.TESTS)
    @Option(names = {"--mem"}, paramLabel = "80%|20GiB", description = "Without -N: choose the largest N whose matrix takes at most this "
            + "share or amount of each host's free memory, however long a run takes.")
    private String memory;

    @Heading(Topic.TESTS)
    @Option(names = {STEPS}, paramLabel = "no|sample|all", description = "Test the factorization while it runs, by checksums: "
            + "nothing, as much as costs at most 2 %% (default, except on GPUs), or everything after each panel (docs/trust.md).")
    private VerifySteps steps;

    @Heading(Topic.TESTS)
    @Option(names = {"--emulate"}, hidden = true, paramLabel = "HOST:FAULT=VALUE", description = "Emulate a fault on a host, for tests and "
            + "demonstrations: slowdown=FACTOR or bitflip=RANK:STEP:PHASE, as the options --emulate-... of 'hpl run' take them.")
    private List<String> faults = List.of();

    @Mixin
    private GroupsOption groups = new GroupsOption();

    @Mixin
    private KernelsOption kernels = new KernelsOption();

    @Heading(Topic.KERNELS)
    @Option(names = {"--workers"}, paramLabel = "n", description = "Threads of HPL on each host; default: one for each core.")
    private Integer workers;

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private BurnInOutput output = new BurnInOutput();

    @Mixin
    private HistoryOption history = new HistoryOption();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() {
        check();
        Optional<BurnInBaseline> baseline = output.baseline();
        Optional<History> kept = history.history();
        List<String> names = names();
        Map<String, List<String>> emulated = Emulation.options(faults, names);
        List<String> words = words();
        Function<List<HostRuns>, GroupRounds> rounds = groups.rounds(names);
        GroupSolver together = new GroupSolver(new LocalProgram(), host -> HostAccess.isReached(hosts.shell(), host),
                group -> Stream.of(hosts.connecting(), Emulation.ofGroup(emulated, group), kernelWords()).flatMap(List::stream).toList(),
                60 * minutes);
        HostAccess access = HostAccess.to(names, hosts);
        try (ProgressMonitor progress = shown.progress()) {
            News news = new News(names.size(), kept, progress);
            List<HostLoop> loops = names.stream().map(host -> new HostLoop(host, Stream.concat(words.stream(),
                    emulated.getOrDefault(host, List.of()).stream()).toList(), access, Patience.of(60 * minutes), news)).toList();
            HostsBurnIn burnIn = new HostsBurnIn(loops, 60 * minutes, left -> Links.measure(left, access.shell()),
                    left -> together.run(left, rounds));
            Signals.handle(List.of("INT", "TERM"), burnIn::stop);
            emulated.forEach((host, options) -> StandardError.note("emulated on " + host + ": " + String.join(" ", options)));
            news.begins();
            BurnIn result = burnIn.run(progress::begins);
            progress.pause();
            boolean good = told(result, baseline);
            return burnIn.isStopped() ? ExitCode.INTERRUPTED : good ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** Prints what was measured and which hosts are bad, and writes the files. Returns whether all hosts are good and all files written. */
    private boolean told(BurnIn result, Optional<BurnInBaseline> baseline) {
        Verdicts verdicts = Verdicts.of(result);
        Optional<BurnInChanges> changes = baseline.map(earlier -> earlier.against(result));
        System.out.print(LinkTable.of(result, shown.page()));
        System.out.print(BurnInGroupsText.of(verdicts, shown.page()));
        System.out.print(BurnInText.of(result, verdicts, shown.page()));
        changes.ifPresent(its -> System.out.print("\n" + BurnInChangesText.of(its, shown.page())));
        boolean written = output.write(result, verdicts, changes);
        return written && !verdicts.isBad() && changes.stream().noneMatch(BurnInChanges::isBad);
    }

    private void check() {
        if (!(minutes > 0 && minutes <= MOST_MINUTES)) {
            throw new InputException("--minutes " + minutes + ": must be more than 0 and at most " + (int) MOST_MINUTES + ", a week");
        }
        if (n != null && (n < 1 || n > MOST_N)) {
            throw new InputException("-N " + n + ": must be at least 1 and at most " + MOST_N);
        }
        if (n != null && memory != null) {
            throw new InputException("-N " + n + " --mem " + memory + ": give one of the two");
        }
        if (workers != null && workers < 1) {
            throw new InputException("--workers " + workers + ": must be at least 1");
        }
        Optional.ofNullable(memory).ifPresent(text -> MemoryUse.parse("--mem", text));
    }

    /** Returns the hosts: those that the user gave, else those of the job, else this one. */
    private List<String> names() {
        return hosts.hosts().map(HostList::names).orElseGet(() -> List.of(Machine.hostName()));
    }

    /** Returns the arguments of hpl on each host. */
    private List<String> words() {
        // the hosts of a job are those of this command, not of the process on each of them
        List<String> words = new ArrayList<>(List.of(ON_HOST, "--hosts", HostsOption.NONE));
        words.addAll(steps != null ? List.of(STEPS, steps.word()) : List.of(STEPS, VerifySteps.SAMPLE.word(), NOT_ON_DEVICES));
        words.addAll(n != null ? List.of("-N", n.toString()) : memory != null ? List.of("--mem", memory)
                : List.of("--seconds", String.valueOf(60 * minutes / USUAL_RUNS)));
        words.addAll(kernelWords());
        return words;
    }

    /** Returns the arguments of hpl for its kernels, on hosts alone and in groups. */
    private List<String> kernelWords() {
        List<String> words = new ArrayList<>(workers == null ? List.of() : List.of("--workers", workers.toString()));
        words.addAll(kernels.arguments());
        return words;
    }

    /** Shows how the burn-in goes on, and keeps the results. */
    private final class News implements HostNews {
        private final int count;
        private final Optional<History> kept;
        private final ProgressMonitor progress;
        /** The hosts whose first result was printed; guarded by this object. */
        private final Set<String> told = new HashSet<>();
        /** The hosts whose failed test was printed; guarded by this object. */
        private final Set<String> failed = new HashSet<>();
        /** Whether the warning that runs take long was printed; guarded by this object. */
        private boolean warned;

        /**
         * Makes the listener of a burn-in.
         *
         * @param count    number of hosts
         * @param kept     where results are kept, if they are
         * @param progress shows how far the burn-in is
         */
        News(int count, Optional<History> kept, ProgressMonitor progress) {
            this.count = count;
            this.kept = kept;
            this.progress = progress;
        }

        /** Shows that HPL begins on the hosts. */
        void begins() {
            String what = "HPL on " + (count == 1 ? "this host" : count + " hosts");
            progress.expect(what, 60 * minutes);
            progress.begins(what);
        }

        @Override
        public synchronized void finished(String host, Sweep sweep) {
            kept.ifPresent(to -> new HistoryReport(UUID.randomUUID().toString(), to, StandardError::say).ends(sweep));
            CaseResult result = sweep.tests().getLast().result();
            boolean firstFailure = result.status() == CheckStatus.FAILED && failed.add(host);
            if (told.add(host) || firstFailure) {
                StandardError.note(host + ": N=" + result.hplCase().n() + ", " + words(result));
            }
            if (!warned && result.seconds() > 60 * minutes / FEW_RUNS) {
                warned = true;
                StandardError.note("warning: HPL takes %.0f s on %s, so few runs fit into %s minutes, and spread and drift cannot be told: "
                        .formatted(result.seconds(), host, minutes) + "give more --minutes, or a smaller --mem or -N");
            }
        }

        private static String words(CaseResult result) {
            return result.isEnded() ? result.note()
                    : "%.2f GFLOPS in %.1f s, %s".formatted(result.gflops(), result.seconds(), result.status());
        }

        @Override
        public synchronized void lost(String host, String why) {
            StandardError.say(host + ": given up: " + why);
        }
    }
}
