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

    /**
     * Returns one stage of the expected messages of a row swap.
     *
     * @param traffic messages of the whole row swap
     * @param stage   number of the stage, from 0
     */
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

    /** Returns the number of messages in this stage. */
    public int count() {
        return pairs.size();
    }

    /**
     * Returns which rank sends a message, as its number in the process column.
     *
     * @param message index of the message in this stage, 0 .. {@link #count} - 1
     */
    public int from(int message) {
        return pairs.get(message).from();
    }

    /**
     * Returns which rank receives a message, as its number in the process column.
     *
     * @param message index of the message in this stage, 0 .. {@link #count} - 1
     */
    public int to(int message) {
        return pairs.get(message).to();
    }

    /**
     * Returns how large a message is, as a part of the bytes of the panel's jb rows.
     *
     * @param message index of the message in this stage, 0 .. {@link #count} - 1
     */
    public double share(int message) {
        return shares.get(message);
    }

    /**
     * Returns how many messages directly before a message, in the order of this stage, come from the same sender.
     *
     * @param message index of the message in this stage, 0 .. {@link #count} - 1
     */
    public int before(int message) {
        int before = 0;
        while (before < message && from(message - 1 - before) == from(message)) {
            before++;
        }
        return before;
    }
}
