package hplhetero.hpl;

import hplhetero.comm.Communicator;
import hplhetero.hpl.checkpoint.CheckpointPlan;
import hplhetero.hpl.checkpoint.TimeSpent;
import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.memory.CaseMemory;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.Adaptation;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.CheckStatus;
import hplhetero.hpl.result.HostPower;
import hplhetero.hpl.result.PanelTimes;
import hplhetero.hpl.result.RankReport;
import hplhetero.hpl.result.Residual;
import hplhetero.hpl.result.Resumption;
import hplhetero.hpl.result.StepTests;
import hplhetero.hpl.result.StepsDone;
import hplhetero.hpl.result.TimeSeries;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntConsumer;

/** One case on one of its ranks, from allocating memory to the residual check. */
final class CaseRun {
    private final HplCase hplCase;
    private final CheckpointPlan plan;
    private final RankContext context;
    private final Communicator ranks;
    private final SolveListener listener;
    private final RankProgress progress;
    private final Agreement agreement;
    private final HostMeter meter;
    private final JustInTimeCompiler compiler = new JustInTimeCompiler();
    private double warmUpSeconds;

    CaseRun(HplCase hplCase, CheckpointPlan plan, RankContext context, SolveListener listener, RankProgress progress,
            HostMeter meter) {
        this.hplCase = hplCase;
        this.plan = plan;
        this.context = context;
        this.listener = listener;
        this.progress = progress;
        ranks = context.ranks();
        agreement = context.agreement();
        this.meter = meter;
    }

    /**
     * Runs the case: warms up, allocates, solves and checks. Collective over the ranks of the case.
     *
     * @param warmUp does the warm-up before the case
     * @return the result on rank 0, else null; null also on rank 0 where the ranks were told to end, after the state was written
     */
    CaseResult run(WarmUp warmUp) {
        if (hplCase.n() == 0) {
            return ranks.rank() == 0 ? nothing() : null;
        }
        long begin = System.nanoTime();
        boolean warm = warmUp.before(hplCase);
        PanelTimes panels = warm ? context.panelTimes(hplCase) : PanelTimes.NONE;
        warmUpSeconds = (warm ? (System.nanoTime() - begin) * 1e-9 : 0) + warmUp.earlierSeconds();
        return context.pool().lend(arena -> {
            CaseWorkspace workspace = new CaseWorkspace(hplCase, context, panels, arena);
            CaseResult result = workspace.complete() ? measure(workspace, arena) : skipped(workspace);
            workspace.close();
            return result;
        });
    }

    /** Returns the result of a case with N = 0, for which nothing is computed. */
    private CaseResult nothing() {
        Instant now = Instant.now();
        CaseResult solved = told(solved(now, now, 0, 0, List.of()));
        return isChecked() ? checked(solved, new Residual(0, 0, 0, 0, 0, 0, 0, 0)) : solved;
    }

    private CaseResult measure(CaseWorkspace workspace, Arena arena) {
        begins("generating A");
        Optional<Checkpoints> states = plan.isOn() ? Optional.of(new Checkpoints(plan, context, workspace.factors(), arena))
                : Optional.empty();
        states.ifPresentOrElse(workspace::fill, workspace::generate);
        workspace.emulateFlips();
        Optional<Parts> parts = states.map(its -> new Parts(hplCase, workspace, its, context, listener));
        Optional<Following> following = !plan.isOn() && context.follows(hplCase)
                ? Optional.of(new Following(hplCase, workspace, context, listener, arena))
                : Optional.empty();
        CaseResult solved = measure(workspace, parts, following);
        states.ifPresent(Checkpoints::free);
        following.ifPresent(Following::free);
        return solved;
    }

    /** Solves and checks; returns null on rank 0 too where the ranks were told to end before the matrix was factored. */
    private CaseResult measure(CaseWorkspace workspace, Optional<Parts> parts, Optional<Following> following) {
        TimeSpent earlier = parts.map(Parts::earlier).orElse(TimeSpent.NONE);
        workspace.timers().reset();
        workspace.timers().addEarlier(earlier.phases());
        // The listener is made before the clock starts: the first use of a lambda takes milliseconds.
        Advance advance = new Advance();
        int before = parts.map(its -> its.resumption().columns()).orElse(0);
        agreement.barrier();
        meter.start();
        agreement.barrier();
        Instant start = Instant.now();
        long compiled = compiler.millis();
        long clock = System.nanoTime();
        advance.begin(clock - Math.round(earlier.seconds() * 1e9), before);
        workspace.timers().start(clock);
        if (parts.isPresent() && !parts.get().run(clock, advance)) {
            meter.stop((System.nanoTime() - clock) * 1e-9);
            workspace.free();
            return null;
        }
        following.ifPresent(its -> its.run(clock, advance));
        int zeroPivotHere = parts.isPresent() || following.isPresent() ? workspace.zeroPivot() : workspace.factor(advance);
        begins("back substitution");
        MemorySegment x = workspace.ended() ? MemorySegment.NULL : workspace.solve();
        long stopped = System.nanoTime();
        workspace.timers().ended(stopped);
        double mine = (stopped - clock) * 1e-9;
        begins("checking");
        double[] most = agreement.largest(new double[] {mine, 1e-3 * (compiler.millis() - compiled)});
        double seconds = earlier.seconds() + most[0];
        Instant end = Instant.now();
        Optional<HostPower> power = meter.stop(most[0]);
        // Rank 0 may have been left out of the map, and then knows no pivots.
        int zeroPivot = (int) agreement.largest(zeroPivotHere);
        List<RankReport> reports = agreement.reports(report(workspace, seconds));
        List<HostPower> powers = agreement.powers(power);
        StepsDone steps = workspace.steps();
        Resumption how = parts.map(Parts::resumption).orElse(Resumption.NONE);
        // the earlier parts have recorded nothing that is left
        Optional<TimeSeries> series = how.happened() ? Optional.empty() : workspace.timeSeries();
        workspace.free();
        CaseResult solved = null;
        if (ranks.rank() == 0) {
            CaseResult sums = solved(start, end, seconds, zeroPivot, reports).withSteps(steps).withCompiler(most[1])
                    .withPower(powers.stream().filter(host -> worksOn(host.host(), reports)).toList())
                    .withStepTests(named(workspace.stepTests(), reports))
                    .withAdaptation(following.map(Following::seen).orElse(Adaptation.NONE));
            if (workspace.ended()) {
                return sums.endedBy(sums.stepTests().reason());
            }
            solved = told(how.happened() ? resumed(sums, how) : series.map(sums::withTimeSeries).orElse(sums));
        }
        return isChecked() && !workspace.ended() ? checked(solved, workspace.check(x)) : solved;
    }

    /** Returns the tests of the factorization with the names of the hosts. Called on rank 0 alone. */
    private static StepTests named(StepTests tests, List<RankReport> reports) {
        return new StepTests(tests.steps(), tests.comparisons(), tests.panels(), tests.findings().stream()
                .map(finding -> finding.on(reports.get(finding.rank()).host())).toList(), tests.emulated());
    }

    /** Returns the result of a case that was resumed, without what was measured in the last part alone. */
    private static CaseResult resumed(CaseResult whole, Resumption how) {
        int nb = whole.hplCase().blockSize();
        return whole.withPower(List.of()).withSteps(whole.steps().from(how.columns() / nb)).withResumption(how);
    }

    private void begins(String phase) {
        ranks.activity().phase(phase, -1);
    }

    /** The listener that tells each rank's {@link RankProgress}, and rank 0's {@link SolveListener}, how far the factorization is. */
    private final class Advance implements IntConsumer {
        private long clock;

        /**
         * Begins to count.
         *
         * @param started time, as {@link System#nanoTime}, at which the clock would have started without a pause before this part
         * @param columns number of columns factored before this process began
         */
        void begin(long started, int columns) {
            clock = started;
            reached(columns, System.nanoTime() - started);
        }

        @Override
        public void accept(int columns) {
            long nanos = System.nanoTime() - clock;
            reached(columns, nanos);
            if (ranks.rank() == 0) {
                listener.factored(hplCase, columns, nanos);
            }
        }

        private void reached(int columns, long nanos) {
            progress.reached((double) columns / hplCase.n(), 1e-9 * nanos);
        }
    }

    /** Makes the result as known when the clock has stopped: without the check, the panel steps, the time series and the hosts' power. */
    private CaseResult solved(Instant start, Instant end, double seconds, int zeroPivot, List<RankReport> reports) {
        return new CaseResult(hplCase, isChecked() ? CheckStatus.CHECKING : CheckStatus.UNCHECKED, start, end, seconds, Optional.empty(),
                zeroPivot > 0, working(reports), zeroPivot > 0 ? "column " + (zeroPivot - 1) + " has no pivot: the matrix is singular" : "")
                .withWarmUp(warmUpSeconds);
    }

    /** Tells the listener that the case is solved, and returns the result. Called on rank 0 alone. */
    private CaseResult told(CaseResult solved) {
        listener.solved(solved);
        return solved;
    }

    private List<RankReport> working(List<RankReport> reports) {
        BlockMap map = BlockMap.of(hplCase);
        return reports.stream().filter(report -> map.takesPart(report.rank())).toList();
    }

    private boolean worksOn(String host, List<RankReport> reports) {
        return working(reports).stream().anyMatch(rank -> rank.host().equals(host));
    }

    /**
     * Completes the result with its check, on rank 0.
     *
     * @param solved result without its check; null on all ranks but 0
     * @return the checked result on rank 0, else null
     */
    private CaseResult checked(CaseResult solved, Residual residual) {
        return solved == null ? null : solved.checked(status(residual), residual);
    }

    private boolean isChecked() {
        return hplCase.threshold() > 0;
    }

    private CheckStatus status(Residual residual) {
        // The comparison is written so that a NaN fails.
        return residual.scaled() < hplCase.threshold() ? CheckStatus.PASSED : CheckStatus.FAILED;
    }

    private CaseResult skipped(CaseWorkspace workspace) {
        Instant now = Instant.now();
        List<RankReport> reports = agreement.reports(report(workspace, 0));
        if (ranks.rank() != 0) {
            return null;
        }
        RankReport rank = reports.get(workspace.lacking());
        String need = String.format(Locale.ROOT, "%.3g GiB", CaseMemory.bytes(hplCase, rank.rank(), rank.workers()) * 0x1p-30);
        return new CaseResult(hplCase, CheckStatus.SKIPPED, now, now, 0, Optional.empty(), false, List.of(),
                "rank " + rank.rank() + " on " + rank.host() + " did not get the " + need + " it needs for N=" + hplCase.n()
                        + ": choose a smaller N, or raise its memory limit (ulimit -v, the batch system, HPL_JAVA_OPTS=-Xmx)")
                        .withWarmUp(warmUpSeconds);
    }

    private RankReport report(CaseWorkspace workspace, double seconds) {
        LocalLayout layout = workspace.layout();
        return new RankReport(ranks.rank(), ranks.hostName(), context.pool().workers(),
                layout.elements() / (double) hplCase.n() / (hplCase.n() + 1), workspace.timers().seconds(seconds), workspace.device());
    }
}
