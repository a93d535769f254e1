package hplhetero.comm.collective.alltoall;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;

/**
 * How pieces go from each rank to each other: the algorithms of Nanri and others, and of Kurokawa and Nanri, after STAR-MPI (Faraj, Yuan,
 * Lowenthal). Any number of ranks.
 */
public enum AlltoallKind implements Algorithm {
    /** All messages at once. */
    SIMPLE_SPREAD("simple-spread", null, null),
    RING("ring", Steps.RING, Synchronisation.NONE),
    RING_ONE_BARRIER("ring-one-barrier", Steps.RING, Synchronisation.ONE_BARRIER),
    RING_MPI_BARRIER("ring-mpi-barrier", Steps.RING, Synchronisation.MPI_BARRIER),
    RING_LIGHT_BARRIER("ring-light-barrier", Steps.RING, Synchronisation.LIGHT_BARRIER),
    PAIRWISE("pairwise", Steps.PAIRWISE, Synchronisation.NONE),
    PAIRWISE_ONE_BARRIER("pairwise-one-barrier", Steps.PAIRWISE, Synchronisation.ONE_BARRIER),
    PAIRWISE_MPI_BARRIER("pairwise-mpi-barrier", Steps.PAIRWISE, Synchronisation.MPI_BARRIER),
    PAIRWISE_LIGHT_BARRIER("pairwise-light-barrier", Steps.PAIRWISE, Synchronisation.LIGHT_BARRIER),
    /** Few messages, for short pieces, which travel together. */
    BRUCK("bruck", null, null);

    private final String label;
    private final Steps steps;
    private final Synchronisation synchronisation;

    AlltoallKind(String label, Steps steps, Synchronisation synchronisation) {
        this.label = label;
        this.steps = steps;
        this.synchronisation = synchronisation;
    }

    @Override
    public Collective collective() {
        return Collective.ALLTOALL;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return switch (this) {
            case SIMPLE_SPREAD -> new SimpleSpread(label, ranks, bytes);
            case BRUCK -> new BruckTraffic(label, ranks, bytes);
            default -> new Stepwise(label, ranks, steps, synchronisation, bytes);
        };
    }

    /** @param mostBytes of a piece */
    public Collectives.Alltoall alltoall(CollectiveChannel channel, long mostBytes) {
        return this == BRUCK ? new BruckAlltoall(channel, mostBytes) : new DirectAlltoall(this, channel);
    }
}
