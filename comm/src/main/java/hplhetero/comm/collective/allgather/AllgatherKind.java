package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/** How pieces of unlike size, one of each rank, come together on all ranks. */
public sealed interface AllgatherKind extends Algorithm permits FlatAllgather, TorusAllgather {

    @Override
    default Collective collective() {
        return Collective.ALLGATHER;
    }

    @Override
    default Traffic state(int ranks, long bytes, int root) {
        return state(ranks, PieceLayout.equal(bytes));
    }

    /** Of pieces of any size. */
    default Traffic traffic(long[] lengths) {
        return state(lengths.length, PieceLayout.from(0, lengths));
    }

    /** Of pieces of any size, that lie in rank order. */
    Traffic state(int ranks, PieceLayout sizes);

    /** One of pieces of any size. */
    default Collectives.Allgather allgather(CollectiveChannel channel) {
        if (!takes(channel.size())) {
            throw new IllegalArgumentException("allgather=" + label() + " on ranks=" + channel.size()
                    + ": it does not work among so many, choose another");
        }
        return make(channel);
    }

    /** As {@link #allgather}, of a number of ranks that it takes. */
    Collectives.Allgather make(CollectiveChannel channel);
}
