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
     * An algorithm of a collective with the table of paths made for it. The table says by which of a node's paths, with InfiniBand by which
     * of its LIDs, each rank sends to each other rank.
     *
     * @param algorithm  messages that the algorithm sends
     * @param choice     table of paths made for this algorithm
     * @param contention how much messages that are under way at once wait for each other between switches, with this table
     * @param seconds    predicted time of the algorithm with this table
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
     * Chooses for each of several algorithms of one collective a table of paths that suits it, and predicts the algorithm's time with this
     * table. The table says by which of a node's paths, with InfiniBand by which of its LIDs, each rank sends to each other rank.
     *
     * @param method     method that chooses each table
     * @param placement  nodes of the ranks, on a fat tree
     * @param paths      number of paths to each node that may be used, which are then paths 0 .. {@code paths} - 1; at most those of the
     *                   fabric
     * @param algorithms algorithms of the collective, at least one, each with the bytes of its messages
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

    /**
     * Returns the algorithm that is predicted to be fastest with the table of paths made for it; the first given of several equally fast
     * ones.
     */
    public Candidate best() {
        return candidates.getFirst();
    }
}
