package hplhetero.run;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.Transport;
import hplhetero.input.text.InputException;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.check.CheckReport;
import hplhetero.run.check.Findings;
import hplhetero.run.check.HostsCheck;
import hplhetero.run.check.PairTable;
import hplhetero.run.check.WorldCheck;
import hplhetero.run.check.agent.Agents;
import hplhetero.run.check.agent.HostShell;
import hplhetero.run.check.rules.Acceptance;
import hplhetero.run.check.rules.Evidence;
import hplhetero.run.check.rules.Problems;
import hplhetero.run.help.Common;
import hplhetero.run.help.Heading;
import hplhetero.run.help.Topic;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.job.Session;
import hplhetero.run.launch.HostList;
import hplhetero.run.launch.RemoteProgram;
import hplhetero.run.machine.Binding;
import hplhetero.run.option.BlasOption;
import hplhetero.run.option.DisplayOptions;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.YesOrNo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code hpl check}, which looks for what would make a run fail or slow. */
@Command(name = "check", mixinStandardHelpOptions = true, sortOptions = false,
        header = "Looks for what would make a run fail or slow it down.",
        description = {"Checks this machine. With --hosts, checks these hosts, and whether they reach each other, before any rank is "
                + "started. Under mpirun, mpiexec or srun, checks all hosts that have ranks, and the messages between them. Each trouble "
                + "comes with its remedy; docs/check.md explains more.", ""},
        footer = {"", "Examples:",
            "  ./hpl check -N 40000",
            "  ./hpl check --hosts n[01-40] --json check.json",
            "", "Exit code: 0 no trouble found, 1 trouble found, 2 an option cannot be used."})
@Heading(Topic.QUESTION)
final class CheckCommand implements Callable<Integer> {
    /** Kernel provider for the ranks of a check. They compute nothing, so no selection is measured for them. */
    private static final String CHECK_KERNELS = "reference";
    /** How long ranks may take to find each other. A user who checks may well have a cluster where they do not. */
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(60);

    @Common
    @Option(names = {"-N", "--n"}, paramLabel = "N", description = "Check whether a matrix of this order fits into memory.")
    private Integer n;

    @Common
    @Option(names = {"--rates"}, paramLabel = "yes|no", defaultValue = "yes",
            description = "Measure the kernels of each host, for a second or more (default: yes).")
    private YesOrNo rates;

    @Option(names = {"--slow-host"}, paramLabel = "PERCENT", description = "Take a host for trouble whose kernels are more than this "
            + "slower than those of other hosts with an equal processor (default: 15).")
    private Double slowHost;

    @Option(names = {"--slow-link"}, paramLabel = "PERCENT", description = "Take a pair of hosts for trouble whose bandwidth is more than "
            + "this below the usual one (default: pairs below half are only noted).")
    private Double slowLink;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--matrix"}, description = "Print latency and bandwidth of all pairs as a matrix, also of more than 10 hosts.")
    private boolean matrix;

    @Heading(Topic.OUTPUT)
    @Option(names = {"--junit"}, paramLabel = "FILE", description = "Also write the findings to this file as JUnit XML, for test systems.")
    private Path junit;

    @Common
    @Heading(Topic.OUTPUT)
    @Option(names = {"--json"}, paramLabel = "FILE", description = "Also write everything that was found to this file as JSON.")
    private Path json;

    @Mixin
    private BlasOption blasOption = new BlasOption();

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Mixin
    private DisplayOptions shown = new DisplayOptions();

    @Override
    public Integer call() throws IOException {
        try (ProgressMonitor progress = shown.progress()) {
            progress.begins("looking at hosts");
            Optional<HostList> list = hosts.hosts();
            if (list.isPresent()) {
                return check(list.get().ranks(), new RemoteProgram(hosts.shell(), hosts.packages()), progress);
            }
            try (Transport ready = transport.openWithin(SILENCE_LIMIT)) {
                return JobRunner.run(ready, new RankProcess(blasOption.options(), Binding.CORE),
                        () -> coordinator(ready.ranks(), progress));
            }
        }
    }

    private Coordinator coordinator(OptionalInt launched, ProgressMonitor progress) {
        checkOptions();
        return Coordinator.of(launched.orElse(1), new JobSetup(CHECK_KERNELS, 1, List.of(), false, CacheUse.SETTLED, DeviceUse.NEVER,
                        Binding.NONE),
                session -> check(session, progress));
    }

    private void checkOptions() {
        if (n != null && n < 1) {
            throw new InputException("-N " + n + ": must be at least 1");
        }
        if (json != null) {
            OutputDevice.checkReplaceable("--json", json);
        }
        if (junit != null) {
            OutputDevice.checkReplaceable("--junit", junit);
        }
        acceptance();
    }

    /** Checks the hosts of a session's ranks, and the messages between them. */
    private int check(Session session, ProgressMonitor progress) throws IOException {
        CheckReport report = report();
        Evidence hosts = WorldCheck.hosts(session, rates == YesOrNo.YES, order()).with(acceptance());
        progress.pause();
        report.hosts(hosts);
        progress.begins("measuring messages");
        return end(report, WorldCheck.withPairs(session, hosts), progress);
    }

    /**
     * Checks hosts on which no rank runs yet.
     *
     * @param ranks number of ranks that a run is to have on each host, by host name
     * @param shell starts this program on the hosts
     */
    private int check(SequencedMap<String, Integer> ranks, HostShell shell, ProgressMonitor progress) throws IOException {
        checkOptions();
        CheckReport report = report();
        HostsCheck check = new HostsCheck(ranks, shell, blasOption.arguments(), rates == YesOrNo.YES, order(), acceptance(),
                transport.stallTimeout().orElse(Agents.USUAL_PATIENCE));
        return end(report, check.run(seen -> {
            progress.pause();
            report.hosts(seen);
            progress.begins("measuring messages");
        }), progress);
    }

    private int end(CheckReport report, Evidence evidence, ProgressMonitor progress) throws IOException {
        progress.pause();
        Findings findings = Findings.of(evidence);
        if (json != null) {
            findings.write(json);
        }
        if (junit != null) {
            findings.writeJUnit(junit);
        }
        report.end(findings);
        return Problems.any(findings.problems()) ? ExitCode.FAILED : ExitCode.OK;
    }

    private CheckReport report() {
        return new CheckReport(System.out, shown.page(), matrix ? PairTable.Shape.MATRIX : PairTable.Shape.WHERE_IT_FITS);
    }

    private Acceptance acceptance() {
        return new Acceptance(slowHost == null ? Acceptance.USUAL.leastRate() : least("--slow-host", slowHost),
                slowLink == null ? OptionalDouble.empty() : OptionalDouble.of(least("--slow-link", slowLink)));
    }

    private static double least(String option, double percent) {
        if (!(percent > 0 && percent < 100)) {
            throw new InputException(option + " " + percent + ": must be a percentage above 0 and below 100");
        }
        return 1 - percent / 100;
    }

    private int order() {
        return n == null ? 0 : n;
    }
}
