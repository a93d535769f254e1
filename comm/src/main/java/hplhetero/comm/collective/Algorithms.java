package hplhetero.comm.collective;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.allgather.AllgatherKind;
import hplhetero.comm.collective.allgather.GatherKind;
import hplhetero.comm.collective.allreduce.AllreduceKind;
import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.comm.collective.broadcast.BroadcastKind;
import hplhetero.comm.collective.dissemination.DisseminationKind;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.schedule.Traffic;
import java.util.List;
import java.util.stream.Collectors;

/** All algorithms there are, and what each sends. {@link CollectiveAlgorithms} makes what sends it, by the same labels. */
public final class Algorithms {
    private Algorithms() {
    }

    /** Those of a collective. */
    public static List<Algorithm> of(Collective collective) {
        return switch (collective) {
            case BROADCAST -> List.of(BroadcastKind.values());
            case ALLTOALL -> List.of(AlltoallKind.values());
            case ALLGATHER -> List.of(AllgatherKind.values());
            case ALLREDUCE -> List.of(AllreduceKind.values());
            case GATHER -> List.of(GatherKind.values());
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

    /** A panel broadcast. */
    public static Algorithm of(BroadcastAlgorithm panel) {
        return BroadcastKind.of(panel);
    }

    /** What a panel broadcast sends that crosses to each site but the root's once. */
    public static Traffic sited(BroadcastAlgorithm panel, Sites sites, long bytes, int root) {
        return BroadcastKind.of(panel).sitedTraffic(sites, bytes, root);
    }

    /** What an allgather sends whose pieces have these bytes. */
    public static Traffic allgather(AllgatherAlgorithm algorithm, long[] lengths) {
        return AllgatherKind.of(algorithm).traffic(lengths);
    }

    /** As {@link #allgather(AllgatherAlgorithm, long[])}, of the algorithm of that label. */
    public static Traffic allgather(String label, long[] lengths) {
        return labelled(List.of(AllgatherKind.values()), label).traffic(lengths);
    }

    /** What an alltoallv sends whose pieces have these bytes, from each rank to each; not of every label. */
    public static Traffic alltoallv(String label, long[][] bytes) {
        return labelled(List.of(AlltoallKind.values()), label).traffic(bytes);
    }

    static <A extends Algorithm> A labelled(List<A> algorithms, String label) {
        return algorithms.stream().filter(algorithm -> algorithm.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(algorithms.getFirst().collective().label() + "=" + label
                        + " is no algorithm: choose among " + algorithms.stream().map(Algorithm::label)
                        .collect(Collectors.joining(", "))));
    }
}
