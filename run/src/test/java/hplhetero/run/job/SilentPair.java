package hplhetero.run.job;

import hplhetero.comm.Communicator;
import hplhetero.comm.ForwardingCommunicator;
import hplhetero.comm.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/** A communicator that loses messages between two ranks, from a size on. */
final class SilentPair extends ForwardingCommunicator {
    /** Nobody sends with it: what waits for it waits until the run ends. */
    private static final int NEVER = 4711;

    private final Communicator world;
    private final Set<Integer> pair;
    private final long fromBytes;
    private final Runnable loss;
    private final String host;

    /** Makes it of a communicator; {@code loss} is told of each message that is lost, where it is sent and where it is received. */
    SilentPair(Communicator world, Set<Integer> pair, long fromBytes, Runnable loss) {
        super(world);
        this.world = world;
        this.pair = pair;
        this.fromBytes = fromBytes;
        this.loss = loss;
        host = String.valueOf((char) ('a' + world.rank()));
    }

    private boolean lost(MemorySegment buffer, int peer) {
        return pair.contains(world.rank()) && pair.contains(peer) && buffer.byteSize() >= fromBytes;
    }

    private Request never(int peer) {
        loss.run();
        return world.irecv(Arena.ofAuto().allocate(1), peer, NEVER);
    }

    @Override
    public Request isend(MemorySegment buffer, int destination, int tag) {
        return lost(buffer, destination) ? never(destination) : world.isend(buffer, destination, tag);
    }

    @Override
    public Request irecv(MemorySegment buffer, int source, int tag) {
        return lost(buffer, source) ? never(source) : world.irecv(buffer, source, tag);
    }

    /** Every rank on a host of its own: a, b, c, ... */
    @Override
    public String hostName() {
        return host;
    }
}
