package hplhetero.comm.collective.alltoall;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.DescribedRounds;
import java.lang.foreign.MemorySegment;

/** An alltoall that sends each piece straight to its receiver, at the stage that the description of its kind says. */
final class DirectAlltoall extends DescribedRounds implements Collectives.Alltoall {
    private final AlltoallKind kind;
    private MemorySegment outgoing;
    private MemorySegment incoming;
    private long piece;

    DirectAlltoall(AlltoallKind kind, CollectiveChannel channel) {
        super(channel);
        this.kind = kind;
    }

    @Override
    public void start(MemorySegment outgoing, MemorySegment incoming) {
        requireIdle();
        piece = AlltoallCheck.bytes(channel.size(), outgoing, incoming);
        this.outgoing = outgoing;
        this.incoming = incoming;
        piece(incoming, channel.rank()).copyFrom(piece(outgoing, channel.rank()));
        begin(kind.state(channel.size(), piece, 0));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return piece(outgoing, to);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return piece(incoming, from);
    }

    private MemorySegment piece(MemorySegment pieces, int rank) {
        return pieces.asSlice(rank * piece, piece);
    }
}
