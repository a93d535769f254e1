package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;

/** How a buffer goes from one rank to all. A buffer without bytes costs no message. */
public sealed interface BroadcastKind extends Algorithm permits PlainBroadcast, TorusBroadcast, TwoLevelBroadcast {

    @Override
    default Collective collective() {
        return Collective.BROADCAST;
    }

    Collectives.Broadcast broadcast(CollectiveChannel channel);
}
