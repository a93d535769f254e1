package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Traffic;

/** An algorithm that brings a buffer from one rank to all. A buffer without bytes costs no message. */
public sealed interface BroadcastKind extends Algorithm permits FlatBroadcast, TorusBroadcast, TwoLevelBroadcast {

    @Override
    default Collective collective() {
        return Collective.BROADCAST;
    }

    /**
     * Returns who sends the buffer to whom in this broadcast.
     *
     * @param ranks number of ranks, for which {@link #takes} holds
     * @param root  rank whose buffer is sent
     */
    Delivery delivery(int ranks, int root);

    @Override
    default Traffic state(int ranks, long bytes, int root) {
        return delivery(ranks, root).of(bytes);
    }

    /** Returns a broadcast on {@code channel} that sends what {@link #delivery} describes. */
    default Collectives.Broadcast broadcast(CollectiveChannel channel) {
        return new DeliveredBroadcast(channel, root -> delivery(channel.size(), root));
    }
}
