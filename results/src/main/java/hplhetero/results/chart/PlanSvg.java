package hplhetero.results.chart;

import hplhetero.hpl.cluster.Cluster;
import hplhetero.hpl.cluster.RankProfile;
import hplhetero.hpl.plan.Plan;
import hplhetero.results.text.PlanReport;
import hplhetero.results.text.PlanShares;
import java.util.Locale;

/**
 * The picture of a plan as SVG: the blocks of the matrix in the colours of their owners, and for each rank its host, its share of the
 * blocks and how long it computes.
 */
public final class PlanSvg {
    // sizes and places in pixels
    private static final int FONT_SIZE = 13;
    private static final int MARGIN = 24;
    private static final int TOP = 92;
    private static final int MATRIX_SIZE = 520;
    private static final int LEGEND_LEFT = MARGIN + MATRIX_SIZE + 40;
    private static final int ROW_HEIGHT = 20;
    private static final int MOST_LISTED_RANKS = 64;
    private static final int BAR_WIDTH = 180;
    private static final int RANK_LEFT = 22;
    private static final int HOST_LEFT = 62;
    private static final int CHARACTER_WIDTH = 8;
    private static final int GAP = 16;

    private final Cluster cluster;
    private final Plan plan;
    private final PlanShares shares;
    private final int hostWidth;
    private final int listed;
    private final Svg svg;

    private PlanSvg(Cluster cluster, Plan plan) {
        this.cluster = cluster;
        this.plan = plan;
        shares = PlanShares.of(plan);
        hostWidth = CHARACTER_WIDTH * Math.max(4, cluster.ranks().stream().mapToInt(rank -> rank.host().length()).max().orElseThrow());
        listed = Math.min(MOST_LISTED_RANKS, cluster.size());
        int lines = listed + (cluster.size() > listed ? 1 : 0);
        svg = new Svg(LEGEND_LEFT + columns()[2] + BAR_WIDTH + MARGIN,
                Math.max(TOP + MATRIX_SIZE + 2 * MARGIN, TOP + lines * ROW_HEIGHT + MARGIN), FONT_SIZE);
    }

    /**
     * Returns the picture of a plan as the text of an SVG file.
     *
     * @param cluster the ranks for which the plan was made
     * @param plan    the plan
     */
    public static String of(Cluster cluster, Plan plan) {
        return new PlanSvg(cluster, plan).draw();
    }

    private String draw() {
        svg.add("<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>", Svg.WHITE);
        head();
        matrix();
        legend();
        if (cluster.size() > listed) {
            words(LEGEND_LEFT, TOP + listed * ROW_HEIGHT + 14, "... and " + (cluster.size() - listed) + " more ranks");
        }
        return svg.close();
    }

    private void head() {
        svg.add("<text x=\"%d\" y=\"34\" font-size=\"18\" font-weight=\"bold\">%s</text>", MARGIN, Svg.escaped(PlanReport.name(plan)));
        words(MARGIN, 56, String.format(Locale.ROOT, "predicted: %.4g s, %.4g GFLOPS on %d ranks, %s", plan.seconds(),
                plan.gflops(), cluster.size(), cluster.origin()));
    }

    private void matrix() {
        BlockMatrix blocks = new BlockMatrix(plan.map().owners(), plan.map().rho(), plan.map().kappa());
        words(MARGIN, TOP - 10, blocks.words());
        blocks.draw(svg, "", MARGIN, TOP, MATRIX_SIZE, RankColors::of);
    }

    /** Returns where the columns of the legend begin, in pixels from its left edge: share of blocks, share of time, bar. */
    private int[] columns() {
        int share = HOST_LEFT + hostWidth + GAP;
        return new int[] {share, share + 70, share + 140};
    }

    private void legend() {
        int[] at = columns();
        words(LEGEND_LEFT + RANK_LEFT, TOP - 10, "rank");
        words(LEGEND_LEFT + HOST_LEFT, TOP - 10, "host");
        words(LEGEND_LEFT + at[0], TOP - 10, "blocks");
        words(LEGEND_LEFT + at[1], TOP - 10, "busy");
        cluster.ranks().stream().limit(listed).forEach(rank -> entry(rank, TOP + rank.rank() * ROW_HEIGHT, at));
    }

    private void entry(RankProfile rank, int y, int[] at) {
        words(LEGEND_LEFT + RANK_LEFT, y + 14, String.valueOf(rank.rank()));
        words(LEGEND_LEFT + HOST_LEFT, y + 14, rank.host());
        if (shares.leftOut(rank.rank())) {
            words(LEGEND_LEFT + at[0], y + 14, "left out");
            return;
        }
        double busy = plan.prediction().busy().get(rank.rank());
        rectangle(LEGEND_LEFT, y + 3, 14, RankColors.of(rank.rank()));
        words(LEGEND_LEFT + at[0], y + 14, String.format(Locale.ROOT, "%.2f %%", 100 * shares.ofBlocks()[rank.rank()]));
        words(LEGEND_LEFT + at[1], y + 14, String.format(Locale.ROOT, "%.0f %%", 100 * busy));
        rectangle(LEGEND_LEFT + at[2], y + 3, BAR_WIDTH, "#e3e3e3");
        rectangle(LEGEND_LEFT + at[2], y + 3, BAR_WIDTH * Math.min(1, busy), RankColors.of(rank.rank()));
    }

    private void rectangle(int x, int y, double width, String color) {
        svg.add("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"14\" fill=\"%s\"/>", x, y, width, color);
    }

    private void words(int x, int y, String words) {
        svg.add("<text x=\"%d\" y=\"%d\">%s</text>", x, y, Svg.escaped(words));
    }
}
