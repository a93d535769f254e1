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

/** All algorithms there are, and what each sends. {@link CollectiveAlgorithms} makes what sends it, by the same labels. */
public final class Algorithms {
    private Algorithms() {
    }

    /** Those of a collective that work wherever ranks sit. */
    public static List<Algorithm> of(Collective collective) {
        return of(collective, Catalogue.PLAIN);
    }

    /**
     * Those, and others for ranks that sit so: two-level broadcasts by host, by switch or by line of a torus, where several of them have
     * several ranks; and along the dimensions of a torus, where ranks fill a box of powers of two.
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
     * The one of that label.
     *
     * @throws IllegalArgumentException naming those there are
     */
    public static Algorithm of(Collective collective, String label) {
        return labelled(of(collective), label);
    }

    /**
     * A panel broadcast. Ranks count from the root on: from another root the same messages pass between ranks that are as far behind it.
     */
    public static Algorithm of(BroadcastAlgorithm panel) {
        return FlatBroadcast.of(panel);
    }

    /** How the broadcast of that label goes from its root to all, wherever ranks sit. */
    public static Delivery delivery(String label, int ranks, int root) {
        return labelled(Catalogue.PLAIN.broadcasts(), label).delivery(ranks, root);
    }

    /** How a panel broadcast that crosses to each other site once goes from its root to all. */
    public static Delivery delivery(BroadcastAlgorithm panel, Sites sites, int root) {
        return FlatBroadcast.of(panel).delivery(sites, root);
    }

    /** What an allgather sends whose pieces have these bytes. */
    public static Traffic allgather(AllgatherAlgorithm algorithm, long[] lengths) {
        return FlatAllgather.of(algorithm).traffic(lengths);
    }

    /** What an allgather sends whose pieces cross to each other site once. */
    public static Traffic hierarchicalAllgather(AllgatherAlgorithm algorithm, Sites sites, long[] lengths) {
        return FlatAllgather.of(algorithm).hierarchicalTraffic(sites, lengths);
    }

    /**
     * What a pivot exchange sends that spares the links between sites.
     *
     * @param payloadBytes of each of the two rows of a record
     * @param holder       rank of the current row
     * @param winner       a rank of the site where the best candidate is; without effect at one site
     */
    public static Traffic hierarchicalPivots(Sites sites, long payloadBytes, int holder, int winner) {
        return DisseminationKind.pivotTraffic(sites, payloadBytes, holder, winner);
    }

    /** As {@link #allgather(AllgatherAlgorithm, long[])}, of the algorithm of that label. */
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
