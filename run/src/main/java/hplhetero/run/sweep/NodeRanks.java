package hplhetero.run.sweep;

import hplhetero.blas.select.BlasOptions.CacheUse;
import hplhetero.comm.Transport;
import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.model.SolveVariant;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.PlanRequest;
import hplhetero.hpl.plan.Planner;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.TrustSettings;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.cases.DeviceUse;
import hplhetero.run.job.Coordinator;
import hplhetero.run.job.JobRunner;
import hplhetero.run.job.JobSetup;
import hplhetero.run.job.RankProcess;
import hplhetero.run.job.Session;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The choice between one rank for this host and one for each of its NUMA nodes, groups of cores with memory of their own. One rank needs
 * no messages; ranks on nodes have their memory near. Both are measured, and the planner predicts which is faster.
 */
public final class NodeRanks {
    /** The seconds that a run takes for which the program chooses N. */
    private static final double RUN_SECONDS = 20;
    /** How many times faster a run with a rank for each NUMA node must be predicted to be to be taken, since one rank is simpler. */
    private static final double LEAST_GAIN = 1.01;

    private final Transport transport;
    private final RankProcess process;
    private final RunRequest request;
    /** Seconds of the run that is predicted with one rank and with a rank for each NUMA node, if it goes at the kernels' rate. */
    private final double runSeconds;
    /** Order of the matrix of the run that is predicted with both numbers of ranks; 0 before the rate of the kernels is known. */
    private int n;
    /** Seconds that the run is predicted to take with the ranks that were measured last; NaN where nothing was predicted. */
    private double seconds;

    private NodeRanks(Transport transport, RankProcess process, RunRequest request, double runSeconds) {
        this.transport = transport;
        this.process = process;
        this.request = request;
        this.runSeconds = runSeconds;
    }

    /**
     * Returns whether the user has left the ranks to the program, and the tests are large enough for ranks to be measured.
     *
     * @param request the request of a run with one rank
     */
    public static boolean measurable(RunRequest request) {
        CaseChoice choice = request.tests().choice();
        boolean free = request.ranks().workers().isEmpty() && request.ranks().slowdown().isEmpty() && request.ranks().cluster().isEmpty();
        return free && request.tests().planning() == Planning.Use.WHERE_IT_PAYS
                && (choice.sized() || Planning.largest(choice).n() >= Planning.LEAST_PLANNED_N);
    }

    /**
     * Returns the tests on the ranks that are predicted to be faster, with a note that says why. Measures unless earlier runs have.
     *
     * @param transport starts ranks in this process
     * @param process   what these ranks share
     * @param request   the request of a run with one rank
     * @param nodes     number of NUMA nodes, &gt; 1
     */
    public static CaseChoice chosen(Transport transport, RankProcess process, RunRequest request, int nodes) {
        return chosen(transport, process, request, nodes, RUN_SECONDS);
    }

    /**
     * Returns the tests on the ranks that are predicted to be faster, for a run of some length.
     *
     * @param runSeconds seconds that the run takes at the kernels' rate; measuring takes a share of them
     */
    static CaseChoice chosen(Transport transport, RankProcess process, RunRequest request, int nodes, double runSeconds) {
        NodeRanks ranks = new NodeRanks(transport, process, request, runSeconds);
        double one = ranks.predicted(1);
        double each = Double.isNaN(one) ? Double.NaN : ranks.predicted(nodes);
        CaseChoice choice = request.tests().choice();
        if (Double.isNaN(each)) {
            return choice;
        }
        return one > LEAST_GAIN * each ? choice.onRanks(nodes, true).withNotes(List.of(why(nodes, ranks.n, each / one)))
                : choice.withNotes(List.of(whyNot(nodes, ranks.n, each / one)));
    }

    /** Returns the note where each NUMA node gets a rank. */
    static String why(int nodes, int n, double ratio) {
        return String.format(Locale.ROOT, "ranks: %d, one for each NUMA node: N=%d is predicted to take %.2f times as long as with one",
                nodes, n, ratio);
    }

    /** Returns the note where one rank gets all NUMA nodes. */
    static String whyNot(int nodes, int n, double ratio) {
        return String.format(Locale.ROOT, "ranks: 1 on %d NUMA nodes: with a rank on each, N=%d is predicted to take %.2f times as long",
                nodes, n, ratio);
    }

    private double predicted(int ranks) {
        seconds = Double.NaN;
        RunRequest.Ranks where = request.ranks();
        JobSetup setup = new JobSetup(where.blas(), 0, List.of(), true, CacheUse.SETTLED, DeviceUse.of(request.tests().choice()),
                where.bind(), request.reports().record(), TrustSettings.NONE);
        JobRunner.run(transport, process, () -> Coordinator.of(ranks, setup, this::predict));
        return seconds;
    }

    /** Measures the ranks of a session and predicts a run. Predicts nothing where devices compute, or where no plan has room. */
    private int predict(Session session) {
        if (session.onDevices() || session.gflops() <= 0) {
            return 0;
        }
        CaseChoice choice = request.tests().choice();
        if (n == 0) {
            n = (int) Math.cbrt(1.5 * runSeconds * session.gflops() * 1e9);
        }
        List<Integer> nbs = choice.open().nb() ? choice.open().fitting().planned(n) : List.of(choice.cases().getFirst().nb());
        HplCase typical = CaseChoice.typical(choice.dat(), n, nbs.getFirst(), 1, session.rankTable().size());
        Cluster cluster = session.calibrator().calibrate(typical, nbs, MeasuringTime.forRun(runSeconds, request.ranks().effort()),
                request.ranks().cached());
        PlanRequest wanted = new PlanRequest(OptionalInt.of(n), nbs, Optional.empty(), Optional.empty(), SolveVariant.of(typical));
        if (Planner.find(cluster, wanted) instanceof PlanChoice found) {
            seconds = found.best().prediction().seconds();
        }
        return 0;
    }
}
