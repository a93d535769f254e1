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
 * Table and algorithm chosen together. A table that suits one algorithm of a collective may make another worse, and most collectives can
 * be done by several: so each gets a table of its own, and the fastest of the pairs is taken.
 *
 * @param candidates the fastest first; of equals, in the order given
 */
public record LidSelection(List<Candidate> candidates) {

    /**
     * An algorithm over its own table.
     *
     * @param algorithm  what it sends
     * @param choice     its table
     * @param contention of the algorithm over it
     * @param seconds    what it takes
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
     * Chooses a table for each algorithm by a method, and prices it.
     *
     * @param placement  of the ranks, on a fat tree
     * @param paths      of the fabric's, the first so many may be used
     * @param algorithms that do the same, each for messages of the size that is asked about
     * @throws IllegalArgumentException as {@link LidQuestion} and {@link LidMethod#choose}
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

    /** The fastest. */
    public Candidate best() {
        return candidates.getFirst();
    }
}
