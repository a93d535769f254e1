package hplhetero.comm.collective.broadcast;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.PipelinedForward;
import hplhetero.network.schedule.RingShape;
import hplhetero.network.schedule.Segments;
import java.lang.foreign.MemorySegment;

/**
 * The increasing-ring broadcasts of HPL: 1ring, 1ringM, 2ring, 2ringM, which differ in their
 * {@link RingShape} alone. Unlike netlib's the message travels in segments, so that the links of a ring
 * work at the same time: about {@code bytes + (size - 2) * segment} over one link instead of
 * {@code (size - 1) * bytes}.
 */
final class RingBroadcast implements Collectives.Broadcast {
    private final CollectiveChannel channel;
    private final RingShape shape;
    private final PipelinedForward forward;
    private final int[] targets;
    private final int[] next = new int[1];

    RingBroadcast(CollectiveChannel channel, RingShape shape, Segments segments) {
        this.channel = channel;
        this.shape = shape;
        this.forward = new PipelinedForward(channel, segments);
        this.targets = new int[shape.heads().length];
    }

    @Override
    public void start(MemorySegment buffer, int root) {
        channel.requireRank("root", root);
        if (!forward.idle()) {
            throw InFlight.refuse(this);
        }
        int relative = Math.floorMod(channel.rank() - root, shape.size());
        forward.begin(buffer, absolute(shape.parent(relative), root));
        if (relative == 0) {
            startRoot(buffer, root);
        } else if (shape.isFavoured(relative)) {
            forward.expect(0, buffer.byteSize());
        } else {
            startMember(relative, root);
        }
        forward.poll();
    }

    @Override
    public Progress poll() {
        return forward.poll();
    }

    private void startRoot(MemorySegment buffer, int root) {
        if (shape.modified()) {
            forward.send(0, buffer.byteSize(), absolute(1, root));
        }
        for (int i = 0; i < targets.length; i++) {
            targets[i] = absolute(shape.heads()[i], root);
        }
        forward.passAllOn(targets);
        forward.holdAll();
    }

    private void startMember(int relative, int root) {
        if (shape.passesOn(relative)) {
            next[0] = absolute(relative + 1, root);
            forward.passAllOn(next);
        }
        forward.expectAll();
    }

    private int absolute(int relative, int root) {
        return (relative + root) % shape.size();
    }
}
