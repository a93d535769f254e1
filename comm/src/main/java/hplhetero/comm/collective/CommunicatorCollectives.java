package hplhetero.comm.collective;

import hplhetero.comm.AllgatherAlgorithm;
import hplhetero.comm.BroadcastAlgorithm;
import hplhetero.comm.Collectives;
import hplhetero.comm.Communicator;
import hplhetero.comm.Sites;

/** Makes the collectives of one communicator; reached through {@link Collectives#of}. */
public final class CommunicatorCollectives implements Collectives {
    private final Communicator communicator;
    private final Sites sites;

    public CommunicatorCollectives(Communicator communicator, Sites sites) {
        if (sites.size() != communicator.size()) {
            throw new IllegalArgumentException("sites.size=" + sites.size() + " communicator.size=" + communicator.size()
                    + ": give a site to each rank");
        }
        this.communicator = communicator;
        this.sites = sites;
    }

    @Override
    public Broadcast broadcast(BroadcastAlgorithm algorithm, int tag) {
        Lane lane = Lane.of(communicator, tag);
        return sites.one() ? broadcast(algorithm, lane)
                : new SitedBroadcast(lane, sites, broadcast(algorithm, lane.among(sites.inside(lane.rank()))));
    }

    private static Broadcast broadcast(BroadcastAlgorithm algorithm, Lane lane) {
        return switch (algorithm) {
            case RING, RING_M, TWO_RING, TWO_RING_M ->
                    new RingBroadcast(lane, RingShape.of(algorithm, lane.size()));
            case LONG -> new SpreadRollBroadcast(lane, false);
            case LONG_M -> new SpreadRollBroadcast(lane, true);
        };
    }

    @Override
    public Allreduce allreduce(long maxBytes, Combiner combiner, int tag) {
        return new DoublingAllreduce(Lane.of(communicator, tag), maxBytes, combiner);
    }

    @Override
    public Allgather allgather(AllgatherAlgorithm algorithm, int tag) {
        Lane lane = Lane.of(communicator, tag);
        return switch (algorithm) {
            case BINARY_EXCHANGE -> new BinaryExchangeAllgather(lane);
            case RING -> new RingAllgather(lane);
        };
    }

    @Override
    public Gather gather(int tag) {
        return new LinearGather(Lane.of(communicator, tag));
    }

    @Override
    public PivotExchange pivotExchange(long payloadBytes, int tag) {
        return new DisseminationPivotExchange(Lane.of(communicator, tag), payloadBytes);
    }

    @Override
    public Barrier barrier(int tag) {
        return new DisseminationBarrier(Lane.of(communicator, tag));
    }
}
