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

/**
 * The factory of the collectives of one communicator. By their labels ({@link Algorithms}) it also makes algorithms that HPL itself does
 * not use.
 */
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

    /**
     * Returns the collectives of {@code communicator}, taking all of its ranks to sit at one site: no collective spares links between
     * sites. A site is a group of hosts behind one shared, slower link to all others.
     */
    public static CollectiveAlgorithms of(Communicator communicator) {
        return of(communicator, Sites.of(new int[communicator.size()]));
    }

    /**
     * Returns the collectives of {@code communicator}, whose broadcasts, allgathers and pivot exchanges spare the links between sites. A
     * site is a group of hosts behind one shared, slower link to all others. Broadcasts asked for by label spare these links too,
     * allgathers asked for by label do not. With one site the collectives are those of {@link #of(Communicator)}.
     *
     * @param sites the site of each rank of {@code communicator}; the same on all ranks
     */
    public static CollectiveAlgorithms of(Communicator communicator, Sites sites) {
        return new CollectiveAlgorithms(communicator, sites, Catalogue.PLAIN);
    }

    /**
     * Returns the collectives of {@code communicator}, which also offer, by label, the algorithms made for where its ranks sit
     * ({@link Algorithms#of(Collective, Placement)}).
     *
     * @param placement the node of each rank of {@code communicator}; the same on all ranks
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

    /**
     * Returns a broadcast as {@link #broadcast(BroadcastAlgorithm, int)} does, by the algorithm with this label.
     *
     * @param label word by which options name the algorithm
     * @param tag   tells this operation's messages from those of others, 0 .. {@link Communicator#FIRST_RESERVED_TAG} - 1; the same on all
     *              ranks
     */
    public Broadcast broadcast(String label, int tag) {
        BroadcastKind kind = Algorithms.labelled(catalogue.broadcasts(), label);
        return kind instanceof FlatBroadcast plain ? plain.broadcast(channel(tag), sites) : kind.broadcast(channel(tag));
    }

    @Override
    public Allreduce allreduce(long maxBytes, Combiner combiner, int tag) {
        return FlatAllreduce.DOUBLING.allreduce(channel(tag), maxBytes, combiner);
    }

    /**
     * Returns an allreduce as {@link #allreduce(long, Combiner, int)} does, by the algorithm with this label. All algorithms but doubling
     * and bine cut the buffer at multiples of 8 bytes. All but doubling combine in an order of their own.
     *
     * @param label    word by which options name the algorithm
     * @param maxBytes the size of the largest buffer that will be reduced, in bytes
     * @param combiner the function that combines two ranks' buffers
     * @param tag      tells this operation's messages from those of others, 0 .. {@link Communicator#FIRST_RESERVED_TAG} - 1; the same on
     *                 all ranks
     */
    public Allreduce allreduce(String label, long maxBytes, Combiner combiner, int tag) {
        return Algorithms.labelled(catalogue.allreduces(), label).allreduce(channel(tag), maxBytes, combiner);
    }

    @Override
    public Allgather allgather(AllgatherAlgorithm algorithm, int tag) {
        return FlatAllgather.of(algorithm).hierarchical(channel(tag), sites);
    }

    /**
     * Returns an allgather as {@link #allgather(AllgatherAlgorithm, int)} does, by the algorithm with this label, which does not spare the
     * links between sites.
     *
     * @param label word by which options name the algorithm
     * @param tag   tells this operation's messages from those of others, 0 .. {@link Communicator#FIRST_RESERVED_TAG} - 1; the same on all
     *              ranks
     */
    public Allgather allgather(String label, int tag) {
        return Algorithms.labelled(catalogue.allgathers(), label).allgather(channel(tag));
    }

    /**
     * Returns an alltoall by the algorithm with this label. All ranks call with the same arguments.
     *
     * @param label         word by which options name the algorithm
     * @param maxPieceBytes bytes of the largest piece that will be sent
     * @param tag           tells this operation's messages from those of others, 0 .. {@link Communicator#FIRST_RESERVED_TAG} - 1; the same
     *                      on all ranks
     */
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
