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
    /** Smaller ones would cost more in messages than the pipeline gains. */
    private static final long MIN_SEGMENT = 256 << 10;
    /** Bounds the messages in flight to one rank. */
    private static final int MAX_SEGMENTS = 16;

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
            startMember(buffer.byteSize(), relative, root);
        }
        relay.poll();
    }

    @Override
    public Progress poll() {
        return relay.poll();
    }

    private void startRoot(MemorySegment buffer, int root) {
        long bytes = buffer.byteSize();
        if (shape.modified()) {
            relay.send(0, bytes, absolute(1, root));
        }
        for (int i = 0; i < targets.length; i++) {
            targets[i] = absolute(shape.heads()[i], root);
        }
        relay.passOn(MAX_SEGMENTS, targets);
        long segment = segmentBytes(bytes);
        for (long offset = 0; offset < bytes; offset += segment) {
            relay.hold(offset, Math.min(segment, bytes - offset));
        }
    }

    private void startMember(long bytes, int relative, int root) {
        if (shape.passesOn(relative)) {
            next[0] = absolute(relative + 1, root);
            relay.passOn(MAX_SEGMENTS, next);
        }
        long segment = segmentBytes(bytes);
        for (long offset = 0; offset < bytes; offset += segment) {
            relay.expect(offset, Math.min(segment, bytes - offset));
        }
    }

    private int absolute(int relative, int root) {
        return (relative + root) % shape.size();
    }

    /** The same on every rank, which knows nothing but the whole size. */
    private static long segmentBytes(long bytes) {
        return Math.max(MIN_SEGMENT, Math.ceilDiv(bytes, MAX_SEGMENTS * 8L) * 8);
    }
}
