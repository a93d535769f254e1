package hplhetero.hpl.cluster;

import java.util.Map;

/**
 * What a brief probe of links has found. Equal on all ranks.
 *
 * @param links    cost of a message for each class of pairs that occurs; nothing is known of the time that a rank's own thread takes
 * @param scatter  by how much equal messages differed: for messages of one class and size the time in the median round of the slowest
 *                 pair, divided by the fastest time of any pair; the largest of these ratios, &gt;= 1
 * @param messages number of messages that were sent
 * @param bytes    bytes of these messages
 */
public record BriefLinks(Map<PairClass, PairCost> links, double scatter, int messages, long bytes) {
    /** Scatter up to which the costs count as sure: a prediction from them is then wrong by no larger a factor. */
    private static final double MOST_SURE_SCATTER = 2;

    public BriefLinks {
        links = Map.copyOf(links);
    }

    /** Returns whether times of equal messages differed so little that predictions from these costs can be trusted. */
    public boolean sure() {
        return scatter <= MOST_SURE_SCATTER;
    }
}
