package hplhetero.run.sweep;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.CommException;
import hplhetero.comm.Transport;
import hplhetero.hpl.SolveListener;
import hplhetero.hpl.calibrate.CalibrationCorrection;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.MapMove;
import hplhetero.input.HplDat;
import hplhetero.input.text.InputException;
import hplhetero.results.IdlePower;
import hplhetero.results.ReportSink;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.check.WorldCheck;
import hplhetero.run.facts.LoadMeter;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.FolderWork;
import hplhetero.run.job.InspectedHost;
import hplhetero.run.job.InspectionLevel;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankInfo;
import hplhetero.run.job.RankProcess;
import hplhetero.run.job.Session;
import hplhetero.run.power.GivenWatts;
import hplhetero.run.progress.ProgressMonitor;
import hplhetero.run.resume.RunFolder;
import hplhetero.run.resume.RunState;
import hplhetero.run.resume.SweepKeeper;
import hplhetero.run.terminal.Display;
import hplhetero.run.terminal.ErrorReport;
import hplhetero.run.terminal.ExitCode;
import hplhetero.run.terminal.LastLine;
import hplhetero.run.terminal.Messages;
import hplhetero.run.terminal.OutputDevice;
import hplhetero.run.terminal.StandardError;
import hplhetero.run.terminal.YesOrNo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The part of rank 0 in {@code hpl run}: it sizes, plans, runs and reports the tests. */
public final class RunCoordinator implements Coordinator {
    /** Rate assumed for kernels that nobody has measured, in GFLOPS; used to size a test. */
    private static final double UNKNOWN_RATE_GFLOPS = 1.0;
    /** Milliseconds to wait for the cause of a failure, which may reach rank 0 later than the launcher's signal to end. */
    private static final long CAUSE_WAIT_MILLIS = 400;

    /** Operations of all tests together below which kernels are not measured again, since a measurement would take as long as the tests. */
    private static final double QUICK_SWEEP_FLOPS = 1e11;

    private final RunRequest.Tests requested;
    private final RunRequest.Ranks where;
    private final RunRequest.Reports shown;
    private final RunRequest.Keeping keeping;
    private final Transport transport;
    private final RankProcess process;
    private final ProgressMonitor progress;

    /**
     * Checks that output and files can be written, and keeps the request.
     *
     * @param process the process that this coordinator runs in
     * @throws InputException where an output file cannot be written, or a rank is named that there is not
     */
    public RunCoordinator(RunRequest request, Transport transport, RankProcess process, ProgressMonitor progress) {
        this.process = process;
        this.progress = progress;
        this.requested = request.tests();
        this.where = request.ranks();
        this.shown = request.reports();
        this.keeping = request.keeping();
        this.transport = transport;
        checkFlips();
        OutputDevice.check(requested.choice().dat(), shown.output());
        shown.files().check();
    }

    @Override
    public int ranks() {
        return requested.choice().ranks();
    }

    @Override
    public JobSetup setup() {
        return new JobSetup(where.blas(), where.workers().orElse(0), where.slowdown(), requested.choice().sized(),
                requested.choice().flops() < QUICK_SWEEP_FLOPS ? CacheUse.ANY : CacheUse.SETTLED,
                DeviceUse.of(requested.choice()), where.bind(), shown.record(), requested.trust());
    }

    /**
     * Sizes, plans, runs and reports the tests.
     *
     * @throws InputException before anything is run, when something asked for cannot be done
     */
    @Override
    public int lead(Session session) throws IOException {
        int started = session.rankTable().size();
        if (ranks() > started) {
            throw new InputException("P x Q is " + ranks() + ", but ranks=" + started + " were started"
                    + ": start as many ranks (mpirun -np " + ranks() + "), or choose smaller P and Q");
        }
        checkTrust(session);
        // inspect hosts before anything is measured, because measuring would count as load
        List<InspectedHost> hosts = where.check() == YesOrNo.YES ? session.inspect(InspectionLevel.BRIEF) : List.of();
        Optional<IdlePower> idle = idle(session);
        prepareFolder(session);
        GivenWatts watts = new GivenWatts(where.watts(), session.rankTable().hosts());
        if (where.siteOf().size() == started) {
            session.sites(where.siteOf());
        } else {
            // tests whose map is not planned send messages too, so they need the sites as well
            where.described(started).ifPresent(file -> session.sites(file.network().siteOf()));
        }
        boolean asKept = keeping.resumed().isPresent() && !keeping.replan();
        Planning.Laid plan = asKept ? new Planning.Laid(requested.choice(), kept().cluster()) : plan(session, hosts);
        StepChoosing steps = new StepChoosing(session, where.cached(), plan.cluster().or(() -> where.described(started)),
                where.siteOf());
        CaseChoice stepped = asKept ? plan.choice() : steps.chosen(plan.choice());
        CaseChoice following = new Rebalancing(session, plan.cluster()).decided(stepped, requested.rebalance(), holdsMap(session));
        CaseChoice choice = following.withNotes(notes(session, following.cases()));
        choice.notes().forEach(StandardError::say);
        warn(session, hosts, choice);
        if (session.onDevices()) {
            progress.by(session.rankInfos().stream().map(RankInfo::blas).distinct().toList());
        }
        RunDescriber description = new RunDescriber(requested, choice, session, transport, idle);
        UnaryOperator<CaseResult> known = result -> watts.applied(plan.cluster().map(result::withCluster).orElse(result));
        List<Integer> siteOf = plan.cluster().map(cluster -> cluster.network().siteOf()).orElse(where.siteOf());
        SweepKeeper keeper = keeping.resumed().map(state -> SweepKeeper.resume(keeping.place().orElseThrow(), state,
                asKept ? state : state.with(following, siteOf))).orElseGet(() -> SweepKeeper.begin(keeping.place(),
                        RunState.begin(keeping.input(), following, requested.repeat(), siteOf)));
        plan.cluster().ifPresent(keeper::measured);
        return sweep(session, choice, known, steps, description, keeper);
    }

    /** Measures the idle power of all hosts, where that is asked for; empty where it is not, or some host has no meter. */
    private Optional<IdlePower> idle(Session session) {
        if (where.idleSeconds() == 0) {
            return Optional.empty();
        }
        List<HostPower> hosts = session.idle(where.idleSeconds());
        List<HostPower> unknown = hosts.stream().filter(host -> !Double.isFinite(host.joules())).toList();
        if (!unknown.isEmpty()) {
            StandardError.say("warning: the idle power is not known: " + unknown.stream().map(host -> host.host()
                    + (host.source().isEmpty() ? " has no meter" : ": " + host.source())).collect(Collectors.joining("; ")));
            return Optional.empty();
        }
        return Optional.of(new IdlePower(hosts.stream().mapToDouble(HostPower::joules).sum() / where.idleSeconds(), where.idleSeconds(),
                hosts.stream().map(HostPower::source).distinct().collect(Collectors.joining("; "))));
    }

    /** Returns why the maps of tests cannot follow the ranks' speeds, in words for people; empty where they can. */
    private Optional<String> holdsMap(Session session) {
        if (keeping.place().isPresent()) {
            return Optional.of("the files of --checkpoint are those of one map");
        }
        if (requested.trust().verifies() || !requested.trust().flips().isEmpty()) {
            return Optional.of("the checksums of --verify-steps are those of one map");
        }
        return session.onDevices() ? Optional.of("a device holds a part of the matrix") : Optional.empty();
    }

    /** Returns the folder of the run's state, which the user has named. */
    private RunFolder kept() {
        return new RunFolder(keeping.place().orElseThrow().folder());
    }

    /** Makes the folder of the run's state on all hosts, where the user has named one. */
    private void prepareFolder(Session session) {
        if (keeping.place().isEmpty()) {
            return;
        }
        if (session.onDevices()) {
            throw new InputException("--checkpoint " + kept().path() + ": a rank computes on a device, and the state of a matrix in a "
                    + "device's memory cannot be written yet: drop the option, or choose kernels of the host, such as --blas native");
        }
        String problems = String.join("; ", session.onFolders(FolderWork.MAKE, SweepKeeper.plan(keeping.place().get(), 1)));
        if (!problems.isEmpty()) {
            throw new InputException("--checkpoint " + kept().path() + ": " + problems + ": name a folder that each host can write");
        }
    }

    /** Throws an {@link InputException} if an error is to be emulated on a rank whose number is too high. */
    private void checkFlips() {
        requested.trust().flips().stream().filter(flip -> flip.rank() >= ranks()).findFirst().ifPresent(flip -> {
            throw new InputException("--emulate-bitflip " + flip.words() + ": the run has " + ranks() + " ranks: name one of 0.."
                    + (ranks() - 1));
        });
    }

    /** Throws an {@link InputException} if the factorization is to be tested, or an error emulated, and a rank computes on a device. */
    private void checkTrust(Session session) {
        TrustSettings trust = requested.trust();
        if (session.onDevices() && (trust.verifies() || !trust.flips().isEmpty())) {
            throw new InputException("--verify-steps " + trust.steps().word() + ": ranks compute on devices, whose memory is not tested:"
                    + " name kernels of the host with --blas, or drop the option");
        }
    }

    /** Returns notes on the ranks and on how tests run on them, for people. */
    private static List<String> notes(Session session, List<HplCase> cases) {
        List<String> notes = new ArrayList<>(session.notes());
        BroadcastNote.of(cases, session::crossesSites).ifPresent(notes::add);
        SwapNote.of(cases, session::partsColumns).ifPresent(notes::add);
        DeviceMemory devices = DeviceMemory.of(session);
        cases.stream().flatMap(one -> devices.streams(one).stream()).distinct().forEach(notes::add);
        return notes;
    }

    /** Warns of what is wrong with the hosts, one line for each problem. The tests run all the same. */
    private static void warn(Session session, List<InspectedHost> hosts, CaseChoice choice) {
        int n = Planning.largest(choice).n();
        WorldCheck.brief(hosts, n, ranks -> choice.cases().stream()
                        .mapToLong(one -> CaseMemory.bytes(one, ranks, rank -> session.rankInfos().get(rank).workers())).max().orElse(0))
                .forEach(problem -> StandardError.note("warning: " + problem.line()));
    }

    /**
     * Runs all tests that are not finished, reports each, and returns the exit code.
     *
     * @param known  adds to a result what else is known of it
     * @param keeper keeps how far the run has come
     */
    private int sweep(Session session, CaseChoice choice, UnaryOperator<CaseResult> known, StepChoosing steps, RunDescriber description,
            SweepKeeper keeper) throws IOException {
        List<HplCase> tests = keeper.state().tests();
        Set<String> unwritten = ConcurrentHashMap.newKeySet();
        SweepReports reports = new SweepReports(sinks(choice.dat(), keeper.state().id(), unwritten), choice.dat().sweep(), tests.size(),
                unwritten);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ending(reports, description), "ending"));
        process.expectTests(tests.size());
        session.listener(new SolveObserver(progress, result -> reports.solved(known.apply(result), description::now), keeper));
        boolean complete = false;
        Optional<CaseResult> longest = Optional.empty();
        TestPace pace = new TestPace(System::nanoTime);
        try {
            progress.pause();
            reports.begin(description::now);
            keeper.state().finished().forEach(result -> reports.finished(known.apply(result), description::now));
            for (int i = keeper.state().finished().size(); i < tests.size() && !process.isToldToEnd(); i++) {
                progress.test(i + 1, tests.size());
                pace.next(tests.get(i)).ifPresent(seconds -> reports.waits(seconds, description::now));
                Optional<CaseResult> solved = session.solve(tests.get(i), keeper.plan()).map(known);
                progress.pause();
                if (solved.isEmpty() || isStuck(keeper, solved.get())) {
                    break;
                }
                CaseResult result = solved.get();
                reports.finished(result, description::now);
                if (result.isEnded() && keeper.state().hasState()) {
                    break; // the state on disk is older than the error, so the test may go on from there
                }
                keeper.finished(result);
                steps.learn(result);
                longest = longest.filter(other -> other.seconds() >= result.seconds()).or(() -> Optional.of(result));
            }
            complete = keeper.state().finished().size() == tests.size();
        } finally {
            progress.pause();
            reports.end(complete ? description.complete() : description.now());
        }
        longest.ifPresent(result -> learn(session, result));
        return complete ? ended(session, keeper, reports.exitCode()) : broken(keeper);
    }

    /**
     * Returns whether a test that should go on from a state was skipped, because a rank lacks memory. Its state must then stay, so that it
     * can go on elsewhere. Says so.
     */
    private static boolean isStuck(SweepKeeper keeper, CaseResult result) {
        boolean stuck = result.status() == CheckStatus.SKIPPED && keeper.plan().start() != CheckpointPlan.Start.ANEW;
        if (stuck) {
            StandardError.note(result.note());
        }
        return stuck;
    }

    /** Removes what was kept of a run that is complete. Returns the exit code, which is the one that the tests gave. */
    private int ended(Session session, SweepKeeper keeper, int exitCode) {
        if (keeping.place().isPresent()) {
            session.onFolders(FolderWork.REMOVE, keeper.plan()).forEach(why -> StandardError.note("warning: --checkpoint: " + why));
        }
        return exitCode;
    }

    /** Tells the command that continues a run which has ended before all its tests were finished. Returns the exit code. */
    private int broken(SweepKeeper keeper) {
        RunState state = keeper.state();
        StandardError.say((process.isToldToEnd() ? "ended as told" : "ended") + ", with " + state.finished().size() + " of "
                + state.tests().size() + " test(s) finished"
                + (state.hasState() ? " and a state of the next" : "") + ": go on with `./hpl resume " + kept().path() + "`");
        return ExitCode.FAILED;
    }

    /** A listener that shows how far a solve is, and reports its result as soon as the time is known. */
    private record SolveObserver(ProgressMonitor progress, Consumer<CaseResult> listener, SweepKeeper keeper) implements SolveListener {

        @Override
        public boolean stateWritten(HplCase hplCase, int columns) {
            progress.pause();
            StandardError.note(String.format(Locale.ROOT, "the state of N=%d is written, with %.0f %% of its columns factored", hplCase.n(),
                    100.0 * columns / hplCase.n()));
            return keeper.stateWritten();
        }

        @Override
        public void moved(HplCase hplCase, MapMove move) {
            progress.pause();
            StandardError.note(String.format(Locale.ROOT, "%d block columns moved in %.2f s, with %.0f %% of N=%d factored: %s",
                    move.columns(), move.took(), 100.0 * move.panel() * hplCase.blockSize() / hplCase.n(), hplCase.n(), move.why()));
        }

        @Override
        public void stateNotWritten(String why) {
            progress.pause();
            StandardError.note("warning: --checkpoint: the state is not written: " + why + ". The run goes on; the state before stays.");
        }

        @Override
        public void factored(HplCase hplCase, int columns, long nanos) {
            progress.factored(hplCase, columns, nanos);
        }

        @Override
        public void solved(CaseResult result) {
            progress.pause();
            listener.accept(result);
            progress.begins("checking");
        }
    }

    /**
     * Keeps for the next plan what this run has shown of the ranks. Does so only where ranks were measured, not described by a file, where
     * their speed did not change on purpose, and where no other process took a notable part of a host.
     */
    private void learn(Session session, CaseResult result) {
        boolean steady = where.slowdown().stream().allMatch(Slowdown::isSteady);
        if (where.cluster().isEmpty() && steady && result.power().stream().noneMatch(host -> host.load().isNotable())) {
            CalibrationCorrection.of(result).ifPresent(found -> {
                session.calibrator().keep(found.cluster());
                StandardError.note(found.text() + ": the next run will plan with the new rates");
            });
        }
    }

    /** Ends the reports when the JVM ends. After Ctrl-C the sweep is still open, and nothing here may take long. */
    private void ending(SweepReports reports, RunDescriber description) {
        if (!reports.isEnded()) {
            breakOff(reports, description);
        }
        LastLine.show();
    }

    private void breakOff(SweepReports reports, RunDescriber description) {
        try {
            progress.close();
            cause().ifPresent(why -> ErrorReport.tell(new CommException(why)));
            reports.end(description.now());
        } catch (IOException | RuntimeException cannot) {
            StandardError.say(Messages.of(cannot));
        }
    }

    /** Returns why the run ends, where that is not the user's wish: a launcher ends all ranks when one has died. */
    private Optional<String> cause() {
        if (transport.ranks().isEmpty()) {
            return Optional.empty();
        }
        try {
            long deadline = System.nanoTime() + CAUSE_WAIT_MILLIS * 1_000_000;
            while (transport.failure().isEmpty() && System.nanoTime() < deadline) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return transport.failure();
    }

    private Planning.Laid plan(Session session, List<InspectedHost> hosts) {
        CaseChoice choice = session.onDevices() ? requested.choice().onDevices() : requested.choice();
        Planning planning = new Planning(requested.planning(), requested.kind(), new RankSource(session, where),
                cluster -> requested.memory().map(use -> MemoryCaps.of(session.rankTable(), cluster, use).on(cluster)).orElse(cluster),
                DeviceMemory.of(session));
        MemoryFitting fitting = MemoryFitting.of(session.rankTable(), rank -> session.rankInfos().get(rank).workers(), where.cluster(),
                planning);
        Planning.Laid laid = choice.sized() ? sized(session, hosts, fitting, choice) : fitting.of(choice);
        return session.rankTable().size() == 1 && session.onDevices()
                ? new Planning.Laid(new DeviceNb(session.gflops(), session.deviceWorkBytes(), fitting.guard()::holds, session::deviceShapes)
                        .chosen(laid.choice()), laid.cluster()) : laid;
    }

    private Planning.Laid sized(Session session, List<InspectedHost> hosts, MemoryFitting fitting, CaseChoice choice) {
        double free = hosts.stream().mapToDouble(RunCoordinator::free).min().orElse(1);
        double rate = session.gflops() > 0 ? session.gflops() : UNKNOWN_RATE_GFLOPS;
        return fitting.sized(choice, rate * free, String.format(Locale.ROOT, "the kernels' %.0f GFLOPS", rate)
                + (free < 1 ? String.format(Locale.ROOT, ", of which other processes leave %.0f %%", 100 * free) : ""), requested.memory());
    }

    /**
     * Returns the share of a host's cores left to its ranks, 0 to 1. Other processes are assumed to go on as now, and to get as much of a
     * core as ranks do.
     */
    private static double free(InspectedHost host) {
        int cores = host.facts().processor().usableCores();
        double others = host.facts().load().otherCores();
        return others < LoadMeter.NOTABLE_CORES ? 1 : cores / (cores + others);
    }

    /**
     * Returns the sinks that hear of the sweep, in the order in which they hear.
     *
     * @param id        identifier of the run
     * @param unwritten files that could not be written; added to at the end of the sweep
     */
    private List<ReportSink> sinks(HplDat dat, String id, Set<String> unwritten) {
        boolean file = dat.device() != HplDat.STDOUT && dat.device() != HplDat.STDERR;
        Display display = shown.display();
        List<String> files = new ArrayList<>(file ? List.of(dat.outputFile()) : List.of());
        files.addAll(shown.files().names());
        List<ReportSink> sinks = new ArrayList<>();
        sinks.add(new TextSink(OutputDevice.open(dat),
                file ? display.file() : dat.device() == HplDat.STDOUT ? display.out() : display.err()));
        sinks.addAll(shown.files().sinks(id));
        sinks.add(new VerdictSink(display, files, unwritten));
        return sinks;
    }
}
