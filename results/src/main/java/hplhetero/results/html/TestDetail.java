package hplhetero.results.html;

import hplhetero.hpl.result.CaseResult;
import hplhetero.hpl.result.RankReport;
import hplhetero.results.Balance;
import hplhetero.results.Disturbance;
import hplhetero.results.MovedShares;
import hplhetero.results.PhaseTotals;
import hplhetero.results.Sweep;
import hplhetero.results.TestResult;
import hplhetero.results.TrustLines;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One test in pictures, and the numbers behind the pictures.
 *
 * @param id           identifier of the test in the page
 * @param title        title of the test
 * @param disturbances what kept the test from the machine's rate, and what its tests while it ran have found, in sentences
 * @param figures      pictures that are drawn
 * @param missing      pictures that are not drawn, with the reason
 * @param moves        table of the times at which block columns moved; null where none did
 * @param power        table of the hosts' power; null where nothing was measured
 * @param ranks        a row for each rank
 * @param left         which ranks the table leaves out; may be empty
 * @param devices      whether some rank has a device
 * @param phases       a row for each phase
 */
record TestDetail(String id, String title, List<String> disturbances, List<Figure> figures, List<Figure> missing, Moves moves, Power power,
                  List<RankRow> ranks, String left, boolean devices, List<PhaseRow> phases) {
    private static final int MOST_ROWS = 128;
    private static final String NONE = "–";

    /**
     * A row of a table for one rank, with shares of the rank's own time.
     *
     * @param blocks    share of the matrix; where block columns moved, that of the start
     * @param atEnd     share of the matrix at the end, where block columns moved
     * @param hostShare share of the columns that workers updated beside a device
     * @param sending   seconds for panels and columns to get to the device
     */
    record RankRow(int rank, String host, int workers, String blocks, String atEnd, String computing, String exchanging, String waiting,
                   String measured, String hostShare, String sending) {
    }

    /** A row of a table for one phase, with worker seconds over all ranks. */
    record PhaseRow(String phase, String least, String mean, String most, String share) {
    }

    /**
     * Returns one test in pictures and numbers.
     *
     * @param test  the test
     * @param sweep the sweep of the test
     * @param id    identifier of the test in the page
     */
    static TestDetail of(TestResult test, Sweep sweep, String id) {
        CaseResult result = test.result();
        List<Figure> all = figures(test, sweep, id);
        int count = result.ranks().size();
        Optional<MovedShares> shares = MovedShares.of(result);
        return new TestDetail(id, Texts.title(result.hplCase()), remarks(result),
                all.stream().filter(Figure::drawn).toList(),
                all.stream().filter(figure -> !figure.drawn()).toList(), Moves.of(result), Power.of(result),
                result.ranks().stream().limit(MOST_ROWS).map(rank -> row(rank, test, shares)).toList(),
                count <= MOST_ROWS ? "" : "The first " + MOST_ROWS + " of " + count + " ranks.",
                result.ranks().stream().anyMatch(rank -> rank.device().isPresent()),
                PhaseTotals.of(result).stream().map(TestDetail::row).toList());
    }

    private static List<Figure> figures(TestResult test, Sweep sweep, String id) {
        CaseResult result = test.result();
        return Stream.of(Stream.of(RateFigure.of(test, sweep.run().peak())), RankRateFigure.of(result).stream(),
                Stream.of(PeakFigure.of(test, sweep.run().peak()), RankFigures.areas(result), RankFigures.phases(result),
                        RankFigures.bars(result)), MapFigure.of(result, sweep.run(), id + "map").stream(),
                Stream.of(StepFigure.of(result)), HealthFigures.of(result).stream()).flatMap(Function.identity()).toList();
    }

    private static List<String> remarks(CaseResult result) {
        return Stream.of(Disturbance.of(result).stream().map(Disturbance::sentence),
                Stream.of(result.adaptation().note()).filter(note -> !note.isBlank()), TrustLines.of(result.stepTests()).stream())
                .flatMap(Function.identity()).toList();
    }

    /** Returns whether block columns moved while the test ran. */
    boolean hasMoved() {
        return moves != null;
    }

    private static RankRow row(RankReport rank, TestResult test, Optional<MovedShares> shares) {
        double[] sums = Work.sums(rank.seconds());
        double wall = rank.workers() * test.result().seconds();
        List<Balance.RankSpeed> speeds = test.balance().map(Balance::ranks).orElse(List.of());
        return new RankRow(rank.rank(), rank.host(), rank.workers(),
                Texts.percent(shares.map(moved -> moved.start().get(rank.rank())).orElse(rank.blockShare())),
                shares.map(moved -> Texts.percent(moved.end().getOrDefault(rank.rank(), 0.0))).orElse(NONE),
                Texts.percent(sums[Work.COMPUTING.ordinal()] / wall), Texts.percent(sums[Work.EXCHANGING.ordinal()] / wall),
                Texts.percent(sums[Work.WAITING.ordinal()] / wall),
                speeds.stream().filter(speed -> speed.rank() == rank.rank()).map(speed -> Texts.digits(speed.gflops())).findFirst()
                        .orElse(NONE), rank.device().map(device -> Texts.percent(device.hostShare())).orElse(NONE),
                rank.device().map(device -> Texts.digits(device.transferSeconds())).orElse(NONE));
    }

    private static PhaseRow row(PhaseTotals totals) {
        return new PhaseRow(totals.phase().label(), Texts.digits(totals.min()), Texts.digits(totals.mean()), Texts.digits(totals.max()),
                Texts.percent(totals.share()));
    }
}
