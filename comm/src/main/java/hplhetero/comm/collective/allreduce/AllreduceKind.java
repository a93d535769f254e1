package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;

/**
 * An algorithm that combines buffers of all ranks. Algorithms that cut the buffers do so at multiples of 8 bytes, and combine each piece by
 * itself.
 */
public sealed interface AllreduceKind extends Algorithm permits FlatAllreduce, TorusAllreduce {

    @Override
    default Collective collective() {
        return Collective.ALLREDUCE;
    }

    /**
     * Returns an allreduce of buffers of at most {@code mostBytes} bytes.
     *
     * @param mostBytes bytes of the largest buffer that will be combined
     */
    Collectives.Allreduce allreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner);
}
