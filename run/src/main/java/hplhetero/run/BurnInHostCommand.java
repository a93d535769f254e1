package hplhetero.run;

import hplhetero.comm.Transport;
import hplhetero.hpl.Recording;
import hplhetero.hpl.calibrate.Effort;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.input.HplDatOverrides;
import hplhetero.input.Settings;
import hplhetero.results.ReportSink;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.run.burnin.BurnInCommand;
import hplhetero.run.burnin.ProcessMark;
import hplhetero.run.burnin.ResultLines;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.InputFile;
import hplhetero.run.cases.MemoryUse;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.machine.Binding;
import hplhetero.run.machine.Cores;
import hplhetero.run.machine.Machine;
import hplhetero.run.option.HostsOption;
import hplhetero.run.option.KernelsOption;
import hplhetero.run.option.TransportOption;
import hplhetero.run.option.VerifyOption;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.progress.ProgressStyle;
import hplhetero.run.start.LaunchedRank;
import hplhetero.run.sweep.NodeRanks;
import hplhetero.run.sweep.Planning;
import hplhetero.run.sweep.RebalanceUse;
import hplhetero.run.sweep.ReportFiles;
import hplhetero.run.sweep.RunCoordinator;
import hplhetero.run.sweep.RunRequest;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.YesOrNo;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code hpl burnin-host}, which {@code hpl burnin} starts on each host, and with {@code --hosts} for each group of hosts that
 * solve HPL together. Users do not call it.
 */
@Command(name = BurnInCommand.ON_HOST, hidden = true, mixinStandardHelpOptions = true,
        header = "Runs HPL on this host, or over some hosts, again and again for 'hpl burnin', until standard input ends.")
final class BurnInHostCommand implements Callable<Integer> {
    /** Number of tests of one sweep, after which the next one begins. */
    private static final int TESTS = 10_000;
    private static final String NOWHERE = "/dev/null";
    private static final int USUAL_COLUMNS = 80;
    /** Order of the first matrix that is solved to find the rate of the host; also the least order that is chosen. */
    private static final int FIRST_PROBE_N = 2000;
    /** Shares of the seconds wanted that the next matrix takes, by the rate of the one before: a longer probe, then the matrix itself. */
    private static final List<Double> PROBE_SHARES = List.of(0.05, 1.0);
    private static final double MOST_N = 1e7;

    @Mixin
    private CaseOptions cases = new CaseOptions();

    @Mixin
    private KernelsOption kernels = new KernelsOption();

    @Option(names = {"--seconds"}, paramLabel = "S", description = "Instead of -N and --mem: choose the largest N that is solved in about "
            + "this many seconds and takes at most 80 %% of the free memory.")
    private Double seconds;

    @Option(names = {"--workers"}, paramLabel = "n", description = "Threads of each rank; default: cores / ranks.")
    private Integer workers;

    @Mixin
    private SlowdownOption slowdown = new SlowdownOption();

    @Mixin
    private VerifyOption verify = new VerifyOption();

    @Option(names = {BurnInCommand.NOT_ON_DEVICES}, description = "Where a device computes, whose memory cannot be tested, test nothing "
            + "instead of refusing --verify-steps.")
    private boolean notOnDevices;

    @Mixin
    private HostsOption hosts = new HostsOption();

    @Mixin
    private TransportOption transport = new TransportOption();

    @Override
    public Integer call() {
        PrintStream results = System.out;
        // only results may go to standard output, so everything else is printed to standard error
        System.setOut(System.err);
        boolean launched = LaunchedRank.isOneOfSeveral(System.getenv());
        if (!launched) {
            // a launched rank has no input, and ends with its launcher
            Thread.ofPlatform().daemon().name("input").start(this::endWithInput);
            ProcessMark.tell(results);
        }
        Optional<Integer> ended = hosts.launched(transport.mpjHome());
        if (ended.isPresent()) {
            return ended.get();
        }
        HplDatOverrides overrides = seconds == null ? cases.overrides(NOWHERE) : overrides(orderWithin(seconds));
        while (true) {
            int code = sweep(TESTS, overrides, cases.memory(), new ResultLines(results));
            if (launched || code != ExitCode.OK && code != ExitCode.FAILED) {
                return code;
            }
        }
    }

    /**
     * Returns the order of the largest matrix that is solved within the seconds wanted and takes no more than the usual share of the free
     * memory. Solves small ones to find out.
     */
    private int orderWithin(double seconds) {
        int order = FIRST_PROBE_N;
        for (double share : PROBE_SHARES) {
            AtomicReference<Double> gflops = new AtomicReference<>(0.0);
            sweep(1, overrides(order), Optional.empty(), new ReportSink() {
                @Override
                public void finished(TestResult test, Sweep soFar) {
                    gflops.set(test.result().gflops());
                }
            });
            order = Math.max(FIRST_PROBE_N, (int) Math.min(MOST_N, Math.cbrt(1.5e9 * gflops.get() * share * seconds)));
        }
        double free = Machine.here().availableBytes().orElse(Long.MAX_VALUE);
        return (int) Math.min(order, Math.sqrt(MemoryUse.USUAL.of(free) / Double.BYTES));
    }

    private static HplDatOverrides overrides(int order) {
        return HplDatOverrides.of("-N", String.valueOf(order), "--output", NOWHERE);
    }

    private int sweep(int tests, HplDatOverrides overrides, Optional<MemoryUse> memory, ReportSink sink) {
        RankProcess process = new RankProcess(kernels.options(), Binding.CORE);
        try (ProgressMonitor silent = new ProgressMonitor(ProgressStyle.NONE, new PrintStream(
                OutputStream.nullOutputStream()), USUAL_COLUMNS);
                Transport ready = transport.open()) {
            RunRequest asked = request(tests, overrides, memory, sink);
            RunRequest one = notOnDevices && onDevices(asked, ready, process, silent) ? untested(asked) : asked;
            int nodes = Cores.here().evenNodes();
            RunRequest request = nodes > 1 && ready.ranks().isEmpty() && NodeRanks.measurable(one)
                    ? one.with(NodeRanks.chosen(ready, process, one, nodes)) : one;
            return JobRunner.run(ready, process, () -> new RunCoordinator(request, ready, process, silent));
        }
    }

    /** Returns whether a device would compute for a request on this host. */
    private static boolean onDevices(RunRequest request, Transport ready, RankProcess process, ProgressMonitor silent) {
        JobSetup setup = new RunCoordinator(request, ready, process, silent).setup();
        return JobRunner.run(ready, process, () -> Coordinator.of(1, setup, session -> session.onDevices() ? 1 : 0)) == 1;
    }

    /** Returns a request whose tests are not tested while they run, with a note that says so. */
    private static RunRequest untested(RunRequest request) {
        RunRequest.Tests tests = request.tests();
        return new RunRequest(new RunRequest.Tests(tests.choice().withNotes(List.of(ResultLines.UNTESTED)), tests.repeat(), tests.memory(),
                tests.map(), tests.planning(), tests.kind(), TrustSettings.NONE, tests.rebalance()), request.ranks(), request.reports(),
                request.keeping());
    }

    /** Returns the request of a sweep of equal tests, whatever HPL.dat there is in the working folder. */
    private RunRequest request(int repeat, HplDatOverrides overrides, Optional<MemoryUse> memory, ReportSink sink) {
        InputFile nothing = new InputFile(Optional.empty(), List.of());
        CaseChoice choice = CaseChoice.of(nothing, overrides, new MapSpec.Cyclic());
        RunRequest.Tests tests = new RunRequest.Tests(choice, repeat, memory, "by default", choice.ranks() > 1
                ? Planning.Use.NEVER : Planning.Use.WHERE_IT_PAYS,
                Optional.empty(), verify.settings(), RebalanceUse.NO);
        OptionalInt threads = workers == null ? OptionalInt.empty() : OptionalInt.of(workers);
        RunRequest.Ranks ranks = new RunRequest.Ranks(kernels.provider(Settings.NONE), threads, slowdown.slowdowns(choice.ranks()),
                Binding.CORE, YesOrNo.NO, Optional.empty(), UnaryOperator.identity(), List.of(), CalibrationCache.Use.CACHED,
                Effort.SHORT, List.of(), 0);
        RunRequest.Reports reports = new RunRequest.Reports(Recording.SUMS, NOWHERE, new ReportFiles(Map.of(), Optional.empty(),
                List.of(sink)), Display.USUAL);
        return new RunRequest(tests, ranks, reports, new RunRequest.Keeping(nothing, Optional.empty(), Optional.empty(), false));
    }

    /** Ends this process when its standard input ends, which it does when the process that wants the results has ended. */
    private void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            System.getLogger(BurnInHostCommand.class.getName()).log(System.Logger.Level.DEBUG, "input", closed);
        }
        if (hosts.hosts().isPresent()) {
            // ends the ranks too
            System.exit(ExitCode.OK);
        }
        Runtime.getRuntime().halt(ExitCode.OK);
    }
}
