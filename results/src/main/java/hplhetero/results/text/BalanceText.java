package hplhetero.results.text;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.Phase;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.Balance;
import hplhetero.results.Balance.RankSpeed;
import hplhetero.results.MovedShares;
import hplhetero.results.TestResult;
import hplhetero.results.format.FreeText;
import hplhetero.results.format.NumberText;
import hplhetero.results.format.Page;
import hplhetero.results.format.Table;
import hplhetero.results.format.Table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The lines of text that say how evenly the ranks of a test worked, and what they reached of what they can do together. */
final class BalanceText {
    private static final int MOST_NAMED_SOURCES = 3;
    /** The most ranks that are all listed. Of more ranks, only those that waited least are listed, because the others waited for them. */
    private static final int MOST_LISTED_RANKS = 16;
    private static final int LISTED_RANKS_OF_MANY = 8;

    private final CaseResult result;
    private final Optional<Balance> balance;
    private final Page page;
    /** Number of characters of the page in front of each line. */
    private final int taken;
    /** The ranks' shares of the matrix at start and end; empty where no block column changed owners. */
    private final Optional<MovedShares> moved;
    private final List<String> lines = new ArrayList<>();

    private BalanceText(TestResult test, Page page, int taken) {
        this.result = test.result();
        this.balance = test.balance();
        this.page = page;
        this.taken = taken;
        moved = MovedShares.of(result);
    }

    /**
     * Returns the lines of a test. There are none for a test that was not run, or one on a single rank that was not measured before.
     *
     * @param taken characters of the page that will stand in front of each line
     */
    static List<String> of(TestResult test, Page page, int taken) {
        BalanceText text = new BalanceText(test, page, taken);
        if (text.result.ranks().size() > 1) {
            text.ranks();
        }
        text.balance.ifPresent(text::balance);
        return text.lines;
    }

    private void ranks() {
        boolean many = result.ranks().size() > MOST_LISTED_RANKS;
        if (many) {
            lines.add("the " + LISTED_RANKS_OF_MANY + " of " + result.ranks().size() + " ranks that waited least:");
        }
        List<Column> columns = new ArrayList<>(List.of(Column.number("rank"), Column.text("host").wide(12),
                Column.number("blocks").wide(7)));
        moved.ifPresent(shares -> columns.add(Column.number("at end").wide(7)));
        columns.addAll(List.of(Column.number("compute").wide(7), Column.number("exchange"), Column.number("wait").wide(7)));
        balance.ifPresent(known -> columns.add(Column.number("GFLOPS measured")));
        Table table = Table.of(columns);
        result.ranks().stream()
                .sorted(many ? Comparator.comparingDouble(this::waiting) : Comparator.comparingInt(RankReport::rank))
                .limit(many ? LISTED_RANKS_OF_MANY : MOST_LISTED_RANKS)
                .forEach(rank -> row(table, rank));
        lines.addAll(table.lines(page, taken));
    }

    private void row(Table table, RankReport rank) {
        List<Object> cells = new ArrayList<>(List.of(rank.rank(), FreeText.line(rank.host()),
                NumberText.percent(moved.map(shares -> shares.start().get(rank.rank())).orElse(rank.blockShare()))));
        moved.ifPresent(shares -> cells.add(NumberText.percent(shares.end().getOrDefault(rank.rank(), 0.0))));
        cells.addAll(List.of(NumberText.percent(computing(rank)), NumberText.percent(1 - computing(rank) - waiting(rank)),
                NumberText.percent(waiting(rank))));
        balance.map(Balance::ranks).filter(speeds -> rank.rank() < speeds.size())
                .ifPresent(speeds -> cells.add(String.format(Locale.ROOT, "%.2f", speeds.get(rank.rank()).gflops())));
        table.row(cells.toArray());
    }

    private double computing(RankReport rank) {
        return share(rank, Phase.FACTORIZATION) + share(rank, Phase.PACK) + share(rank, Phase.DTRSM) + share(rank, Phase.DGEMM)
                + share(rank, Phase.SOLVE);
    }

    private double waiting(RankReport rank) {
        return share(rank, Phase.WAITING);
    }

    private double share(RankReport rank, Phase phase) {
        return rank.seconds().getOrDefault(phase, 0.0) / (rank.workers() * result.seconds());
    }

    private void balance(Balance balance) {
        lines.add(String.format(Locale.ROOT, "ideal %.1f GFLOPS, the sum of the ranks' update rates (%s): reached %s",
                balance.idealGflops(), FreeText.line(balance.origin()), NumberText.percent(balance.reached())));
        lines.add("lost: " + balance.lostShares().entrySet().stream().filter(e -> Math.abs(e.getValue()) >= 0.0005)
                .map(e -> e.getKey().label() + " " + NumberText.percent(e.getValue()) + (e.getValue() < 0 ? " (faster than measured)" : ""))
                .collect(Collectors.joining(", ")));
        if (!Double.isNaN(balance.peakGflops())) {
            lines.add(String.format(Locale.ROOT, "sum of the ranks' peaks %.1f GFLOPS (%s): reached %s", balance.peakGflops(),
                    sources(balance.ranks()), NumberText.percent(result.gflops() / balance.peakGflops())));
        }
    }

    private static String sources(List<RankSpeed> ranks) {
        List<String> sources = ranks.stream().map(rank -> FreeText.line(rank.peakSource())).distinct().toList();
        String first = sources.stream().limit(MOST_NAMED_SOURCES).collect(Collectors.joining("; "));
        return sources.size() <= MOST_NAMED_SOURCES ? first : first + "; and " + (sources.size() - MOST_NAMED_SOURCES) + " more";
    }
}
