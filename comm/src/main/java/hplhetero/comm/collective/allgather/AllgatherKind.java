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
     * Returns the messages for pieces of any size.
     *
     * @param lengths bytes of each rank's piece
     */
    default Traffic traffic(long[] lengths) {
        return state(lengths.length, PieceLayout.from(0, lengths));
    }

    /** Returns the messages for pieces of any size that lie in rank order. */
    Traffic state(int ranks, PieceLayout sizes);

    /**
     * Returns an allgather of pieces of any size.
     *
     * @throws IllegalArgumentException if the algorithm does not work with the channel's number of ranks
     */
    default Collectives.Allgather allgather(CollectiveChannel channel) {
        if (!takes(channel.size())) {
            throw new IllegalArgumentException("allgather=" + label() + " on ranks=" + channel.size()
                    + ": it does not work among so many, choose another");
        }
        return make(channel);
    }

    /** Returns an allgather as {@link #allgather} does, for a number of ranks for which {@link #takes} holds. */
    Collectives.Allgather make(CollectiveChannel channel);
}
