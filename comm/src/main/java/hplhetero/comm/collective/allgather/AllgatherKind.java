package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/** An algorithm that brings pieces of unlike size, one of each rank, together on all ranks. */
public sealed interface AllgatherKind extends Algorithm permits FlatAllgather, TorusAllgather {

    @Override
    default Collective collective() {
        return Collective.ALLGATHER;
    }

    @Override
    default Traffic state(int ranks, long bytes, int root) {
        return state(ranks, PieceLayout.equal(bytes));
    }

    /**
     * Returns the messages that ranks send in this allgather when their pieces have these lengths; there are as many ranks as lengths.
     *
     * @param lengths length of each rank's piece in bytes, indexed by rank
     */
    default Traffic traffic(long[] lengths) {
        return state(lengths.length, PieceLayout.from(0, lengths));
    }

    /**
     * Returns the messages that ranks send in this allgather, without a check that the algorithm works with so many ranks.
     *
     * @param ranks number of ranks
     * @param sizes places of the ranks' pieces in the buffer, in rank order
     */
    Traffic state(int ranks, PieceLayout sizes);

    /**
     * Returns the operation that does this allgather on a channel, for pieces of any size.
     *
     * @param channel communicator and ranks that take part
     * @throws IllegalArgumentException if the algorithm does not work with the channel's number of ranks
     */
    default Collectives.Allgather allgather(CollectiveChannel channel) {
        if (!takes(channel.size())) {
            throw new IllegalArgumentException("allgather=" + label() + " on ranks=" + channel.size()
                    + ": this algorithm does not work with so many ranks, choose another");
        }
        return make(channel);
    }

    /**
     * Returns the operation that does this allgather as {@link #allgather} does, without a check that the algorithm works with the
     * channel's number of ranks ({@link #takes}).
     */
    Collectives.Allgather make(CollectiveChannel channel);
}
