package hplhetero.hpl.model.messages;
import hplhetero.network.schedule.Segments;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How a panel comes from its root to all ranks of a process row. Ranks are counted from the root, which is 0, in the order of their
 * numbers and around.
 *
 * @param cuts     the ways in which it is cut: at most one segment where it goes whole
 * @param hops     to the ranks that get all of it from one other, in the order in which they begin
 * @param exchange of the others
 * @param before   how many of the hops begin before the exchange
 */
public record PanelDelivery(List<Segments> cuts, List<Hop> hops, Optional<Exchange> exchange, int before) {

    public PanelDelivery {
        cuts = List.copyOf(cuts);
        hops = List.copyOf(hops);
    }

    /**
     * Of each hop, when it is under way: hops of one number are so at once. What a sender serves later has a later one, and of a long
     * chain those that are further apart than a panel has segments.
     */
    public int[] phases() {
        int[] depth = new int[1 + hops.stream().mapToInt(Hop::to).max().orElse(0)];
        int[] turn = new int[depth.length];
        int[] phases = new int[hops.size()];
        int most = 1 + hops.size();
        for (int i = 0; i < phases.length; i++) {
            Hop hop = hops.get(i);
            depth[hop.to()] = depth[hop.from()] + 1;
            turn[hop.to()] = turn[hop.from()] + hop.earlier().size();
            phases[i] = turn[hop.to()] * most + (depth[hop.to()] - 1) / Math.max(1, cuts.get(hop.cut()).most());
        }
        int[] used = Arrays.stream(phases).sorted().distinct().toArray();
        return Arrays.stream(phases).map(phase -> Arrays.binarySearch(used, phase)).toArray();
    }

    /**
     * The whole panel from one rank to another, which passes segments on as they come.
     *
     * @param cut     among {@link #cuts}
     * @param streams messages that leave the sender at the same time, over the same kind of link: to its site, or to others
     * @param earlier the ranks to which the sender has sent all of it before, over the same kind of link
     */
    public record Hop(int from, int to, int cut, int streams, List<Integer> earlier) {
    }

    /**
     * A panel in pieces among ranks that all need each other's: first in rounds until each has something, then in steps.
     *
     * @param sources    the ranks that have it and give pieces of it
     * @param takers     the ranks that get it so
     * @param rounds     until each taker has something
     * @param inRounds   of the panel, what passes one after the other in these rounds: the most that a rank sends, summed over them
     * @param steps      that follow
     * @param inEachStep of the panel, the most that a rank sends in a step, in the mean
     * @param pairs      sender and receiver of the messages of the steps, each pair once
     * @param pieces     that are sent in each round
     */
    public record Exchange(List<Source> sources, List<Integer> takers, int rounds, Share inRounds, int steps, Share inEachStep,
            List<Pair> pairs, List<List<Piece>> pieces) {
    }

    /**
     * A message that is part of a panel.
     *
     * @param share of the panel
     */
    public record Piece(Pair pair, Share share) {
    }

    /**
     * A rank that gives pieces of a panel.
     *
     * @param earlier the ranks to which it has sent all of it before
     */
    public record Source(int rank, List<Integer> earlier) {
    }
}
