package hplhetero.comm.collective;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Sites;

/** Makes the collectives of one communicator. */
public final class CollectiveAlgorithms implements Collectives {
    private final Communicator communicator;
    private final Sites sites;

    private CollectiveAlgorithms(Communicator communicator, Sites sites) {
        if (sites.size() != communicator.size()) {
            throw new IllegalArgumentException("sites.size=" + sites.size() + " communicator.size=" + communicator.size()
                    + ": give a site to each rank");
        }
        this.communicator = communicator;
        this.sites = sites;
    }

    /** The collectives of {@code communicator}, whose ranks all sit at one site. */
    public static Collectives of(Communicator communicator) {
        return of(communicator, Sites.of(new int[communicator.size()]));
    }

    /**
     * The collectives of {@code communicator}, whose broadcasts spare the links between sites. With one site they are those of
     * {@link #of(Communicator)}.
     *
     * @param sites of the ranks of {@code communicator}; the same on all of them
     */
    public static Collectives of(Communicator communicator, Sites sites) {
        return new CollectiveAlgorithms(communicator, sites);
    }

    @Override
    public Broadcast broadcast(BroadcastAlgorithm algorithm, int tag) {
        CollectiveChannel channel = CollectiveChannel.of(communicator, tag);
        return sites.one() ? broadcast(algorithm, channel)
                : new SitedBroadcast(channel, sites, broadcast(algorithm, channel.among(sites.inside(channel.rank()))));
    }

    private static Broadcast broadcast(BroadcastAlgorithm algorithm, CollectiveChannel channel) {
        return switch (algorithm) {
            case RING, RING_M, TWO_RING, TWO_RING_M ->
                    new RingBroadcast(channel, RingShape.of(algorithm, channel.size()));
            case LONG -> new SpreadRollBroadcast(channel, false);
            case LONG_M -> new SpreadRollBroadcast(channel, true);
        };
    }

    @Override
    public Allreduce allreduce(long maxBytes, Combiner combiner, int tag) {
        return new DoublingAllreduce(CollectiveChannel.of(communicator, tag), maxBytes, combiner);
    }

    @Override
    public Allgather allgather(AllgatherAlgorithm algorithm, int tag) {
        CollectiveChannel channel = CollectiveChannel.of(communicator, tag);
        return switch (algorithm) {
            case BINARY_EXCHANGE -> new BinaryExchangeAllgather(channel);
            case RING -> new RingAllgather(channel);
        };
    }

    @Override
    public Gather gather(int tag) {
        return new LinearGather(CollectiveChannel.of(communicator, tag));
    }

    @Override
    public PivotExchange pivotExchange(long payloadBytes, int tag) {
        return new DisseminationPivotExchange(CollectiveChannel.of(communicator, tag), payloadBytes);
    }

    @Override
    public Barrier barrier(int tag) {
        return new DisseminationBarrier(CollectiveChannel.of(communicator, tag));
    }
}
