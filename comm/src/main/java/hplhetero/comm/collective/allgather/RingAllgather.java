package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.Progress;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.InFlight;
import hplhetero.comm.collective.frame.PipelinedForward;
import java.lang.foreign.MemorySegment;

/** Allgather around the ring of all ranks: size - 1 steps, each piece crosses every link but one once. */
final class RingAllgather implements Collectives.Allgather {
    private final CollectiveChannel channel;
    private final PipelinedForward forward;
    private final int[] next;

    RingAllgather(CollectiveChannel channel) {
        this.channel = channel;
        this.forward = new PipelinedForward(channel);
        this.next = new int[] {channel.after(1)};
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        PieceCheck.check(channel.size(), buffer, offsets, lengths);
        if (!forward.idle()) {
            throw InFlight.refuse(this);
        }
        forward.begin(buffer, channel.before(1));
        forward.passOn(channel.size() - 1, next);
        forward.hold(offsets[channel.rank()], lengths[channel.rank()]);
        for (int step = 1; step < channel.size(); step++) {
            int rank = channel.before(step);
            forward.expect(offsets[rank], lengths[rank]);
        }
        forward.poll();
    }

    @Override
    public Progress poll() {
        return forward.poll();
    }
}
