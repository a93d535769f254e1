package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.schedule.Algorithm;
import hplhetero.comm.schedule.Collective;
import hplhetero.comm.schedule.Traffic;

/** How pieces of one size, one of each rank, come together on one rank. */
public enum GatherKind implements Algorithm {
    /** All straight to the root. */
    LINEAR;

    private static final String LABEL = "linear";

    @Override
    public Collective collective() {
        return Collective.GATHER;
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return new LinearGatherTraffic(LABEL, ranks, bytes, root);
    }

    public Collectives.Gather gather(CollectiveChannel channel) {
        return new LinearGather(channel);
    }
}
