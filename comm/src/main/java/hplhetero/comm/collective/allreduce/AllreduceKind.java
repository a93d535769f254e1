package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;

/** How buffers are combined. Those that cut them do so at multiples of 8 bytes, and combine the pieces each by itself. */
public sealed interface AllreduceKind extends Algorithm permits FlatAllreduce, TorusAllreduce {

    @Override
    default Collective collective() {
        return Collective.ALLREDUCE;
    }

    /** @param mostBytes of a buffer */
    Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner);
}
