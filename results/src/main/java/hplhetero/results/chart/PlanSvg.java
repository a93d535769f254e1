package hplhetero.results.chart;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.Plan;
import hplhetero.results.text.PlanReport;
import hplhetero.results.text.PlanShares;
import java.util.List;
import java.util.Locale;

/**
 * A plan as an SVG picture: the blocks of the matrix in the colours of their owners, and for each rank its host, its share
 * of the blocks and how long it computes. Each kind of block row is drawn once and put where it occurs, so that the picture
 * of a large matrix stays small.
 */
public final class PlanSvg {
    private static final int MARGIN = 24;
    private static final int TOP = 92;
    private static final int MATRIX = 520;
    /** With more, blocks are too small to be told apart; the pattern goes on as it is at the end. */
    private static final int MOST_BLOCKS = 130;
    private static final int LEGEND = MARGIN + MATRIX + 40;
    private static final int ROW = 20;
    private static final int LISTED = 64;
    private static final int BAR = 180;
    private static final int RANK_AT = 22;
    private static final int HOST_AT = 62;
    private static final int CHARACTER = 8;
    private static final int GAP = 16;

    private final Cluster cluster;
    private final Plan plan;
    private final PlanShares shares;
    private final StringBuilder svg = new StringBuilder();
    private final int hostWidth;

    private PlanSvg(Cluster cluster, Plan plan) {
        this.cluster = cluster;
        this.plan = plan;
        shares = PlanShares.of(plan);
        hostWidth = CHARACTER * Math.max(4, cluster.ranks().stream().mapToInt(rank -> rank.host().length()).max().orElseThrow());
    }

    /** The text of the SVG file. */
    public static String of(Cluster cluster, Plan plan) {
        return new PlanSvg(cluster, plan).draw();
    }

    private String draw() {
        int listed = Math.min(LISTED, cluster.size());
        int more = cluster.size() > listed ? 1 : 0;
        int height = Math.max(TOP + MATRIX + 2 * MARGIN, TOP + (listed + more) * ROW + MARGIN);
        int width = LEGEND + columns()[2] + BAR + MARGIN;
        say("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                + "font-size=\"13\">", width, height, width, height);
        say("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
        head();
        matrix();
        legend(listed);
        if (more > 0) {
            words(LEGEND, TOP + listed * ROW + 14, "... and " + (cluster.size() - listed) + " more ranks");
        }
        say("</svg>");
        return svg.toString();
    }

    private void head() {
        say("<text x=\"%d\" y=\"34\" font-size=\"18\" font-weight=\"bold\">%s</text>", MARGIN, escaped(PlanReport.name(plan)));
        words(MARGIN, 56, String.format(Locale.ROOT, "predicted: %.4g s, %.4g GFLOPS on %d ranks, %s", plan.prediction().seconds(),
                plan.prediction().gflops(plan.n()), cluster.size(), cluster.origin()));
    }

    private void matrix() {
        List<Integer> rho = last(plan.map().rho());
        List<Integer> kappa = last(plan.map().kappa());
        words(MARGIN, TOP - 10, shown(kappa, plan.map().kappa()) + " block columns x " + shown(rho, plan.map().rho()) + " block rows");
        say("<defs>");
        for (int r = 0; r < plan.p(); r++) {
            rowOfBlocks(r, kappa);
        }
        say("</defs>");
        say("<g transform=\"translate(%d %d) scale(%.6f %.6f)\" shape-rendering=\"crispEdges\">", MARGIN, TOP,
                (double) MATRIX / kappa.size(), (double) MATRIX / rho.size());
        for (int i = 0; i < rho.size(); i++) {
            say("<use href=\"#row%d\" y=\"%d\"/>", rho.get(i), i);
        }
        say("</g>");
    }

    /** One block high; neighbours with one owner are one rectangle. */
    private void rowOfBlocks(int row, List<Integer> kappa) {
        List<Integer> owners = plan.map().owners().get(row);
        say("<g id=\"row%d\">", row);
        int start = 0;
        for (int j = 1; j <= kappa.size(); j++) {
            int owner = owners.get(kappa.get(start));
            if (j == kappa.size() || owners.get(kappa.get(j)) != owner) {
                say("<rect x=\"%d\" width=\"%d\" height=\"1\" fill=\"%s\"/>", start, j - start, RankColors.of(owner));
                start = j;
            }
        }
        say("</g>");
    }

    private static List<Integer> last(List<Integer> sequence) {
        return sequence.subList(Math.max(0, sequence.size() - MOST_BLOCKS), sequence.size());
    }

    private static String shown(List<Integer> part, List<Integer> whole) {
        return part.size() == whole.size() ? String.valueOf(whole.size()) : "the last " + part.size() + " of " + whole.size();
    }

    /** Where share of blocks, share of time and bar begin, from the legend's left edge. */
    private int[] columns() {
        int share = HOST_AT + hostWidth + GAP;
        return new int[] {share, share + 70, share + 140};
    }

    private void legend(int listed) {
        int[] at = columns();
        words(LEGEND + RANK_AT, TOP - 10, "rank");
        words(LEGEND + HOST_AT, TOP - 10, "host");
        words(LEGEND + at[0], TOP - 10, "blocks");
        words(LEGEND + at[1], TOP - 10, "busy");
        cluster.ranks().stream().limit(listed).forEach(rank -> entry(rank, TOP + rank.rank() * ROW, at));
    }

    private void entry(RankProfile rank, int y, int[] at) {
        words(LEGEND + RANK_AT, y + 14, String.valueOf(rank.rank()));
        words(LEGEND + HOST_AT, y + 14, rank.host());
        if (shares.leftOut(rank.rank())) {
            words(LEGEND + at[0], y + 14, "left out");
            return;
        }
        double busy = plan.prediction().busy().get(rank.rank());
        rectangle(LEGEND, y + 3, 14, RankColors.of(rank.rank()));
        words(LEGEND + at[0], y + 14, String.format(Locale.ROOT, "%.2f %%", 100 * shares.ofBlocks()[rank.rank()]));
        words(LEGEND + at[1], y + 14, String.format(Locale.ROOT, "%.0f %%", 100 * busy));
        rectangle(LEGEND + at[2], y + 3, BAR, "#e3e3e3");
        rectangle(LEGEND + at[2], y + 3, BAR * Math.min(1, busy), RankColors.of(rank.rank()));
    }

    private void rectangle(int x, int y, double width, String color) {
        say("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>", x, y, width, color);
    }

    private void words(int x, int y, String words) {
        say("<text x=\"%d\" y=\"%d\">%s</text>", x, y, escaped(words));
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void say(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
