package hplhetero.results.html;

import hplhetero.hpl.grid.BlockMap;
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
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The picture of which rank owns which block, in the colours of ranks or, if there are many ranks, of hosts. */
final class MapFigure {
    private static final String TITLE = "The map of blocks";
    /** The most colours that can be told apart. */
    private static final int MOST_COLOURS = 32;
    private static final int MOST_RANKS = 1 << 14;
    private static final int MOST_BLOCKS = 200_000;

    private MapFigure() {
    }

    /**
     * Returns the picture of a test's map.
     *
     * @param id identifier of the picture in the page
     */
    static Figure of(CaseResult result, RunDescription run, String id) {
        HplCase hplCase = result.hplCase();
        if (hplCase.n() < 1) {
            return Figure.missing(TITLE, "A matrix of order 0 has no blocks.");
        }
        long processes = (long) hplCase.p() * hplCase.q();
        if (processes == 1) {
            return Figure.missing(TITLE, "One rank owns all blocks.");
        }
        if (processes > MOST_RANKS || hplCase.n() / hplCase.nb() > MOST_BLOCKS) {
            return Figure.missing(TITLE, "Not drawn: with more than " + MOST_RANKS + " ranks, or " + MOST_BLOCKS + " blocks a side, nobody "
                    + "could see which rank owns a block.");
        }
        BlockMap map = BlockMap.of(hplCase);
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
        Map<Integer, Integer> hostOf = hosts(run);
        IntFunction<String> colours = byHost ? rank -> RankColors.inPage(hostOf.getOrDefault(rank, 0)) : RankColors::inPage;
        String words = "NB=" + hplCase.nb() + ", " + Texts.count(ranks, "rank") + ". Each block has the colour of its "
                + (byHost ? "host, because " + ranks + " colours of ranks could not be told apart." : "rank.");
        String svg = new BlockMatrix(owners, Arrays.stream(map.rho()).boxed().toList(), Arrays.stream(map.kappa()).boxed().toList())
                .inPage(new Caption(TITLE, words), id, colours);
        return Figure.of(TITLE, svg, byHost ? hosts(result, run) : ranks(result), words);
    }

    private static Map<Integer, Integer> hosts(RunDescription run) {
        Map<Integer, Integer> hostOf = new HashMap<>();
        for (int host = 0; host < run.hosts().size(); host++) {
            for (int rank : run.hosts().get(host).ranks()) {
                hostOf.put(rank, host);
            }
        }
        return hostOf;
    }

    private static List<Kind> ranks(CaseResult result) {
        List<Kind> legend = new ArrayList<>();
        result.ranks().stream().limit(MOST_COLOURS).forEach(rank -> legend.add(new Kind("rank " + rank.rank() + " " + rank.host() + ", "
                + Texts.percent(rank.blockShare()), RankColors.inPage(rank.rank()))));
        return more(legend, result.ranks().size(), "rank");
    }

    private static List<Kind> hosts(CaseResult result, RunDescription run) {
        Map<Integer, Double> shares = result.ranks().stream().collect(Collectors.toMap(RankReport::rank, RankReport::blockShare));
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
