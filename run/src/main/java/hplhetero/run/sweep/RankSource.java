package hplhetero.run.sweep;

import hplhetero.hpl.calibrate.MeasuringTime;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.problem.HplCase;
import hplhetero.input.text.InputException;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.job.Session;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the speeds of ranks and the costs of links from a file, or measures them once if no file tells them. Owner: rank 0's thread. */
final class RankSource implements Function<CaseChoice, Cluster> {
    private final Session session;
    private final RunRequest.Ranks request;
    private Optional<Cluster> found = Optional.empty();

    /**
     * Makes a source that reads or measures nothing yet.
     *
     * @param request where ranks may be described, and whether an earlier measurement may be taken
     */
    RankSource(Session session, RunRequest.Ranks request) {
        this.session = session;
        this.request = request;
    }

    /** Returns the ranks and links for these tests. The first call reads or measures them; later calls return the same ranks and links. */
    @Override
    public Cluster apply(CaseChoice choice) {
        if (found.isEmpty()) {
            found = Optional.of(request.fabric().apply(request.cluster().map(file -> described(file, choice.ranks()))
                    .orElseGet(() -> measured(choice))));
        }
        return found.get();
    }

    private Cluster described(Cluster file, int ranks) {
        if (file.size() != ranks) {
            throw new InputException("the cluster file has " + file.size() + " rank(s), the run has " + ranks
                    + ": give --ranks " + file.size() + ", or another file");
        }
        if (session.rankTable().size() == file.size()) {
            session.sites(file.network().siteOf());
        }
        return MemoryCaps.of(session.rankTable(), file).on(file);
    }

    private Cluster measured(CaseChoice choice) {
        HplCase largest = Planning.largest(choice);
        // no panel is wider than its matrix, and measuring wide panels takes slow kernels minutes
        List<Integer> nbs = choice.open().nb() ? choice.open().fitting().planned(largest.n())
                : choice.cases().stream().map(one -> Math.clamp(largest.n(), 1, one.nb())).distinct().sorted().toList();
        double rate = session.gflops();
        double seconds = rate > 0 ? choice.cases().stream().mapToDouble(HplCase::flops).sum() / 1e9 / rate : 0;
        return session.calibrator().calibrate(largest, nbs, MeasuringTime.forRun(seconds, request.effort()), request.cached());
    }
}
