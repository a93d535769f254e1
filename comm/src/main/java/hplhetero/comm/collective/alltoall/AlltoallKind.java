package hplhetero.comm.collective.alltoall;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;

/**
 * The algorithms that bring pieces from each rank to each other: those of Nanri and others, and of Kurokawa and Nanri, after STAR-MPI
 * (Faraj, Yuan, Lowenthal). All work on any number of ranks.
 */
public enum AlltoallKind implements Algorithm {
    /** Simple spread: all messages are sent at once. */
    SIMPLE_SPREAD("simple-spread", null, null),
    /** A ring: at step s each rank sends to the rank s + 1 after it; no barriers. */
    RING("ring", Steps.RING, Synchronisation.NONE),
    /** The steps of {@link #RING} with one barrier before the first. */
    RING_ONE_BARRIER("ring-one-barrier", Steps.RING, Synchronisation.ONE_BARRIER),
    /** The steps of {@link #RING} with a barrier before each. */
    RING_MPI_BARRIER("ring-mpi-barrier", Steps.RING, Synchronisation.MPI_BARRIER),
    /** The steps of {@link #RING} with light barriers: a rank tells its next sender when it is ready to receive. */
    RING_LIGHT_BARRIER("ring-light-barrier", Steps.RING, Synchronisation.LIGHT_BARRIER),
    /** Pairwise exchange: at each step ranks exchange pieces in pairs; no barriers. */
    PAIRWISE("pairwise", Steps.PAIRWISE, Synchronisation.NONE),
    /** The steps of {@link #PAIRWISE} with one barrier before the first. */
    PAIRWISE_ONE_BARRIER("pairwise-one-barrier", Steps.PAIRWISE, Synchronisation.ONE_BARRIER),
    /** The steps of {@link #PAIRWISE} with a barrier before each. */
    PAIRWISE_MPI_BARRIER("pairwise-mpi-barrier", Steps.PAIRWISE, Synchronisation.MPI_BARRIER),
    /** The steps of {@link #PAIRWISE} with light barriers: a rank tells its next sender when it is ready to receive. */
    PAIRWISE_LIGHT_BARRIER("pairwise-light-barrier", Steps.PAIRWISE, Synchronisation.LIGHT_BARRIER),
    /** Bruck's algorithm: few messages, for short pieces, which travel together. */
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

    /**
     * Returns an alltoall of pieces of at most {@code mostBytes} bytes.
     *
     * @param mostBytes bytes of the largest piece that will be sent; only {@link #BRUCK} needs to know
     */
    public Collectives.Alltoall alltoall(CollectiveChannel channel, long mostBytes) {
        return this == BRUCK ? new BruckAlltoall(channel, mostBytes) : new DirectAlltoall(this, channel);
    }
}
