package hplhetero.comm.collective.allreduce;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;

/** Allreduce by reduce-scatter and allgather. */
final class RabenseifnerAllreduce extends CutAllreduce {
    private RabenseifnerTraffic traffic;

    RabenseifnerAllreduce(CollectiveChannel channel, long mostBytes, Collectives.Combiner combiner) {
        super(channel, mostBytes, combiner);
    }

    @Override
    void beginWith(long bytes) {
        traffic = RabenseifnerTraffic.of("", channel.size(), bytes);
        begin(traffic);
    }

    @Override
    long comingAt(int stage) {
        return traffic.folds(stage) ? 0 : traffic.cuts().offset(traffic.first(stage, traffic.partner(stage, channel.rank())));
    }

    @Override
    long goingFrom(int stage) {
        return traffic.folds(stage) ? 0 : traffic.cuts().offset(traffic.first(stage, channel.rank()));
    }

    @Override
    long combined(int stage) {
        int rank = channel.rank();
        if (!traffic.combines(stage) || traffic.fold().foldedAway(rank)) {
            return 0;
        }
        if (traffic.folds(stage)) {
            return traffic.fold().paired(rank) ? traffic.cuts().bytes() : 0;
        }
        int partner = traffic.partner(stage, rank);
        return traffic.cuts().length(traffic.first(stage, partner), traffic.end(stage, partner));
    }
}
