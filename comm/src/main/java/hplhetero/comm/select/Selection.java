package hplhetero.comm.select;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The choice of an algorithm for one collective on one communicator, for messages of one size class. First, algorithms that are predicted
 * to be much slower than the best are dropped. The others are tried in turn, the best predicted first, in rounds. After each round the
 * ranks agree on the times ({@link AgreedTime}) and drop the algorithms that lost by far. After a fixed number of rounds the fastest
 * algorithm is taken. The least time of its rounds counts for each algorithm, because a disturbance can only add time. From then on the
 * chosen algorithm is watched, and a lasting change of its time starts learning again.
 *
 * <p>How far behind is far depends on how much the times can be trusted. An algorithm is dropped when it took more than {@code raceWithin}
 * times the best, or more than e^2d times if that is more. The scatter of an algorithm is the |ln| of the ratio of two of its times: after
 * the first round its time and its predicted one (without the factor that all algorithms have in common), later the times of its last two
 * rounds. Here d is the greatest of three scatters: the algorithm's own, that of the best algorithm, and the median of all.
 *
 * <p>A selection sends no messages. All ranks go through the same states, because they make the same calls and agree on the same figures:
 * <pre>
 *   algorithm = current(); ... do it ...
 *   if (seen(seconds)) { make one of all ranks' figures(); agreed(these) }
 * </pre>
 * Owner: one thread. {@link #current} and {@link #seen} cost a few nanoseconds and allocate nothing.
 */
public final class Selection {
    /** The number of looks in a row with a changed time after which learning starts again. */
    private static final int LEAST_LOOKS = 2;

    private final SelectionRules rules;
    private final List<Candidate> candidates;
    /** The least predicted time of all candidates, in seconds; NaN where nothing is predicted. */
    private final double leastPredicted;
    /** Whether the user asked for one algorithm, which then never changes. */
    private final boolean fixed;
    /** Why each candidate was dropped, for people, indexed by candidate; null: it may still be taken. */
    private final String[] dropped;
    /** The seconds on which the ranks agreed while learning, indexed by round and candidate. */
    private final double[][] rounds;
    /** The least agreed seconds of each candidate's latest trials, or NaN where it was not tried, indexed by candidate. */
    private final double[] tried;
    /** The agreed mean seconds of the chosen algorithm's latest calls after the trials; NaN: there was no look yet. */
    private double lately = Double.NaN;
    /** This rank's seconds since the ranks last agreed, indexed by candidate. */
    private final double[] figures;

    /** The candidates of the present round, in the order in which they are tried. */
    private int[] order;
    /** Whether algorithms are still being tried. */
    private boolean learning;
    /** The place in {@link #order} of the candidate that is tried next. */
    private int turn;
    /** The number of rounds that are complete. */
    private int round;
    /** The candidate that is taken when nothing is tried. */
    private int chosen;
    /** The chosen algorithm's seconds at the first look or in an earlier run, with which later looks are compared; NaN: not known yet. */
    private double reference = Double.NaN;
    /** The number of calls since the last look. */
    private int calls;
    /** This rank's seconds of the calls since the last look. */
    private double sum;
    /** The number of looks in a row in which the time differed from {@link #reference}. */
    private int changedLooks;
    /** The number of times that learning has come to an end. */
    private int learnt;

    private Selection(List<Candidate> candidates, SelectionRules rules, boolean fixed) {
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("candidates=0: give at least one algorithm");
        }
        this.rules = rules;
        this.candidates = List.copyOf(candidates);
        this.fixed = fixed;
        leastPredicted = candidates.stream().mapToDouble(Candidate::predicted).filter(each -> !Double.isNaN(each)).min().orElse(Double.NaN);
        dropped = new String[candidates.size()];
        rounds = new double[rules.trials()][candidates.size()];
        tried = new double[candidates.size()];
        Arrays.fill(tried, Double.NaN);
        figures = new double[candidates.size()];
    }

    /**
     * Makes a selection of the algorithm of a collective that knows nothing yet: it begins to learn by trying the algorithms that are not
     * predicted to be too slow.
     *
     * @param candidates all algorithms, in a fixed order, each with its predicted time
     * @param rules      when to drop, try and watch algorithms
     */
    public static Selection of(List<Candidate> candidates, SelectionRules rules) {
        Selection selection = new Selection(candidates, rules, false);
        selection.learn();
        return selection;
    }

    /**
     * Makes a selection of the algorithm of a collective that knows from an earlier run which algorithm to take. The time of this algorithm
     * is watched, and a lasting change starts learning.
     *
     * @param candidates all algorithms, in a fixed order, each with its predicted time
     * @param rules      when to drop, try and watch algorithms
     * @param chosen     the index of the algorithm to take, in {@code candidates}
     * @param seconds    the time that this algorithm took, as the ranks agreed; NaN: not known
     */
    public static Selection known(List<Candidate> candidates, SelectionRules rules, int chosen, double seconds) {
        Selection selection = new Selection(candidates, rules, false);
        selection.dropPredicted();
        selection.dropped[chosen] = null;
        selection.lately = seconds;
        selection.reference = seconds;
        selection.take(chosen);
        return selection;
    }

    /**
     * Makes a selection of the algorithm of a collective that always takes one algorithm, because a user asked for it.
     *
     * @param candidates all algorithms, in a fixed order
     * @param chosen     the index of the algorithm to take, in {@code candidates}
     */
    public static Selection fixed(List<Candidate> candidates, int chosen) {
        Selection selection = new Selection(candidates, SelectionRules.DEFAULT, true);
        Arrays.fill(selection.dropped, "another algorithm was asked for");
        selection.dropped[chosen] = null;
        selection.take(chosen);
        return selection;
    }

    /** Begins to learn: drops what is predicted to be slow, and starts the first round. */
    private void learn() {
        dropPredicted();
        round = 0;
        learning = true;
        nextRound();
        if (order.length == 1) {
            take(order[0]);
        }
    }

    /** Drops each candidate that is predicted to take too many times the best, and takes the others in again. */
    private void dropPredicted() {
        for (int i = 0; i < dropped.length; i++) {
            double predicted = candidates.get(i).predicted();
            dropped[i] = predicted > rules.keepWithin() * leastPredicted
                    ? "predicted " + times(predicted / leastPredicted) + " the best" : null;
        }
    }

    /** Returns in words how long an algorithm took in the trials of the rounds so far, as a factor of the best one in the same trials. */
    private String took(double factor) {
        return "took " + times(factor) + " the best in " + round + (round == 1 ? " trial" : " trials");
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, "%.2f x", factor);
    }

    /**
     * Starts a round over the candidates that are not dropped, the best predicted first. Candidates without a prediction come last, in
     * their order.
     */
    private void nextRound() {
        turn = 0;
        Arrays.fill(figures, 0);
        order = IntStream.range(0, dropped.length).filter(i -> dropped[i] == null).boxed()
                .sorted((a, b) -> Double.compare(candidates.get(a).predicted(), candidates.get(b).predicted()))
                .mapToInt(Integer::intValue).toArray();
    }

    /** Takes a candidate from now on, and begins to watch its time. */
    private void take(int candidate) {
        learning = false;
        chosen = candidate;
        restartLook();
        changedLooks = 0;
    }

    /** Starts to collect the times of calls for the next look. */
    private void restartLook() {
        calls = 0;
        sum = 0;
        Arrays.fill(figures, 0);
    }

    /** Returns all algorithms, also those that were dropped, in a fixed order. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** Returns the algorithm for the coming call, as an index into {@link #candidates}. */
    public int current() {
        return learning ? order[turn] : chosen;
    }

    /** Returns whether this selection still tries algorithms, and has not settled on one. */
    public boolean isLearning() {
        return learning;
    }

    /** Returns how often this selection has tried algorithms and then settled on the fastest one. */
    public int learnt() {
        return learnt;
    }

    /**
     * Returns whether an algorithm may still be taken: it was not dropped as too slow.
     *
     * @param candidate index of the algorithm in {@link #candidates}
     */
    public boolean keeps(int candidate) {
        return dropped[candidate] == null;
    }

    /**
     * Notes how long this rank's latest call of the collective took, by the algorithm that {@link #current} named.
     *
     * @param seconds time of the call on this rank, in seconds
     * @return whether the ranks must now agree on {@link #figures} and call {@link #agreed}; the same on all ranks
     */
    public boolean seen(double seconds) {
        if (learning) {
            figures[order[turn]] = seconds;
            turn++;
            return turn == order.length;
        }
        sum += seconds;
        calls++;
        if (fixed || calls < rules.watchEvery()) {
            return false;
        }
        figures[chosen] = sum / calls;
        return true;
    }

    /**
     * Returns this rank's seconds that the ranks are to combine next, indexed by candidate. While algorithms are tried, one call of each in
     * this round; otherwise the mean of the chosen algorithm over its calls since the ranks last agreed. 0 for candidates that were not
     * used. Complete once {@link #seen} has returned true; every call returns the same array.
     */
    public double[] figures() {
        return figures;
    }

    /**
     * Goes on with the times on which the ranks agreed. While algorithms are tried, drops those that were much slower than the best; after
     * the last trial, takes the fastest from then on. Otherwise compares the time of the chosen algorithm with its earlier one: when it has
     * changed twice in a row, all are tried anew.
     *
     * @param all {@link #figures} of all ranks combined into one time for each candidate, indexed by candidate: the mean over ranks for
     *            alltoall, else the greatest, as {@link AgreedTime} says; the same bits on all ranks; not kept
     */
    public void agreed(double[] all) {
        if (learning) {
            for (int candidate : order) {
                rounds[round][candidate] = all[candidate];
            }
            round++;
            judge();
        } else {
            look(all[chosen]);
        }
    }

    /** Judges a complete round: drops candidates and starts the next round, or takes the best after the last one. */
    private void judge() {
        int best = order[0];
        for (int candidate : order) {
            tried[candidate] = least(candidate);
            if (tried[candidate] < tried[best]) {
                best = candidate;
            }
        }
        if (round < rules.trials()) {
            drop(best);
            nextRound();
        }
        if (round == rules.trials() || order.length == 1) {
            learnt++;
            reference = Double.NaN;
            lately = Double.NaN;
            take(best);
        }
    }

    /** Returns the least agreed seconds of a candidate over the rounds so far. */
    private double least(int candidate) {
        double least = rounds[0][candidate];
        for (int i = 1; i < round; i++) {
            least = Math.min(least, rounds[i][candidate]);
        }
        return least;
    }

    /** Drops the candidates that lost to the best by far. */
    private void drop(int best) {
        double[] apart = apart();
        double common = Math.max(median(apart.clone()), apart[IntStream.range(0, order.length).filter(i -> order[i] == best).findFirst()
                .orElseThrow()]);
        for (int i = 0; i < order.length; i++) {
            double factor = tried[order[i]] / tried[best];
            if (factor > Math.max(rules.raceWithin(), Math.exp(2 * Math.max(common, apart[i])))) {
                dropped[order[i]] = took(factor);
            }
        }
    }

    /**
     * Returns the scatter of each candidate of {@link #order}, in that order: the |ln| of the ratio of two of its times. Infinite where
     * there is no time to compare with.
     */
    private double[] apart() {
        double[] logs = new double[order.length];
        for (int i = 0; i < logs.length; i++) {
            double last = rounds[round - 1][order[i]];
            logs[i] = Math.log(last / (round == 1 ? candidates.get(order[i]).predicted() : rounds[round - 2][order[i]]));
        }
        double common = round == 1 ? median(logs.clone()) : 0;
        Arrays.setAll(logs, i -> Double.isNaN(logs[i] - common) ? Double.POSITIVE_INFINITY : Math.abs(logs[i] - common));
        return logs;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
    }

    /**
     * Compares the mean time of the calls since the last look with the reference, and starts learning after two looks with a changed time.
     */
    private void look(double mean) {
        lately = mean;
        if (Double.isNaN(reference)) {
            reference = mean;
        }
        boolean changed = mean > rules.change() * reference || mean * rules.change() < reference;
        changedLooks = changed ? changedLooks + 1 : 0;
        if (changedLooks == LEAST_LOOKS) {
            reference = Double.NaN;
            learn();
        } else {
            restartLook();
        }
    }

    /**
     * Returns which algorithm this selection takes and why, for people and to be kept for later runs.
     *
     * @param key the collective, communicator and size class that this selection serves
     */
    public Choice choice(ChoiceKey key) {
        int taken = current();
        return new Choice(key, candidates.get(taken).label(), fixed ? Choice.State.FIXED : learning ? Choice.State.LEARNING
                : Choice.State.CHOSEN, candidates.get(taken).predicted(),
                learning || Double.isNaN(lately) ? tried[taken] : lately,
                IntStream.range(0, dropped.length).filter(i -> i != taken).mapToObj(this::other).toList());
    }

    private Choice.Other other(int candidate) {
        String why = dropped[candidate] != null ? dropped[candidate] : learning ? "is tried"
                : Double.isNaN(tried[candidate]) ? "was not tried" : took(tried[candidate] / tried[chosen]);
        return new Choice.Other(candidates.get(candidate).label(), candidates.get(candidate).predicted(), tried[candidate], why);
    }
}
