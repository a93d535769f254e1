package hplhetero.hpl.model.messages;

import hplhetero.network.schedule.Traffic;
import java.util.ArrayList;
import java.util.List;

/**
 * One stage of a row swap as it is expected, when one rank owns all leaving rows.
 *
 * @param pairs  sender and receiver of each message
 * @param shares part of the panel's jb rows that each message carries, indexed as {@code pairs}
 */
public record SwapStage(List<Pair> pairs, List<Double> shares) {
    /** The stage in which nothing is sent. */
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

    /** Returns the number of messages. */
    public int count() {
        return pairs.size();
    }

    /** Returns the number of the sender of a message among the members. */
    public int from(int message) {
        return pairs.get(message).from();
    }

    /** Returns the number of the receiver of a message among the members. */
    public int to(int message) {
        return pairs.get(message).to();
    }

    /** Returns the part of the panel's jb rows that a message carries. */
    public double share(int message) {
        return shares.get(message);
    }

    /** Returns how many messages of this message's sender are directly before it in the stage. */
    public int before(int message) {
        int before = 0;
        while (before < message && from(message - 1 - before) == from(message)) {
            before++;
        }
        return before;
    }
}
