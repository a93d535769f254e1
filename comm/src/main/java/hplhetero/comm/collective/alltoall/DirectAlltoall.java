package hplhetero.comm.collective.alltoall;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.StatedRounds;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Sends each piece straight to its receiver, as a statement says when. */
final class DirectAlltoall extends StatedRounds implements Collectives.Alltoall, Collectives.Alltoallv {
    private final AlltoallKind kind;
    private final long[] equalOffsets;
    private final long[] equalLengths;
    private Collectives.Pieces outgoing;
    private Collectives.Pieces incoming;

    DirectAlltoall(AlltoallKind kind, CollectiveChannel channel) {
        super(channel);
        this.kind = kind;
        equalOffsets = new long[channel.size()];
        equalLengths = new long[channel.size()];
    }

    @Override
    public void start(MemorySegment outgoing, MemorySegment incoming) {
        requireIdle();
        long piece = EqualPieces.bytes(channel.size(), outgoing, incoming);
        Arrays.fill(equalLengths, piece);
        Arrays.setAll(equalOffsets, rank -> rank * piece);
        begin(new Collectives.Pieces(outgoing, equalOffsets, equalLengths), new Collectives.Pieces(incoming, equalOffsets, equalLengths));
    }

    @Override
    public void start(Collectives.Pieces outgoing, Collectives.Pieces incoming) {
        requireIdle();
        int rank = channel.rank();
        if (outgoing.lengths()[rank] != incoming.lengths()[rank]) {
            throw new IllegalArgumentException("alltoallv: a rank's piece for itself has bytes=" + outgoing.lengths()[rank] + " going and "
                    + incoming.lengths()[rank] + " coming: give both the same");
        }
        begin(outgoing, incoming);
    }

    private void begin(Collectives.Pieces outgoing, Collectives.Pieces incoming) {
        this.outgoing = outgoing;
        this.incoming = incoming;
        int rank = channel.rank();
        piece(incoming, rank).copyFrom(piece(outgoing, rank));
        begin(kind.direct(channel.size(), (from, to) -> from == rank ? outgoing.lengths()[to] : incoming.lengths()[from]));
    }

    @Override
    protected MemorySegment outgoing(int stage, int to, long bytes) {
        return piece(outgoing, to);
    }

    @Override
    protected MemorySegment incoming(int stage, int from, long bytes) {
        return piece(incoming, from);
    }

    private static MemorySegment piece(Collectives.Pieces pieces, int rank) {
        return pieces.buffer().asSlice(pieces.offsets()[rank], pieces.lengths()[rank]);
    }
}
