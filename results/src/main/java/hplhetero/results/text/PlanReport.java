package hplhetero.results.text;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.model.Prediction;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.PlanChoice;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.Locale;

/**
 * The report that describes a plan in words: what was chosen and why, what it is predicted to reach, what each rank gets, and a picture of
 * the map.
 */
public final class PlanReport {
    /** The most ranks that are listed. */
    private static final int MOST_LISTED_RANKS = 64;
    private static final int BAR_CHARACTERS = 30;
    /** Number of characters of a line that numbers and a short name of a host take. */
    private static final int TAKEN_BY_NUMBERS = 52;

    private final StringBuilder text = new StringBuilder();
    private final Cluster cluster;
    private final PlanChoice choice;
    private final Plan plan;
    private final Page page;

    private PlanReport(Cluster cluster, PlanChoice choice, Page page) {
        this.page = page;
        this.cluster = cluster;
        this.choice = choice;
        this.plan = choice.best();
    }

    /**
     * Returns the description of a plan in words, as text.
     *
     * @param cluster the ranks for which the plan was made
     * @param choice  the plan, with the plans it was compared with
     * @param page    the room for the text
     */
    public static String of(Cluster cluster, PlanChoice choice, Page page) {
        PlanReport report = new PlanReport(cluster, choice, page);
        report.taken();
        report.compared();
        report.time();
        report.ranks();
        report.text.append('\n').append(MapPicture.of(report.plan, page));
        return page.fold(report.text.toString());
    }

    private void taken() {
        say("%d ranks: %s", cluster.size(), cluster.origin());
        say("");
        say("Plan: %s", name(plan));
        say("  predicted: %.4g s, %.4g GFLOPS%s", plan.seconds(), plan.gflops(),
                plan.virtual().isPresent() ? ", by a run simulated in virtual time" : "");
        for (String note : choice.notes()) {
            say("  - %s", note);
        }
    }

    private void compared() {
        choice.runnerUp().ifPresent(other -> say("%nRunner-up of %d plans: %s%n  predicted: %.4g s, %.4g GFLOPS, %.1f %% of the rate",
                choice.priced(), name(other), other.seconds(), other.gflops(), 100 * other.gflops() / plan.gflops()));
        say("%nUniform: %s", choice.uniform().map(other -> String.format(Locale.ROOT,
                "%s%n  predicted: %.4g s, %.4g GFLOPS; the plan reaches %.2f times this rate", name(other), other.seconds(),
                other.gflops(), choice.gain())).orElse("does not fit into the memory of every rank"));
    }

    private void time() {
        Prediction p = plan.prediction();
        boolean simulated = plan.virtual().isPresent();
        say(simulated ? "%nWhere the time goes, in shares of a replay of the run" : "%nWhere the time goes");
        Table table = simulated ? Table.of(Column.text("").wide(22), Column.number("share").wide(7))
                : Table.of(Column.text("").wide(22), Column.number("seconds").wide(7), Column.number("share").wide(7));
        share(table, "updates", p.update());
        share(table, "panels", p.panel());
        share(table, "panel broadcast", p.broadcast());
        share(table, "row swaps", p.swap());
        share(table, "back substitution", p.solve());
        share(table, "sum", p.seconds());
        share(table, "if no rank ever waited", p.ideal());
        text.append(table.text(page, "  "));
    }

    private void share(Table table, String what, double seconds) {
        String share = number("%.1f %%", 100 * seconds / plan.prediction().seconds());
        if (plan.virtual().isPresent()) {
            table.row(what, share);
        } else {
            table.row(what, number("%.4g", seconds), share);
        }
    }

    private void ranks() {
        PlanShares shares = PlanShares.of(plan);
        Table table = Table.of(Column.number("rank").wide(5), Column.text("host"), Column.number("GFLOPS").wide(8),
                Column.number("busy").wide(6), Column.number("blocks").wide(7), Column.word(""));
        cluster.ranks().stream().limit(MOST_LISTED_RANKS).forEach(rank -> rank(table, rank, shares));
        text.append('\n').append(table.text(page, ""));
        if (cluster.size() > MOST_LISTED_RANKS) {
            say("  ... and %d more", cluster.size() - MOST_LISTED_RANKS);
        }
    }

    private void rank(Table table, RankProfile rank, PlanShares shares) {
        double share = shares.ofBlocks()[rank.rank()];
        String speed = number("%.4g", speed(plan, rank));
        if (shares.leftOut(rank.rank())) {
            table.row(rank.rank(), rank.host(), speed, "left out");
        } else {
            int room = page.among(BAR_CHARACTERS / 2, BAR_CHARACTERS, TAKEN_BY_NUMBERS);
            table.row(rank.rank(), rank.host(), speed, number("%.0f %%", 100 * plan.prediction().busy().get(rank.rank())),
                    number("%.2f %%", 100 * share), "#".repeat((int) Math.round(room * share / shares.largest())));
        }
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns the GFLOPS that a rank's update reaches at the size of an equal share of the matrix. */
    static double speed(Plan plan, RankProfile rank) {
        return rank.update().gflops((double) plan.n() / plan.p(), (double) plan.n() / plan.q(), plan.nb());
    }

    /** Returns the name of a plan: its kind of map, N, NB and grid. */
    public static String name(Plan plan) {
        return String.format(Locale.ROOT, "%s, N=%d NB=%d P=%d Q=%d", plan.kind(), plan.n(), plan.nb(), plan.p(), plan.q());
    }

    private void say(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
