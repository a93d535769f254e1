package hplhetero.hpl.model.messages;
import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.List;

/**
 * A stage of a row swap as it is expected, with all leaving rows those of one rank.
 *
 * @param pairs  who sends to whom
 * @param shares of the panel's jb rows, what each of these messages has
 */
public record SwapStage(List<Pair> pairs, List<Double> shares) {
    /** In which nothing is sent. */
    public static final SwapStage NOTHING = new SwapStage(List.of(), List.of());

    static SwapStage of(Traffic traffic, int stage) {
        List<Pair> pairs = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        traffic.messages(stage, (from, to, bytes) -> {
            if (bytes > 0) {
                pairs.add(new Pair(from, to));
                shares.add((double) bytes / traffic.ranks());
            }
        });
        return new SwapStage(List.copyOf(pairs), List.copyOf(shares));
    }

    /** Messages. */
    public int count() {
        return pairs.size();
    }

    public int from(int message) {
        return pairs.get(message).from();
    }

    public int to(int message) {
        return pairs.get(message).to();
    }

    public double share(int message) {
        return shares.get(message);
    }

    /** Messages of the same sender before it. */
    public int before(int message) {
        int before = 0;
        while (before < message && from(message - 1 - before) == from(message)) {
            before++;
        }
        return before;
    }
}
