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
     * Returns for each hop the number, from 0, of the phase in which it takes place: hops with the same number are taken to be under way at
     * the same time, and each number stands for a later time than the one before. A sender's hop to a receiver that it serves later, over
     * the same kind of link, has a later number. Of a long chain of hops, those that are further apart than the panel has segments have
     * later numbers too; nearer ones overlap.
     *
     * @return numbers without gaps, indexed like {@link #hops}; empty where there are no hops
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
     * A hop: the whole panel goes from one rank to another, which passes its segments on as they come.
     *
     * @param from    the sender, counted from the root, which is 0
     * @param to      the receiver, counted from the root
     * @param cut     index in {@link #cuts}, from 0, of the rule by which this hop cuts the panel into segments
     * @param streams number of messages, this one included, that leave the sender at the same time over the same kind of link: within its
     *                site, or to other sites
     * @param earlier the ranks to which the sender has sent the whole panel before this hop, over the same kind of link, ascending
     */
    public record Hop(int from, int to, int cut, int streams, List<Integer> earlier) {
    }

    /**
     * An exchange of a panel in pieces among ranks that all need each other's pieces. It begins with rounds, until each of these ranks has
     * a piece; steps follow, in which they pass pieces on until all have the whole panel. All messages of a round or step are under way at
     * once. Ranks are counted from the root, which is 0.
     *
     * @param sources    the ranks that have the whole panel when the exchange begins, and give pieces of it
     * @param takers     the ranks that get the panel in pieces, in the order in which they get the first
     * @param rounds     number of rounds until each taker has a piece
     * @param inRounds   fraction of the panel that passes one after the other in the rounds: the most that one rank sends in a round,
     *                   summed over the rounds
     * @param steps      number of steps after the rounds, &gt;= 0
     * @param inEachStep fraction of the panel that passes in a step: the most that one rank sends in it, averaged over the steps
     * @param pairs      sender and receiver of the messages of the steps, each pair once; of the rounds where there are no steps
     * @param pieces     messages of each round, indexed by round from 0
     */
    public record Exchange(List<Source> sources, List<Integer> takers, int rounds, Fraction inRounds, int steps, Fraction inEachStep,
            List<Pair> pairs, List<List<Piece>> pieces) {
    }

    /**
     * A message that carries a part of a panel.
     *
     * @param pair  sender and receiver, counted from the root of the panel, which is 0
     * @param share length of the part, as a fraction of the panel's bytes
     */
    public record Piece(Pair pair, Fraction share) {
    }

    /**
     * A rank that has the panel and gives pieces of it to others.
     *
     * @param rank    number of the rank, counted from the root, which is 0
     * @param earlier the ranks of its own site to which it has sent the whole panel before it gives pieces, ascending
     */
    public record Source(int rank, List<Integer> earlier) {
    }
}
