package hplhetero.results.html;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.plan.CaseMaps;
import hplhetero.hpl.problem.HplCase;
import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.RunDescription;
import hplhetero.results.RunDescription.Host;
import hplhetero.results.chart.BlockMatrix;
import hplhetero.results.chart.Kind;
import hplhetero.results.chart.RankColors;
import hplhetero.results.chart.Svg.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The picture of which rank owns which block, in the colours of ranks or, if there are many ranks, of hosts. */
final class MapFigure {
    private static final String TITLE = "The map of blocks";
    /** The most colours that can be told apart. */
    private static final int MOST_COLOURS = 32;
    private static final int MOST_RANKS = 1 << 14;
    private static final int MOST_BLOCKS = 200_000;

    private final CaseResult result;
    private final RunDescription run;

    private MapFigure(CaseResult result, RunDescription run) {
        this.result = result;
        this.run = run;
    }

    /**
     * Returns the picture of a test's map; where block columns moved, the pictures of the maps with which the test began and ended.
     *
     * @param id identifier of the first picture in the page, which also begins those of others
     */
    static List<Figure> of(CaseResult result, RunDescription run, String id) {
        return missing(result.hplCase()).map(List::of).orElseGet(() -> drawn(result, run, id));
    }

    private static List<Figure> drawn(CaseResult result, RunDescription run, String id) {
        CaseMaps maps = CaseMaps.of(result);
        MapFigure figure = new MapFigure(result, run);
        if (maps.end().isEmpty()) {
            Map<Integer, Double> shares = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::blockShare));
            return List.of(figure.of(TITLE, "", maps.start(), shares, id));
        }
        BlockMap end = maps.end().get();
        return List.of(figure.of(TITLE + " at the start", "", maps.start(), maps.sharesAtStart(), id),
                figure.of(TITLE + " at the end", " " + maps.moved() + " of the " + end.kappa().length
                        + " block columns have other owners than at the start.", end,
                        maps.sharesAtEnd().orElseThrow(), id + "end"));
    }

    /** Returns a figure that says why there is no picture of the map; empty where there is one. */
    private static Optional<Figure> missing(HplCase hplCase) {
        if (hplCase.n() < 1) {
            return Optional.of(Figure.missing(TITLE, "A matrix of order 0 has no blocks."));
        }
        long processes = (long) hplCase.p() * hplCase.q();
        if (processes == 1) {
            return Optional.of(Figure.missing(TITLE, "One rank owns all blocks."));
        }
        if (processes > MOST_RANKS || hplCase.n() / hplCase.nb() > MOST_BLOCKS) {
            return Optional.of(Figure.missing(TITLE, "Not drawn: with more than " + MOST_RANKS + " ranks, or " + MOST_BLOCKS
                    + " blocks a side, nobody could see which rank owns a block."));
        }
        return Optional.empty();
    }

    /**
     * Returns the picture of one map.
     *
     * @param title  title in a few words
     * @param more   a further sentence, with a blank before it; may be empty
     * @param shares share of the matrix that each rank holds by this map, by rank
     * @param id     identifier of the picture in the page
     */
    private Figure of(String title, String more, BlockMap map, Map<Integer, Double> shares, String id) {
        List<List<Integer>> owners = new ArrayList<>();
        for (int r = 0; r < map.grid().rows(); r++) {
            List<Integer> row = new ArrayList<>();
            for (int c = 0; c < map.grid().cols(); c++) {
                row.add(map.grid().owner(r, c));
            }
            owners.add(row);
        }
        long ranks = owners.stream().flatMap(List::stream).distinct().count();
        boolean byHost = ranks > MOST_COLOURS && run.hosts().size() > 1;
        Map<Integer, Integer> hostOf = hostOf();
        IntFunction<String> colours = byHost ? rank -> RankColors.inPage(hostOf.getOrDefault(rank, 0)) : RankColors::inPage;
        String words = "NB=" + result.hplCase().nb() + ", " + Texts.count(ranks, "rank") + ". Each block has the colour of its "
                + (byHost ? "host, because " + ranks + " colours of ranks could not be told apart." : "rank.") + more;
        String svg = new BlockMatrix(owners, Arrays.stream(map.rho()).boxed().toList(), Arrays.stream(map.kappa()).boxed().toList())
                .inPage(new Caption(title, words), id, colours);
        return Figure.of(title, svg, byHost ? hosts(shares) : ranks(shares), words);
    }

    private Map<Integer, Integer> hostOf() {
        Map<Integer, Integer> hostOf = new HashMap<>();
        for (int host = 0; host < run.hosts().size(); host++) {
            for (int rank : run.hosts().get(host).ranks()) {
                hostOf.put(rank, host);
            }
        }
        return hostOf;
    }

    private List<Kind> ranks(Map<Integer, Double> shares) {
        List<Kind> legend = new ArrayList<>();
        result.ranks().stream().limit(MOST_COLOURS).forEach(rank -> legend.add(new Kind("rank " + rank.rank() + " " + rank.host() + ", "
                + Texts.percent(shares.getOrDefault(rank.rank(), 0.0)), RankColors.inPage(rank.rank()))));
        return more(legend, result.ranks().size(), "rank");
    }

    private List<Kind> hosts(Map<Integer, Double> shares) {
        List<Kind> legend = new ArrayList<>();
        for (int i = 0; i < Math.min(MOST_COLOURS, run.hosts().size()); i++) {
            Host host = run.hosts().get(i);
            double share = host.ranks().stream().mapToDouble(rank -> shares.getOrDefault(rank, 0.0)).sum();
            legend.add(new Kind(host.name() + ", ranks " + Texts.range(host.ranks()) + ", " + Texts.percent(share), RankColors.inPage(i)));
        }
        return more(legend, run.hosts().size(), "host");
    }

    private static List<Kind> more(List<Kind> legend, int all, String one) {
        if (all > legend.size()) {
            legend.add(new Kind("and " + Texts.count(all - legend.size(), "more " + one), "transparent"));
        }
        return legend;
    }
}
