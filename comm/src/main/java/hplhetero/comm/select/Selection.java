package hplhetero.comm.select;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The course of one collective's choice, for messages of one size class on one communicator. First what is predicted to be much
 * slower than the best is dropped. Then the rest is tried in turn, the best predicted first, in rounds; after each round the ranks
 * agree on what it took ({@link AgreedTime}), and drop what lost by far. After a fixed number of rounds the fastest is taken: of
 * each algorithm the least of its rounds counts, for a disturbance only adds. From then on it is watched, and a lasting change of its
 * time starts learning again.
 *
 * <p>What is far depends on how much times can be trusted: a factor of {@code raceWithin}, or of e^2d if that is more. An algorithm's
 * |ln| is that of what separates its times: after the first round its time from the predicted one (but for a factor that all have in
 * common), later its last two rounds. Here d is its own, the best one's, or the median of all, whichever is most.
 *
 * <p>Sends nothing itself. All ranks go through the same course, for they use the same calls and agree on the same figures:
 * <pre>
 *   algorithm = current(); ... do it ...
 *   if (seen(seconds)) { make one of all ranks' figures(); agreed(these) }
 * </pre>
 * One thread. {@link #current} and {@link #seen} cost a few nanoseconds and allocate nothing.
 */
public final class Selection {
    private static final int LEAST_LOOKS = 2;

    private final SelectionRules rules;
    private final List<Candidate> candidates;
    private final double leastPredicted;
    private final boolean fixed;
    /** Why each is out; null: it is not. */
    private final String[] dropped;
    /** What the ranks agreed on, by round and candidate. */
    private final double[][] rounds;
    /** The latest agreed figure of each candidate, or NaN. */
    private final double[] seen;
    private final double[] figures;

    private int[] order;
    private boolean learning;
    private int turn;
    private int round;
    private int chosen;
    private double reference = Double.NaN;
    private int calls;
    private double sum;
    private int changedLooks;
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
        seen = new double[candidates.size()];
        Arrays.fill(seen, Double.NaN);
        figures = new double[candidates.size()];
    }

    /** One that begins by what is predicted. */
    public static Selection of(List<Candidate> candidates, SelectionRules rules) {
        Selection selection = new Selection(candidates, rules, false);
        selection.learn();
        return selection;
    }

    /** One that knows what to take: its time is watched, and a lasting change starts learning. */
    public static Selection known(List<Candidate> candidates, SelectionRules rules, int chosen, double seconds) {
        Selection selection = new Selection(candidates, rules, false);
        selection.dropPredicted();
        selection.dropped[chosen] = null;
        selection.seen[chosen] = seconds;
        selection.reference = seconds;
        selection.take(chosen);
        return selection;
    }

    /** One that never changes. */
    public static Selection fixed(List<Candidate> candidates, int chosen) {
        Selection selection = new Selection(candidates, SelectionRules.DEFAULT, true);
        Arrays.fill(selection.dropped, "another one was asked for");
        selection.dropped[chosen] = null;
        selection.take(chosen);
        return selection;
    }

    private void learn() {
        dropPredicted();
        round = 0;
        learning = true;
        nextRound();
        if (order.length == 1) {
            take(order[0]);
        }
    }

    private void dropPredicted() {
        for (int i = 0; i < dropped.length; i++) {
            double predicted = candidates.get(i).predicted();
            dropped[i] = predicted > rules.keepWithin() * leastPredicted
                    ? "predicted " + times(predicted / leastPredicted) + " the best" : null;
        }
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, "%.2f x", factor);
    }

    /** Each that is still in, the best predicted first; what has no prediction keeps its place behind. */
    private void nextRound() {
        turn = 0;
        Arrays.fill(figures, 0);
        order = IntStream.range(0, dropped.length).filter(i -> dropped[i] == null).boxed()
                .sorted((a, b) -> Double.compare(candidates.get(a).predicted(), candidates.get(b).predicted()))
                .mapToInt(Integer::intValue).toArray();
    }

    private void take(int candidate) {
        learning = false;
        chosen = candidate;
        restartLook();
        changedLooks = 0;
    }

    private void restartLook() {
        calls = 0;
        sum = 0;
        Arrays.fill(figures, 0);
    }

    /** Those there are, in a fixed order. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** The algorithm for the coming call: its place in {@link #candidates}. */
    public int current() {
        return learning ? order[turn] : chosen;
    }

    /** Whether algorithms are still tried. */
    public boolean isLearning() {
        return learning;
    }

    /** How often learning has come to an end. */
    public int learnt() {
        return learnt;
    }

    /** Whether this algorithm may still be taken. */
    public boolean keeps(int candidate) {
        return dropped[candidate] == null;
    }

    /**
     * What the call took on this rank.
     *
     * @return whether the ranks must now agree on {@link #figures} and call {@link #agreed}. The same on all ranks
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

    /** Of each candidate, this rank's seconds since the ranks last agreed; 0 of those not used. The same array at each call. */
    public double[] figures() {
        return figures;
    }

    /** @param all {@link #figures} of all ranks as one, by {@link AgreedTime}; the same bits on all of them, not kept */
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

    private void judge() {
        int best = order[0];
        for (int candidate : order) {
            seen[candidate] = least(candidate);
            if (seen[candidate] < seen[best]) {
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
            take(best);
        }
    }

    private double least(int candidate) {
        double least = rounds[0][candidate];
        for (int i = 1; i < round; i++) {
            least = Math.min(least, rounds[i][candidate]);
        }
        return least;
    }

    /** Drops what lost to the best by far. */
    private void drop(int best) {
        double[] apart = apart();
        double common = Math.max(median(apart.clone()), apart[IntStream.range(0, order.length).filter(i -> order[i] == best).findFirst()
                .orElseThrow()]);
        for (int i = 0; i < order.length; i++) {
            double factor = seen[order[i]] / seen[best];
            if (factor > Math.max(rules.raceWithin(), Math.exp(2 * Math.max(common, apart[i])))) {
                dropped[order[i]] = "took " + times(factor) + " the best in " + round + (round == 1 ? " trial" : " trials");
            }
        }
    }

    /** Of each that is still in, |ln| of what separates its times; infinite where there is nothing to compare with. */
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

    private void look(double mean) {
        seen[chosen] = mean;
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

    /** What was chosen and why, for people and to be kept. */
    public Choice choice(ChoiceKey key) {
        int taken = current();
        return new Choice(key, candidates.get(taken).label(), fixed ? Choice.State.FIXED : learning ? Choice.State.LEARNING
                : Choice.State.CHOSEN, candidates.get(taken).predicted(), seen[taken],
                IntStream.range(0, dropped.length).filter(i -> i != taken).mapToObj(this::other).toList());
    }

    private Choice.Other other(int candidate) {
        String why = dropped[candidate] != null ? dropped[candidate] : learning ? "is tried"
                : Double.isNaN(seen[candidate]) ? "was not tried" : "took " + times(seen[candidate] / seen[chosen]) + " the best";
        return new Choice.Other(candidates.get(candidate).label(), candidates.get(candidate).predicted(), seen[candidate], why);
    }
}
