package hplhetero.hpl.adapt;

import hplhetero.hpl.grid.BlockMap;
import hplhetero.hpl.grid.LocalLayout;
import hplhetero.hpl.problem.Rebalance;
import hplhetero.hpl.result.RateSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rule by which the map of a run follows the speeds of its ranks. After each window of panel steps it hears how long each rank took for
 * an operation of its updates; all ranks hear the same and so decide alike. Owner: one thread.
 */
public final class MoveRule {
    /** Number of panels from which it is worth watching the speeds of ranks. */
    private static final int LEAST_PANELS = 32;
    /** Number of windows into which a run is cut, if its panels allow. */
    private static final int WINDOWS = 256;
    /** Number of panels below which a run is so short that listening after each panel step would take a few per cent of it. */
    private static final int FEW_PANELS = 128;
    /** Share of what is left of the run that a move must gain. */
    private static final double LEAST_GAIN = 0.01;
    /** Number of standard deviations of the believed speeds that a move must gain besides, as a share of what is left of the run. */
    private static final double DEVIATIONS = 2;
    /** How many times its own cost a move must gain. */
    private static final double GAIN_PER_COST = 1.5;
    /** Block columns that a rank may have more than is best. Of the deals to which these numbers lead, the one that gains most is made. */
    private static final double[] SLACKS = {0, 0.1, 0.2, 0.35, 0.5, 0.75, 1};
    /** Number of rates that are kept for reports, before every other one is dropped. */
    private static final int MOST_SAMPLES = 256;
    /** Number of ranks whose changes are told. */
    private static final int MOST_TOLD = 3;

    private final int depth;
    private final int[] capacity;
    /** Ranks that own blocks at the start. */
    private final int[] members;
    private final MoveCost cost;
    private final SpeedBelief belief;
    private final Exposure exposure = new Exposure();
    private final List<RateSample> rates = new ArrayList<>();
    private BlockMap map;
    /** Seconds for an operation of each rank for which the columns were dealt last, up to a common factor, indexed by rank. */
    private double[] dealtFor;
    /** Seconds for an operation of each rank that were taken for true when a move was last looked for, indexed by rank. */
    private double[] askedFor;
    /** Number of windows of which one is kept for reports. */
    private int stride = 1;
    private int windows;

    /**
     * Makes the rule of one run.
     *
     * @param map   which rank owns which block at the start
     * @param ranks number of ranks
     * @param room  how much memory ranks have for further columns
     * @param depth look-ahead depth, in panels
     * @param cost  what it costs to move columns
     */
    public MoveRule(BlockMap map, int ranks, Rebalance room, int depth, MoveCost cost) {
        this.map = map;
        this.depth = depth;
        this.cost = cost;
        capacity = Arrays.stream(ColumnDeal.counts(map.kappa(), 0, map.grid().cols()))
                .map(blocks -> room.capacity(blocks, map.kappa().length)).toArray();
        dealtFor = balanced(map, ranks);
        members = LocalLayout.all(map).stream().filter(layout -> layout.elements() > 0).mapToInt(LocalLayout::rank).toArray();
        belief = new SpeedBelief(ranks);
    }

    /** Returns the seconds for an operation of each rank, up to a common factor, for which a map is balanced; NaN for ranks left out. */
    private static double[] balanced(BlockMap map, int ranks) {
        double[] seconds = new double[ranks];
        Arrays.fill(seconds, Double.NaN);
        LocalLayout.all(map).forEach(layout -> seconds[layout.rank()] = 1.0 / Math.max(1, layout.elements()));
        return seconds;
    }

    /**
     * Returns whether a map may follow the speeds of its ranks: it has several process columns and panels enough, and rank 0, which tells
     * what was seen, takes part.
     *
     * @param map which rank owns which block at the start
     */
    public static boolean canFollow(BlockMap map) {
        return map.panels() >= LEAST_PANELS && map.grid().cols() > 1 && map.takesPart(0);
    }

    /**
     * Returns the number of panel steps in a window.
     *
     * @param panels number of panels of the run
     */
    public static int stepsOfWindow(int panels) {
        return Math.max(panels < FEW_PANELS ? 2 : 1, panels / WINDOWS);
    }

    /**
     * Takes in a window of measurements, and decides whether columns are to move.
     *
     * @param k       number of the panel that was just applied when this is decided, from 0
     * @param seconds seconds for an operation of each rank in the window, indexed by rank; 0 where a rank has not been measured
     * @param run     seconds that the window took, equal on all ranks; NaN where this is not known, or columns moved meanwhile
     * @return the move, where one pays
     */
    public Optional<Move> hear(int k, double[] seconds, double run) {
        keep(k, seconds);
        belief.hear(seconds);
        if (!belief.knows(members)) {
            return Optional.empty();
        }
        watch(k, seconds, run);
        return best(k, belief.seconds(), GAIN_PER_COST, LEAST_GAIN + DEVIATIONS * belief.uncertainty());
    }

    /**
     * Returns the move that gains most if ranks are just as fast as this for the rest of the run, where it gains more than it costs.
     *
     * @param k       number of the panel that was just applied, from 0
     * @param seconds seconds for an operation of each rank, indexed by rank
     */
    public Optional<Move> known(int k, double[] seconds) {
        return best(k, seconds, 1, 0);
    }

    /**
     * Returns the move that gains most, where it gains enough.
     *
     * @param perCost how many times its own cost it must gain
     * @param share   share of what is left of the run that it must gain
     */
    private Optional<Move> best(int k, double[] now, double perCost, double share) {
        askedFor = now;
        int first = k + 1 + depth;
        if (first >= map.panels() - 1) {
            return Optional.empty();
        }
        double stay = ColumnDeal.seconds(map, map.kappa(), first, now);
        double step = stay - ColumnDeal.seconds(map, map.kappa(), first + 1, now);
        double most = exposure.share() * (stay - ColumnDeal.balanced(map, first, map.panels(), now));
        if (most < Math.max(perCost * cost.whole(cost.stopped(0, 0), step), share * stay)) {
            // no deal could pay
            return Optional.empty();
        }
        return Arrays.stream(SLACKS).mapToObj(slack -> move(first, now, slack, stay, step))
                .filter(move -> move.columns() > 0 && move.gain() >= Math.max((perCost - 1) * move.price(), share * stay - move.price()))
                .max(Comparator.comparingDouble(Move::gain));
    }

    /** Compares the run with its updates, in the window that was measured: the one before that which ends with panel {@code k}. */
    private void watch(int k, double[] seconds, double run) {
        int to = k + 1 - stepsOfWindow(map.panels());
        int from = to - stepsOfWindow(map.panels());
        if (run > 0 && from >= 0) {
            exposure.hear(ColumnDeal.seconds(map, map.kappa(), from, seconds) - ColumnDeal.seconds(map, map.kappa(), to, seconds),
                    ColumnDeal.balanced(map, from, to, seconds), run);
        }
    }

    /**
     * Returns the move to a new deal.
     *
     * @param slack number of block columns that a rank may have more than is best
     * @param stay  seconds of the rest of the run on the present map
     * @param step  seconds of the next panel step
     */
    private Move move(int first, double[] now, double slack, double stay, double step) {
        int[] kappa = ColumnDeal.dealt(map, first, now, capacity, slack);
        Transfer moved = new Transfer(map, kappa, first, now.length);
        double gain = exposure.share() * (stay - ColumnDeal.seconds(map, kappa, first, now));
        double stopped = cost.stopped(moved.most(), moved.local());
        double price = cost.whole(stopped, step);
        return new Move(first, kappa, moved.columns(), moved.bytes(), stopped, price, gain - price, why(now));
    }

    private void keep(int k, double[] seconds) {
        if (windows++ % stride == 0) {
            rates.add(new RateSample(k + 1, Arrays.stream(seconds).mapToObj(its -> its > 0 ? 1e-9 / its : Double.NaN).toList()));
        }
        if (rates.size() == MOST_SAMPLES) {
            for (int i = MOST_SAMPLES - 1; i > 0; i -= 2) {
                rates.remove(i);
            }
            stride *= 2;
        }
    }

    /** Tells which ranks have become faster or slower than the columns were dealt for, in relation to all. */
    private String why(double[] now) {
        double[] ratio = new double[now.length];
        List<Integer> ranks = new ArrayList<>();
        for (int r = 0; r < now.length; r++) {
            ratio[r] = dealtFor[r] / now[r];
            if (!Double.isNaN(ratio[r])) {
                ranks.add(r);
            }
        }
        double[] sorted = ranks.stream().mapToDouble(r -> ratio[r]).sorted().toArray();
        double usual = sorted[sorted.length / 2];
        ranks.sort((a, b) -> Double.compare(Math.abs(Math.log(ratio[b] / usual)), Math.abs(Math.log(ratio[a] / usual))));
        List<String> told = ranks.stream().limit(MOST_TOLD).filter(r -> Math.abs(ratio[r] / usual - 1) > 0.05)
                .map(r -> String.format(Locale.ROOT, "rank %d at %.2f", r, ratio[r] / usual)).toList();
        return told.isEmpty() ? "small changes" : String.join(", ", told) + " of the speed that its columns were dealt for";
    }

    /** Takes over the map of a move that was made, and learns what it cost. */
    public void moved(Move move, double took) {
        map = new BlockMap(map.n(), map.nb(), map.grid(), map.rho(), move.kappa(), map.carried());
        dealtFor = askedFor;
        cost.learn(move.stopped(), took);
    }

    /** Returns which rank owns which block now. */
    public BlockMap map() {
        return map;
    }

    /** Returns the rates that were seen so far, in the order of the run; where there are very many, some of them. */
    public List<RateSample> rates() {
        return List.copyOf(rates);
    }
}
