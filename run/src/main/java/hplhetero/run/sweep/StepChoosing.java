package hplhetero.run.sweep;

import hplhetero.blas.environment.CacheFolder;
import hplhetero.comm.select.Choices;
import hplhetero.hpl.cluster.BriefLinks;
import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.Network;
import hplhetero.hpl.cluster.PanelCost;
import hplhetero.hpl.cluster.Peak;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.cluster.UpdateCost;
import hplhetero.hpl.plan.StepPlanner;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.problem.MapSpec;
import hplhetero.hpl.problem.Slowdown;
import hplhetero.hpl.problem.StepChoice;
import hplhetero.hpl.problem.StepChoices;
import hplhetero.hpl.problem.StepChoices.Free;
import hplhetero.hpl.result.CaseResult;
import hplhetero.results.text.LinksText;
import hplhetero.run.cases.CaseChoice;
import hplhetero.run.job.CalibrationCache;
import hplhetero.run.job.RankTable;
import hplhetero.run.job.Session;
import hplhetero.run.terminal.StandardError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Chooses broadcast and row swap before the clock starts, where the choice is the program's, and keeps what runs learn of them. Used on
 * rank 0.
 */
final class StepChoosing {
    /** Rate assumed of a rank whose kernels nobody has measured, in GFLOPS. */
    private static final double UNKNOWN_RATE_GFLOPS = 1;
    /** Rate at which a rank factors panels, as a share of the rate of its updates, where this was not measured. */
    private static final double PANEL_SHARE = 0.25;

    private final Session session;
    private final CalibrationCache.Use cached;
    private final Optional<Cluster> cluster;
    private final List<Integer> siteOf;
    /** The ranks and links from which the times of broadcasts and row swaps can be predicted; empty where no prediction can be trusted. */
    private Optional<Cluster> assumed = Optional.empty();
    /** The links as a brief probe measured them, since nothing else tells of links; empty before the probe was needed. */
    private Optional<BriefLinks> probed = Optional.empty();

    /**
     * Makes a chooser for the ranks of a session.
     *
     * @param cluster ranks and links, where they were measured or given
     * @param siteOf  number of each rank's site, indexed by rank; empty where all ranks count as at one site
     */
    StepChoosing(Session session, CalibrationCache.Use cached, Optional<Cluster> cluster, List<Integer> siteOf) {
        this.session = session;
        this.cached = cached;
        this.cluster = cluster;
        this.siteOf = siteOf;
    }

    /**
     * Returns the tests with the broadcasts and row swaps that the program chooses for each of them; the tests unchanged where the user
     * chose both.
     */
    CaseChoice chosen(CaseChoice choice) {
        Free free = choice.dat().chooses().free(session.rankTable().hosts().size() > 1);
        if (free == Free.NOTHING || choice.cases().stream().noneMatch(one -> one.n() > 0)) {
            return choice;
        }
        if (cluster.isEmpty() && session.rankTable().size() > 1) {
            probed = Optional.of(session.probeLinks(Planning.largest(choice), sites()));
            assumed = probed.filter(BriefLinks::sure).map(this::onLinks);
        }
        List<StepChoices> steps = new ArrayList<>();
        Map<List<Object>, StepChoices> known = new HashMap<>();
        for (HplCase one : choice.cases()) {
            // tests that differ only in how panels are factored share their choices
            steps.add(one.n() == 0 ? StepChoices.FIXED : known.computeIfAbsent(List.of(one.n(), one.nb(), one.p(), one.q(), one.mapping(),
                    one.depth(), one.broadcast(), one.swap(), one.map()), any -> of(one, free)));
        }
        CaseChoice chosen = choice.withSteps(steps);
        List<String> origins = steps.stream().map(StepChoices::origin).filter(origin -> !origin.isEmpty()).distinct().toList();
        List<String> notes = new ArrayList<>(List.of(words(free) + " auto: by phase of the run, " + String.join("; ", origins)));
        probed.ifPresent(links -> notes.add("links were probed before the tests: " + LinksText.of(links)));
        return chosen.withNotes(notes);
    }

    private List<Integer> sites() {
        int ranks = session.rankTable().size();
        return siteOf.size() == ranks ? siteOf : Collections.nCopies(ranks, 0);
    }

    /** Returns the ranks with what is known of their rates, and with links that were probed. */
    private Cluster onLinks(BriefLinks links) {
        RankTable table = session.rankTable();
        double[] rates = session.rates();
        List<RankProfile> ranks = IntStream.range(0, table.size()).mapToObj(rank -> {
            double rate = rates[rank] > 0 ? rates[rank] : UNKNOWN_RATE_GFLOPS;
            return new RankProfile(rank, table.ranks().get(rank).host(), session.rankInfos().get(rank).workers(),
                    UpdateCost.constant(rate), PanelCost.constant(PANEL_SHARE * rate), Long.MAX_VALUE, Peak.UNKNOWN, 0);
        }).toList();
        return new Cluster(ranks, new Network(links.links(), table.hostOf(), sites()), "probed briefly");
    }

    private static String words(Free free) {
        return free == Free.BOTH ? "bcast and swap" : free == Free.BROADCAST ? "bcast" : "swap";
    }

    private StepChoices of(HplCase one, Free free) {
        StepChoices predicted = cluster.map(known -> StepPlanner.choose(known, one, free))
                .or(() -> assumed.map(known -> StepPlanner.choose(known, one, free).from("predicted for the links that were probed")))
                .orElseGet(() -> StepChoices.steady(free, new StepChoice(one.broadcast(), one.swap()), probed.isPresent()
                        ? "as usual, because the probed links are unsure" : "as usual, because one rank sends nothing"));
        return learnt(one, free).map(learnt -> learnt.on(predicted)).orElse(predicted);
    }

    private Optional<LearntSteps> learnt(HplCase one, Free free) {
        return cached == CalibrationCache.Use.AFRESH ? Optional.empty()
                : LearntSteps.find(CacheFolder.ofUser(), settings(one, free), StandardError::say);
    }

    /**
     * Keeps in the user's cache folder what a test has learnt of broadcasts and row swaps, for later runs. Does nothing where the program
     * chose neither.
     */
    void learn(CaseResult result) {
        HplCase one = result.hplCase();
        Free free = one.steps().free();
        if (free != Free.NOTHING) {
            LearntSteps.of(result.steps(), learnt(one, free), Instant.now())
                    .ifPresent(learnt -> learnt.keep(CacheFolder.ofUser(), settings(one, free)));
        }
    }

    /** Returns all that learnt choices depend on, besides processor, Java and build. */
    private Map<String, String> settings(HplCase one, Free free) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("hosts", session.rankTable().ranks().stream().map(rank -> rank.host()).toList().toString());
        settings.put("kernels", session.rankInfos().stream().map(rank -> rank.blas() + " " + rank.workers()).toList().toString());
        settings.put("slowdown", session.setup().slowdown().stream().map(Slowdown::words).toList().toString());
        settings.put("sites", cluster.map(known -> known.network().siteOf().toString()).orElse("crossed: " + session.crossesSites(one)));
        settings.put("place", cluster.flatMap(known -> known.network().routes()).map(routes -> Choices.place(routes.placement()))
                .orElse("unknown"));
        settings.put("grid", one.p() + "x" + one.q() + " " + one.mapping() + " " + map(one.map()));
        settings.put("nb", String.valueOf(one.nb()));
        settings.put("depth", String.valueOf(one.depth()));
        // rounds N to steps of a factor of the square root of 2
        settings.put("n", String.valueOf(Math.round(2 * Math.log(one.n()) / Math.log(2))));
        settings.put("free", free + (free.broadcast() ? "" : " " + one.broadcast()) + (free.swap() ? "" : " " + one.swap()) + " "
                + one.swapThreshold());
        return settings;
    }

    /** Returns the owners of the map's cells, without saying which block lies in which cell. */
    private static String map(MapSpec map) {
        return map instanceof MapSpec.Explicit explicit ? explicit.owners().toString() : map.toString();
    }
}
