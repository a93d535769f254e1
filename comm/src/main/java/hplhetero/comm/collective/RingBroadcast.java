package hplhetero.comm.collective;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import java.lang.foreign.MemorySegment;

/**
 * The increasing-ring broadcasts of HPL: 1ring, 1ringM, 2ring, 2ringM, which differ in their
 * {@link RingShape} alone. Unlike netlib's the message travels in segments, so that the links of a ring
 * work at the same time: about {@code bytes + (size - 2) * segment} over one link instead of
 * {@code (size - 1) * bytes}.
 */
final class RingBroadcast implements Collectives.Broadcast {
    private final Lane lane;
    private final RingShape shape;
    private final Relay relay;
    private final int[] targets;
    private final int[] next = new int[1];

    RingBroadcast(Lane lane, RingShape shape) {
        this.lane = lane;
        this.shape = shape;
        this.relay = new Relay(lane);
        this.targets = new int[shape.heads().length];
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        lane.requireRank("root", root);
        if (!relay.idle()) {
            throw InFlight.refuse(this);
        }
        int relative = Math.floorMod(lane.rank() - root, shape.size());
        relay.begin(buffer, absolute(shape.parent(relative), root));
        if (relative == 0) {
            startRoot(buffer, root);
        } else if (shape.isFavoured(relative)) {
            relay.expect(0, buffer.byteSize());
        } else {
            startMember(relative, root);
        }
        relay.poll();
    }

    @Override
    public Progress poll() {
        return relay.poll();
    }

    private void startRoot(MemorySegment buffer, int root) {
        if (shape.modified()) {
            relay.send(0, buffer.byteSize(), absolute(1, root));
        }
        for (int i = 0; i < targets.length; i++) {
            targets[i] = absolute(shape.heads()[i], root);
        }
        relay.passOn(Relay.MAX_SEGMENTS, targets);
        relay.holdAll();
    }

    private void startMember(int relative, int root) {
        if (shape.passesOn(relative)) {
            next[0] = absolute(relative + 1, root);
            relay.passOn(Relay.MAX_SEGMENTS, next);
        }
        relay.expectAll();
    }

    private int absolute(int relative, int root) {
        return (relative + root) % shape.size();
    }
}
