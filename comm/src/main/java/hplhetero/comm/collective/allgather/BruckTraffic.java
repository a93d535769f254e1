package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of the allgather of Bruck and others: at stage k a rank sends the pieces of the 2^k ranks from itself on to the rank 2^k
 * before it.
 */
record BruckTraffic(String name, int ranks, PieceLayout sizes) implements Traffic {

    @Override
    public int stages() {
        return Dissemination.rounds(ranks);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int distance = 1 << stage;
        int from = (rank + distance) % ranks;
        long coming = around(from, stage);
        if (coming > 0) {
            sink.receive(from, coming);
        }
        long going = around(rank, stage);
        if (going > 0) {
            sink.send(Math.floorMod(rank - distance, ranks), going);
        }
    }

    /** Returns how many bytes {@code rank} sends at {@code stage}, counted around the end of the buffer. */
    private long around(int rank, int stage) {
        int end = rank + pieces(ranks, stage);
        return sizes.length(rank, Math.min(end, ranks)) + sizes.length(0, end - ranks);
    }

    /** Returns how many pieces each rank sends at {@code stage}, in one message: 2^stage, or what is still missing at the last stage. */
    static int pieces(int ranks, int stage) {
        return Math.min(1 << stage, ranks - (1 << stage));
    }
}
