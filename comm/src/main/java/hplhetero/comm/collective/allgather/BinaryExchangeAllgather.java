package hplhetero.comm.collective.allgather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.comm.collective.frame.Rounds;
import hplhetero.network.schedule.Fold;
import java.lang.foreign.MemorySegment;

/**
 * Allgather by recursive doubling: at step k two blocks of 2^k numbers each exchange all they have, which is
 * one stretch of the buffer as the pieces lie in rank order. Other counts than powers of two: {@link Fold}.
 */
final class BinaryExchangeAllgather extends Rounds implements Collectives.Allgather {
    private final Fold fold;
    private MemorySegment buffer;
    private long[] offsets;
    private long[] lengths;

    BinaryExchangeAllgather(CollectiveChannel channel) {
        super(channel);
        this.fold = Fold.of(channel.size());
    }

    @Override
    public void start(MemorySegment buffer, long[] offsets, long[] lengths) {
        requireIdle();
        PieceCheck.check(channel.size(), buffer, offsets, lengths);
        this.buffer = buffer;
        this.offsets = offsets;
        this.lengths = lengths;
        begin(fold.rounds());
    }

    @Override
    protected void post(int round) {
        int step = fold.step(round);
        if (step < 0) {
            foldIn();
        } else if (step == fold.doublings()) {
            foldOut();
        } else if (!fold.foldedAway(channel.rank())) {
            exchange(step);
        }
    }

    private void foldIn() {
        int rank = channel.rank();
        if (fold.foldedAway(rank)) {
            send(rank, rank + 1, rank - 1);
        } else if (fold.paired(rank)) {
            receive(rank + 1, rank + 2, rank + 1);
        }
    }

    private void exchange(int step) {
        int rank = channel.rank();
        int partner = BinaryExchangeTraffic.partner(fold, step, rank);
        send(BinaryExchangeTraffic.first(fold, step, rank), BinaryExchangeTraffic.end(fold, step, rank), partner);
        receive(BinaryExchangeTraffic.first(fold, step, partner), BinaryExchangeTraffic.end(fold, step, partner), partner);
    }

    /** An odd rank of a pair lacks everything but its own piece. */
    private void foldOut() {
        int rank = channel.rank();
        if (fold.foldedAway(rank)) {
            receive(0, rank, rank - 1);
            receive(rank + 1, channel.size(), rank - 1);
        } else if (fold.paired(rank)) {
            send(0, rank + 1, rank + 1);
            send(rank + 2, channel.size(), rank + 1);
        }
    }

    private void send(int firstRank, int endRank, int destination) {
        MemorySegment stretch = stretch(firstRank, endRank);
        if (stretch.byteSize() > 0) {
            pending.add(channel.send(stretch, destination));
        }
    }

    private void receive(int firstRank, int endRank, int source) {
        MemorySegment stretch = stretch(firstRank, endRank);
        if (stretch.byteSize() > 0) {
            pending.add(channel.receive(stretch, source));
        }
    }

    private MemorySegment stretch(int firstRank, int endRank) {
        if (firstRank >= endRank) {
            return MemorySegment.NULL;
        }
        int last = endRank - 1;
        return buffer.asSlice(offsets[firstRank], offsets[last] + lengths[last] - offsets[firstRank]);
    }
}
