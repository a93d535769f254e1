package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.ContiguousMessages;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.network.schedule.Delivery;
import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;

/** The executor of all broadcasts: it sends what a {@link Delivery} says, whichever algorithm wrote that. Owner: the rank's thread. */
final class DeliveredBroadcast implements Collectives.Broadcast {
    private final CollectiveChannel channel;
    private final IntFunction<Delivery> fromRoot;
    /** The delivery from each root, indexed by root; null until the first buffer comes from there. */
    private final Delivery[] deliveries;
    private final ContiguousMessages messages;

    DeliveredBroadcast(CollectiveChannel channel, IntFunction<Delivery> fromRoot) {
        this.channel = channel;
        this.fromRoot = fromRoot;
        deliveries = new Delivery[channel.size()];
        messages = new ContiguousMessages(channel);
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        channel.requireRank("root", root);
        if (!messages.over()) {
            throw InFlight.refuse(this);
        }
        if (deliveries[root] == null) {
            deliveries[root] = fromRoot.apply(root);
        }
        messages.begin(deliveries[root].of(buffer.byteSize()), buffer);
    }

    @Override
    public Progress poll() {
        return messages.poll();
    }
}
