package hplhetero.network.lid;

import hplhetero.network.model.NetworkCost;
import hplhetero.network.model.Price;
import hplhetero.network.model.Pricer;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A selection of table and algorithm together. A table that suits one algorithm of a collective may make another worse, and several
 * algorithms can do most collectives. Each algorithm therefore gets a table of its own, and the fastest pair is taken.
 *
 * @param candidates pairs of algorithm and table, the fastest first; equally fast ones in the order given
 */
public record LidSelection(List<Candidate> candidates) {

    /**
     * An algorithm over its own table.
     *
     * @param algorithm  messages that the algorithm sends
     * @param choice     table of this algorithm
     * @param contention contention of the algorithm over this table
     * @param seconds    predicted time of the algorithm
     */
    public record Candidate(Traffic algorithm, LidChoice choice, Contention contention, double seconds) {
    }

    public LidSelection {
        candidates = List.copyOf(candidates);
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("candidates=0: name an algorithm");
        }
    }

    /**
     * Chooses a table for each algorithm by a method, and prices the algorithm over this table.
     *
     * @param method     method that chooses each table
     * @param placement  place of the ranks, on a fat tree
     * @param paths      number of the fabric's paths that may be used, counted from path 0
     * @param algorithms algorithms that do the same collective, each for messages of the size in question
     * @param cost       cost of messages
     * @throws IllegalArgumentException when {@link LidQuestion} or {@link LidMethod#choose} refuses, or when there are no algorithms
     */
    public static LidSelection of(LidMethod method, Placement placement, int paths, List<? extends Traffic> algorithms, NetworkCost cost) {
        List<Candidate> candidates = new ArrayList<>();
        for (Traffic algorithm : algorithms) {
            LidChoice choice = method.choose(new LidQuestion(placement, List.of(algorithm), paths));
            Placement over = placement.over(choice.table());
            Price price = new Pricer(over).price(cost, algorithm);
            candidates.add(new Candidate(algorithm, choice, Contention.of(over, algorithm), price.seconds()));
        }
        candidates.sort(Comparator.comparingDouble(Candidate::seconds));
        return new LidSelection(candidates);
    }

    /** Returns the fastest pair of algorithm and table. */
    public Candidate best() {
        return candidates.getFirst();
    }
}
