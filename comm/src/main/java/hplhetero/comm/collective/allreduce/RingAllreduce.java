package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;

/** An allreduce in which pieces go around a ring: once to be combined, then to come to all. */
final class RingAllreduce extends CutAllreduce {
    private RingTraffic traffic;

    RingAllreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        super(channel, mostBytes, combiner);
    }

    @Override
    void beginWith(long bytes) {
        traffic = RingTraffic.of("", channel.size(), bytes);
        begin(traffic);
    }

    @Override
    long comingAt(int stage) {
        return traffic.partition().offset(traffic.sent(stage, channel.rank() - 1));
    }

    @Override
    long goingFrom(int stage) {
        return traffic.partition().offset(traffic.sent(stage, channel.rank()));
    }

    @Override
    boolean combines(int stage) {
        return traffic.combines(stage);
    }
}
