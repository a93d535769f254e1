package hplhetero.comm.collective;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.allgather.FlatAllgather;
import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.comm.collective.broadcast.FlatBroadcast;
import hplhetero.comm.collective.dissemination.DisseminationKind;
import hplhetero.comm.collective.gather.GatherKind;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Traffic;
import hplhetero.network.topology.Placement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The list of all algorithms of collectives, and the messages each sends. {@link CollectiveAlgorithms} makes the executors, by the same
 * labels.
 */
public final class Algorithms {
    private Algorithms() {
    }

    /** Returns the algorithms of a collective that work wherever ranks sit. */
    public static List<Algorithm> of(Collective collective) {
        return of(collective, Catalogue.PLAIN);
    }

    /**
     * Returns the algorithms of a collective that work wherever ranks sit, and those made for this placement. The latter are two-level
     * algorithms by host, by switch or by line of a torus, where there are several such groups and at least one has several ranks; and
     * algorithms along the dimensions of a torus, where ranks fill a box whose sides are powers of two.
     */
    public static List<Algorithm> of(Collective collective, Placement placement) {
        return of(collective, Catalogue.of(placement));
    }

    private static List<Algorithm> of(Collective collective, Catalogue catalogue) {
        return switch (collective) {
            case BROADCAST -> List.copyOf(catalogue.broadcasts());
            case ALLTOALL -> List.of(AlltoallKind.values());
            case ALLGATHER -> List.copyOf(catalogue.allgathers());
            case ALLREDUCE -> List.copyOf(catalogue.allreduces());
            case GATHER -> List.of(GatherKind.LINEAR);
            case BARRIER -> List.of(DisseminationKind.BARRIER);
            case PIVOT_EXCHANGE -> List.of(DisseminationKind.PIVOT_EXCHANGE);
        };
    }

    /**
     * Returns the algorithm of a collective that has this label, among those that work wherever ranks sit.
     *
     * @throws IllegalArgumentException if no algorithm has this label; the message names those that exist
     */
    public static Algorithm of(Collective collective, String label) {
        return labelled(of(collective), label);
    }

    /**
     * Returns the algorithm of a panel broadcast of HPL. Its messages for root r are those for root 0 with r added to each rank's number,
     * modulo the number of ranks.
     */
    public static Algorithm of(BroadcastAlgorithm panel) {
        return FlatBroadcast.of(panel);
    }

    /**
     * Returns how the broadcast with this label brings a buffer from its root to all ranks, wherever they sit.
     *
     * @param label word by which options name the broadcast
     * @param ranks number of ranks
     * @param root  rank whose buffer is sent, 0 .. ranks - 1
     */
    public static Delivery delivery(String label, int ranks, int root) {
        return labelled(Catalogue.PLAIN.broadcasts(), label).delivery(ranks, root);
    }

    /**
     * Returns how a panel broadcast brings a buffer from its root to all ranks, where the buffer crosses to each other site once. A site is
     * a group of hosts behind one shared, slower link to all others.
     *
     * @param panel panel broadcast of HPL, by which the ranks of the root's site get the buffer
     * @param sites site of each rank
     * @param root  rank whose buffer is sent, 0 .. number of ranks - 1
     */
    public static Delivery delivery(BroadcastAlgorithm panel, Sites sites, int root) {
        return FlatBroadcast.of(panel).delivery(sites, root);
    }

    /**
     * Returns the messages of an allgather whose pieces have these lengths; there are as many ranks as lengths.
     *
     * @param algorithm who sends to whom
     * @param lengths   length of each rank's piece in bytes, indexed by rank
     */
    public static Traffic allgather(AllgatherAlgorithm algorithm, long[] lengths) {
        return FlatAllgather.of(algorithm).traffic(lengths);
    }

    /**
     * Returns the messages of an allgather whose pieces cross to each other site once. A site is a group of hosts behind one shared, slower
     * link to all others.
     *
     * @param algorithm who sends to whom where there is only one site
     * @param sites     site of each rank, for as many ranks as lengths
     * @param lengths   length of each rank's piece in bytes, indexed by rank
     */
    public static Traffic hierarchicalAllgather(AllgatherAlgorithm algorithm, Sites sites, long[] lengths) {
        return FlatAllgather.of(algorithm).hierarchicalTraffic(sites, lengths);
    }

    /**
     * Returns the messages of a pivot exchange: all ranks learn the row of the best pivot candidate, and the current row, with which it is
     * swapped. The exchange spares the links between sites, groups of hosts behind one shared, slower link to all others.
     *
     * @param sites        site of each rank
     * @param payloadBytes bytes of a candidate's row, and as many of the current row
     * @param holder       rank that holds the current row, 0 .. number of ranks - 1
     * @param winner       any rank of the site where the best candidate is, 0 .. number of ranks - 1; without effect where there is one
     *                     site
     */
    public static Traffic hierarchicalPivots(Sites sites, long payloadBytes, int holder, int winner) {
        return DisseminationKind.pivotTraffic(sites, payloadBytes, holder, winner);
    }

    /**
     * Returns the messages of an allgather as {@link #allgather(AllgatherAlgorithm, long[])} does, by the algorithm with this label.
     *
     * @param label   word by which options name the algorithm
     * @param lengths length of each rank's piece in bytes, indexed by rank
     */
    public static Traffic allgather(String label, long[] lengths) {
        return labelled(Catalogue.PLAIN.allgathers(), label).traffic(lengths);
    }

    static <A extends Algorithm> A labelled(List<A> algorithms, String label) {
        return algorithms.stream().filter(algorithm -> algorithm.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(algorithms.getFirst().collective().label() + "=" + label
                        + " is no algorithm: choose among " + algorithms.stream().map(Algorithm::label)
                        .collect(Collectors.joining(", "))));
    }
}
