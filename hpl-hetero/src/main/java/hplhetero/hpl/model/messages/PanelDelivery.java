package hplhetero.hpl.model.messages;

import hplhetero.network.schedule.Segments;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The way of a panel from its root to all ranks of a process row. Ranks are counted from the root, which is 0, in the order of their
 * numbers and around the row.
 *
 * @param cuts     the ways in which the panel is cut into segments: at most one segment where it goes whole
 * @param hops     hops to the ranks that get the whole panel from one other rank, in the order in which they begin
 * @param exchange the exchange of pieces among the other ranks
 * @param before   how many of the hops begin before the exchange
 */
public record PanelDelivery(List<Segments> cuts, List<Hop> hops, Optional<Exchange> exchange, int before) {

    public PanelDelivery {
        cuts = List.copyOf(cuts);
        hops = List.copyOf(hops);
    }

    /**
     * Returns for each hop the number of the phase in which it is under way: hops with one number are under way at once. What a sender
     * serves later has a later number. So have those hops of a long chain that are further apart than a panel has segments.
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
     * A hop: the whole panel goes from one rank to another, which passes segments on as they come.
     *
     * @param from    the sender
     * @param to      the receiver
     * @param cut     index among {@link #cuts}
     * @param streams messages that leave the sender at the same time over the same kind of link: to its site, or to others
     * @param earlier the ranks to which the sender has sent the whole panel before, over the same kind of link
     */
    public record Hop(int from, int to, int cut, int streams, List<Integer> earlier) {
    }

    /**
     * An exchange of a panel in pieces among ranks that all need each other's pieces: first in rounds until each has something, then in
     * steps.
     *
     * @param sources    the ranks that have the panel and give pieces of it
     * @param takers     the ranks that get the panel in pieces
     * @param rounds     number of rounds until each taker has something
     * @param inRounds   share of the panel that passes one after the other in these rounds: the most that a rank sends, summed over the
     *                   rounds
     * @param steps      number of steps that follow
     * @param inEachStep share of the panel that passes in a step: the most that a rank sends, averaged over the steps
     * @param pairs      sender and receiver of the messages of the steps, each pair once
     * @param pieces     pieces that are sent in each round, indexed by round
     */
    public record Exchange(List<Source> sources, List<Integer> takers, int rounds, Share inRounds, int steps, Share inEachStep,
            List<Pair> pairs, List<List<Piece>> pieces) {
    }

    /**
     * A message that carries a part of a panel.
     *
     * @param pair  sender and receiver
     * @param share the part of the panel that it carries
     */
    public record Piece(Pair pair, Share share) {
    }

    /**
     * A rank that gives pieces of a panel.
     *
     * @param rank    number of the rank
     * @param earlier the ranks to which it has sent the whole panel before
     */
    public record Source(int rank, List<Integer> earlier) {
    }
}
