package hplhetero.results.text;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.hpl.plan.model.Prediction;
import java.util.Locale;

/** A plan in words: what was taken and why, what it is predicted to reach, what each rank gets, and a picture of the map. */
public final class PlanReport {
    /** Ranks that are listed. */
    private static final int MOST_LISTED_RANKS = 64;
    private static final int BAR_CHARACTERS = 30;

    private final StringBuilder text = new StringBuilder();
    private final Cluster cluster;
    private final PlanChoice choice;
    private final Plan plan;

    private PlanReport(Cluster cluster, PlanChoice choice) {
        this.cluster = cluster;
        this.choice = choice;
        this.plan = choice.best();
    }

    /** The report as text. */
    public static String of(Cluster cluster, PlanChoice choice) {
        PlanReport report = new PlanReport(cluster, choice);
        report.taken();
        report.compared();
        report.time();
        report.ranks();
        report.text.append('\n').append(MapPicture.of(report.plan));
        return report.text.toString();
    }

    private void taken() {
        say("%d ranks: %s", cluster.size(), cluster.origin());
        say("");
        say("Plan: %s", name(plan));
        say("  predicted: %.4g s, %.4g GFLOPS", plan.prediction().seconds(), rate(plan));
        for (String note : choice.notes()) {
            say("  - %s", note);
        }
    }

    private void compared() {
        choice.runnerUp().ifPresent(other -> say("%nRunner-up of %d plans: %s%n  predicted: %.4g s, %.4g GFLOPS, %.1f %% of the rate",
                choice.priced(), name(other), other.prediction().seconds(), rate(other), 100 * rate(other) / rate(plan)));
        say("%nUniform: %s", choice.uniform().map(other -> String.format(Locale.ROOT,
                "%s%n  predicted: %.4g s, %.4g GFLOPS; the plan reaches %.2f times this rate", name(other), other.prediction().seconds(),
                rate(other), choice.gain()) + (cluster.network().routes().isPresent() ? " in the replay; runs in virtual time decided"
                : "")).orElse("does not fit into the memory of every rank"));
    }

    private void time() {
        Prediction p = plan.prediction();
        say("%nWhere the time goes, and what waits for it");
        say("  %-22s  %7s  %7s", "", "seconds", "share");
        share("updates", p.update());
        share("panels", p.panel());
        share("panel broadcast", p.broadcast());
        share("row swaps", p.swap());
        share("back substitution", p.solve());
        share("sum", p.seconds());
        share("if no rank ever waited", p.ideal());
    }

    private void share(String what, double seconds) {
        say("  %-22s  %7.4g  %5.1f %%", what, seconds, 100 * seconds / plan.prediction().seconds());
    }

    private void ranks() {
        PlanShares shares = PlanShares.of(plan);
        int width = cluster.ranks().stream().mapToInt(rank -> rank.host().length()).max().orElseThrow();
        say("%n%5s  %-" + Math.max(4, width) + "s  %8s  %6s  %7s", "rank", "host", "GFLOPS", "busy", "blocks");
        cluster.ranks().stream().limit(MOST_LISTED_RANKS).forEach(rank -> rank(rank, shares, Math.max(4, width)));
        if (cluster.size() > MOST_LISTED_RANKS) {
            say("  ... and %d more", cluster.size() - MOST_LISTED_RANKS);
        }
    }

    private void rank(RankProfile rank, PlanShares shares, int width) {
        double share = shares.ofBlocks()[rank.rank()];
        String start = String.format(Locale.ROOT, "%5d  %-" + width + "s  %8.4g", rank.rank(), rank.host(), speed(plan, rank));
        if (shares.leftOut(rank.rank())) {
            say("%s  left out", start);
        } else {
            say("%s  %4.0f %%  %5.2f %%  %s", start, 100 * plan.prediction().busy().get(rank.rank()), 100 * share,
                    "#".repeat((int) Math.round(BAR_CHARACTERS * share / shares.largest())));
        }
    }

    /** GFLOPS of a rank's update at the size of an equal share. */
    static double speed(Plan plan, RankProfile rank) {
        return rank.update().gflops((double) plan.n() / plan.p(), (double) plan.n() / plan.q(), plan.nb());
    }

    public static String name(Plan plan) {
        return String.format(Locale.ROOT, "%s, N=%d NB=%d P=%d Q=%d", plan.kind(), plan.n(), plan.nb(), plan.p(), plan.q());
    }

    private static double rate(Plan plan) {
        return plan.prediction().gflops(plan.n());
    }

    private void say(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
