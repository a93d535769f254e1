package hplhetero.comm.collective;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Sites;
import hplhetero.comm.collective.allgather.FlatAllgather;
import hplhetero.comm.collective.allreduce.FlatAllreduce;
import hplhetero.comm.collective.alltoall.AlltoallKind;
import hplhetero.comm.collective.broadcast.BroadcastKind;
import hplhetero.comm.collective.broadcast.FlatBroadcast;
import hplhetero.comm.collective.dissemination.DisseminationKind;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.gather.GatherKind;
import hplhetero.network.schedule.BroadcastAlgorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.topology.Placement;
import java.util.List;

/** Makes the collectives of one communicator; by their labels ({@link Algorithms}) also those that HPL itself has no use for. */
public final class CollectiveAlgorithms implements Collectives {
    private final Communicator communicator;
    private final Sites sites;
    private final Catalogue catalogue;

    private CollectiveAlgorithms(Communicator communicator, Sites sites, Catalogue catalogue) {
        if (sites.size() != communicator.size()) {
            throw new IllegalArgumentException("sites.size=" + sites.size() + " communicator.size=" + communicator.size()
                    + ": give a site to each rank");
        }
        this.communicator = communicator;
        this.sites = sites;
        this.catalogue = catalogue;
    }

    /** The collectives of {@code communicator}, whose ranks all sit at one site. */
    public static CollectiveAlgorithms of(Communicator communicator) {
        return of(communicator, Sites.of(new int[communicator.size()]));
    }

    /**
     * The collectives of {@code communicator}, whose broadcasts, allgathers and pivot exchanges spare the links between sites; those asked
     * for by label only where they are panel broadcasts. With one site they are those of
     * {@link #of(Communicator)}.
     *
     * @param sites of the ranks of {@code communicator}; the same on all of them
     */
    public static CollectiveAlgorithms of(Communicator communicator, Sites sites) {
        return new CollectiveAlgorithms(communicator, sites, Catalogue.PLAIN);
    }

    /**
     * The collectives of {@code communicator}, by label also those that make use of where its ranks sit ({@link Algorithms#of(Collective,
     * Placement)}).
     *
     * @param placement of the ranks of {@code communicator}; the same on all of them
     */
    public static CollectiveAlgorithms of(Communicator communicator, Placement placement) {
        if (placement.ranks() != communicator.size()) {
            throw new IllegalArgumentException("placement.ranks=" + placement.ranks() + " communicator.size=" + communicator.size()
                    + ": give a seat to each rank");
        }
        return new CollectiveAlgorithms(communicator, Sites.of(new int[communicator.size()]), Catalogue.of(placement));
    }

    @Override
    public Broadcast broadcast(BroadcastAlgorithm algorithm, int tag) {
        return FlatBroadcast.of(algorithm).broadcast(channel(tag), sites);
    }

    /** As {@link #broadcast(BroadcastAlgorithm, int)}, of the algorithm of that label. */
    public Broadcast broadcast(String label, int tag) {
        BroadcastKind kind = Algorithms.labelled(catalogue.broadcasts(), label);
        return kind instanceof FlatBroadcast plain ? plain.broadcast(channel(tag), sites) : kind.broadcast(channel(tag));
    }

    @Override
    public Allreduce allreduce(long maxBytes, Combiner combiner, int tag) {
        return FlatAllreduce.DOUBLING.allreduce(channel(tag), maxBytes, combiner);
    }

    /**
     * As {@link #allreduce(long, Combiner, int)}, of the algorithm of that label. All but doubling cut the buffer at multiples of 8 bytes
     * and combine the pieces in an order of their own.
     */
    public Allreduce allreduce(String label, long maxBytes, Combiner combiner, int tag) {
        return Algorithms.labelled(catalogue.allreduces(), label).allreduce(channel(tag), maxBytes, combiner);
    }

    @Override
    public Allgather allgather(AllgatherAlgorithm algorithm, int tag) {
        return FlatAllgather.of(algorithm).hierarchical(channel(tag), sites);
    }

    /** As {@link #allgather(AllgatherAlgorithm, int)}, of the algorithm of that label. */
    public Allgather allgather(String label, int tag) {
        return Algorithms.labelled(catalogue.allgathers(), label).allgather(channel(tag));
    }

    /** @param maxPieceBytes the largest piece that will be sent */
    public Alltoall alltoall(String label, long maxPieceBytes, int tag) {
        return Algorithms.labelled(List.of(AlltoallKind.values()), label).alltoall(channel(tag), maxPieceBytes);
    }

    @Override
    public Gather gather(int tag) {
        return GatherKind.gather(channel(tag));
    }

    @Override
    public PivotExchange pivotExchange(long payloadBytes, int tag) {
        return DisseminationKind.pivotExchange(channel(tag), sites, payloadBytes);
    }

    @Override
    public Barrier barrier(int tag) {
        return DisseminationKind.barrier(channel(tag));
    }

    private CollectiveChannel channel(int tag) {
        return CollectiveChannel.of(communicator, tag);
    }
}
