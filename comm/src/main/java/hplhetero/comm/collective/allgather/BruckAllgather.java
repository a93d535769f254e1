package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import hplhetero.network.schedule.PieceLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Bruck's allgather. Pieces travel from and to where they lie in the buffer. Only a message that goes past the last rank and on from the
 * first is packed. The space for packed messages grows with the largest one.
 */
final class BruckAllgather extends DescribedRounds implements Collectives.Allgather {
    private MemorySegment packedGoing = MemorySegment.NULL;
    private MemorySegment packedComing = MemorySegment.NULL;
    private MemorySegment buffer;
    private long[] offsets;
    private long[] lengths;

    BruckAllgather(CollectiveChannel channel) {
        super(channel);
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        requireIdle();
        AllgatherCheck.check(channel.size(), buffer, offsets, lengths);
        this.buffer = buffer;
        this.offsets = offsets;
        this.lengths = lengths;
        begin(new BruckTraffic("", channel.size(), PieceLayout.lying(offsets, lengths)));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        int rank = channel.rank();
        if (!wraps(rank, stage)) {
            return buffer.asSlice(offsets[rank], bytes);
        }
        packedGoing = atLeast(bytes, packedGoing);
        long before = end() - offsets[rank];
        MemorySegment.copy(buffer, offsets[rank], packedGoing, 0, before);
        MemorySegment.copy(buffer, offsets[0], packedGoing, before, bytes - before);
        return packedGoing.asSlice(0, bytes);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        if (!wraps(from, stage)) {
            return buffer.asSlice(offsets[from], bytes);
        }
        packedComing = atLeast(bytes, packedComing);
        return packedComing.asSlice(0, bytes);
    }

    @Override
    protected void complete(int stage) {
        int from = channel.after(1 << stage);
        if (wraps(from, stage)) {
            int end = from + BruckTraffic.pieces(channel.size(), stage) - channel.size();
            long before = end() - offsets[from];
            MemorySegment.copy(packedComing, 0, buffer, offsets[from], before);
            MemorySegment.copy(packedComing, before, buffer, offsets[0], offsets[end - 1] + lengths[end - 1] - offsets[0]);
        }
    }

    private boolean wraps(int sender, int stage) {
        return sender + BruckTraffic.pieces(channel.size(), stage) > channel.size();
    }

    private long end() {
        int last = channel.size() - 1;
        return offsets[last] + lengths[last];
    }

    private static MemorySegment atLeast(long bytes, MemorySegment space) {
        return space.byteSize() >= bytes ? space : Arena.ofAuto().allocate(bytes, Long.BYTES);
    }
}
