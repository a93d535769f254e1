package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Butterfly;

/** An allreduce by reduce-scatter and allgather over butterflies. */
final class ButterflyAllreduce extends CutAllreduce {
    private final Butterfly[] ports;
    private ButterflyTraffic traffic;
    /** Index of the port from which to look for the next message received in a stage. */
    private int coming;
    /** Index of the port from which to look for the next message sent in a stage. */
    private int going;

    ButterflyAllreduce(CollectiveChannel channel, Butterfly[] ports, long mostBytes, Collectives.Combiner combiner) {
        super(channel, mostBytes, combiner);
        this.ports = ports;
    }

    @Override
    void beginWith(long bytes) {
        traffic = ButterflyTraffic.of("", channel.size(), ports, bytes);
        begin(traffic);
    }

    @Override
    protected void post(int stage) {
        coming = 0;
        going = 0;
        super.post(stage);
    }

    @Override
    long comingAt(int stage) {
        if (traffic.folds(stage)) {
            return 0;
        }
        int rank = channel.rank();
        while (traffic.length(stage, coming, traffic.partner(stage, coming, rank)) == 0) {
            coming++;
        }
        return traffic.offset(stage, coming, traffic.partner(stage, coming++, rank));
    }

    @Override
    long goingFrom(int stage) {
        if (traffic.folds(stage)) {
            return 0;
        }
        while (traffic.length(stage, going, channel.rank()) == 0) {
            going++;
        }
        return traffic.offset(stage, going++, channel.rank());
    }

    @Override
    boolean combines(int stage) {
        return traffic.combines(stage);
    }
}
