package hplhetero.results.text;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.PairClass;
import hplhetero.hpl.cluster.PairCost;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.Plan;
import hplhetero.hpl.plan.predict.LostShares;
import hplhetero.hpl.plan.predict.MachinePrediction;
import hplhetero.hpl.plan.predict.RankKind;
import hplhetero.hpl.plan.predict.WhatIf;
import hplhetero.results.format.ByteText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The report that says in words what a described machine would reach. */
public final class MachineReport {
    private static final int BAR_CHARACTERS = 40;
    /** Number of characters of a line with a bar that labels and numbers take. */
    private static final int TAKEN_BY_NUMBERS = 36;
    private static final double SECONDS_AN_HOUR = 3600;
    /** The least rate that is written in TFLOPS, in GFLOPS. */
    private static final double LEAST_TERA = 1e4;
    /** The least rate that is written in PFLOPS, in GFLOPS. */
    private static final double LEAST_PETA = 1e7;
    private static final double MICRO = 1e6;

    private final MachinePrediction machine;
    private final Cluster cluster;
    private final Plan plan;
    private final Page page;
    private final StringBuilder text = new StringBuilder();

    private MachineReport(MachinePrediction machine, Page page) {
        this.page = page;
        this.machine = machine;
        cluster = machine.cluster();
        plan = machine.plan();
    }

    /**
     * Returns the text that says in words what a described machine would reach.
     *
     * @param machine the prediction
     * @param bcast   word for the broadcast in the program's options, such as {@code 1ring}
     * @param swap    word for the row swap in the program's options
     * @param assumed what the prediction takes for granted, in sentences
     * @param page    width in characters to which the text's lines are folded, and whether long names are shown whole
     */
    public static String of(MachinePrediction machine, String bcast, String swap, List<String> assumed, Page page) {
        MachineReport report = new MachineReport(machine, page);
        report.machine();
        report.plan(bcast, swap);
        report.reached();
        report.lostShares();
        report.whatIfs();
        report.assumed(assumed);
        return page.fold(report.text.toString());
    }

    private void machine() {
        long hosts = cluster.ranks().stream().map(RankProfile::host).distinct().count();
        LostShares lostShares = machine.lostShares();
        say("Machine: %d ranks on %d hosts, %s", cluster.size(), hosts, cluster.origin());
        machine.kinds().forEach(kind -> say("  %s", kind(kind)));
        say("  %supdates of all ranks %s, memory %s", lostShares.peakKnown() ? "peak " + rate(lostShares.peakGflops()) + ", " : "",
                rate(lostShares.updateGflops()), memory());
        say("  network: %s%s", cluster.network().links().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .filter(link -> occurs(link.getKey(), hosts)).map(MachineReport::link).collect(Collectors.joining("; ")),
                cluster.network().routes().map(routes -> "; " + routes.placement().fabric().name()).orElse(""));
    }

    private boolean occurs(PairClass pair, long hosts) {
        return switch (pair) {
            case SAME_HOST -> hosts < cluster.size();
            case OTHER_HOST -> hosts > 1;
            case OTHER_SITE -> cluster.network().siteOf().stream().distinct().count() > 1;
        };
    }

    private String kind(RankKind kind) {
        RankProfile typical = kind.typical(cluster);
        return String.format(Locale.ROOT, "%d such as %s: updates %s, panels %s, %d worker%s%s%s", kind.ranks().size(), typical.host(),
                rate(kind.gflops()), rate(1e-9 * plan.nb() * plan.nb() * 1e4 / typical.panel().seconds(1e4, plan.nb())), typical.workers(),
                typical.workers() == 1 ? "" : "s", typical.peak().gflops() > 0 ? ", peak " + rate(typical.peak().gflops()) : "",
                typical.memoryBytes() == Long.MAX_VALUE ? "" : ", " + ByteText.of(typical.memoryBytes()));
    }

    private String memory() {
        double bytes = cluster.ranks().stream().mapToDouble(RankProfile::memoryBytes).sum();
        return cluster.ranks().stream().anyMatch(rank -> rank.memoryBytes() == Long.MAX_VALUE) ? "unknown"
                : String.format(Locale.ROOT, "%s, of which the matrix takes %.0f %%", ByteText.of((long) bytes),
                        100.0 * Double.BYTES * plan.n() * plan.n() / bytes);
    }

    private static String link(Map.Entry<PairClass, PairCost> link) {
        PairCost cost = link.getValue();
        return String.format(Locale.ROOT, "%s %.3g us, %s", link.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                MICRO * cost.latency(), cost.secondsPerByte() == 0 ? "no limit" : String.format(Locale.ROOT, "%.3g GB/s",
                        1e-9 / cost.secondsPerByte()));
    }

    private void plan(String bcast, String swap) {
        int taken = plan.map().ranks().size();
        say("%nPlan: N=%d NB=%d P x Q = %d x %d, map %s, order %s", plan.n(), plan.nb(), plan.p(), plan.q(), plan.kind(), machine.order());
        say("  BCAST %s, SWAP %s, look-ahead depth %d%s", bcast, swap, machine.variant().depth(), taken == cluster.size() ? ""
                : String.format(Locale.ROOT, "; %d of %d ranks left out", cluster.size() - taken, cluster.size()));
        machine.notes().forEach(note -> say("  - %s", note));
    }

    private void reached() {
        double seconds = plan.prediction().seconds();
        LostShares lostShares = machine.lostShares();
        say("%nPredicted: %s in %s", rate(machine.gflops()), time(seconds));
        say("  %s%.1f %% of what updates alone would reach", lostShares.peakKnown()
                ? String.format(Locale.ROOT, "%.1f %% of the peak, ", 100 * lostShares.reached()) : "", 100 * machine.gflops()
                / lostShares.updateGflops());
    }

    private static String time(double seconds) {
        return seconds < SECONDS_AN_HOUR ? String.format(Locale.ROOT, "%.4g s (%.2f hours)", seconds, seconds / SECONDS_AN_HOUR)
                : String.format(Locale.ROOT, "%.0f s (%.2f hours)", seconds, seconds / SECONDS_AN_HOUR);
    }

    private void lostShares() {
        LostShares lostShares = machine.lostShares();
        say("%nWhere %s goes", lostShares.peakKnown() ? "the peak" : "the rate of updates");
        Table table = Table.of(Column.text("").wide(20), Column.number("").wide(7), Column.word(""));
        bar(table, "reached", lostShares.reached());
        lostShares.shares().forEach((cause, share) -> {
            if (Math.abs(share) >= 5e-5) {
                bar(table, cause.label(), share);
            }
        });
        text.append(table.text(page, "  "));
    }

    private void bar(Table table, String what, double share) {
        int room = page.among(BAR_CHARACTERS / 2, BAR_CHARACTERS, TAKEN_BY_NUMBERS);
        table.row(what, String.format(Locale.ROOT, "%.2f %%", 100 * share), "#".repeat(Math.clamp(Math.round(room * share), 0, room)));
    }

    private void whatIfs() {
        if (machine.whatIfs().isEmpty()) {
            return;
        }
        say("%nWith one thing changed");
        Table table = Table.of(Column.text(""), Column.number("").wide(13), Column.number("").wide(7), Column.word(""));
        for (WhatIf each : machine.whatIfs()) {
            table.row(each.change(), rate(each.gflops()),
                    String.format(Locale.ROOT, "%+.1f %%", 100 * (each.gflops() / machine.gflops() - 1)),
                    each.n() == plan.n() ? "" : "N=" + each.n());
        }
        text.append(table.text(page, "  "));
    }

    private void assumed(List<String> assumed) {
        say("%nAssumed");
        assumed.forEach(each -> say("  - %s", each));
    }

    /** Returns a rate in GFLOPS, TFLOPS or PFLOPS, whichever keeps the number short. */
    static String rate(double gflops) {
        return gflops >= LEAST_PETA ? String.format(Locale.ROOT, "%.4g PFLOPS", gflops / 1e6)
                : gflops >= LEAST_TERA ? String.format(Locale.ROOT, "%.4g TFLOPS", gflops / 1e3)
                : String.format(Locale.ROOT, "%.4g GFLOPS", gflops);
    }

    private void say(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
