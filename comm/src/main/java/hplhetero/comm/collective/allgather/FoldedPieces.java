package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceSizes;
import hplhetero.network.schedule.Traffic;

/** What ranks that a {@link Fold} sends away hand over, and what they are handed at the end. No bytes, no message. */
record FoldedPieces(Fold fold, PieceSizes sizes) {

    /** The piece of each rank that is folded away, to the one before it. */
    void in(int rank, Traffic.Sink sink) {
        if (fold.foldedAway(rank)) {
            send(rank - 1, sizes.bytes(rank, rank + 1), sink);
        } else if (fold.paired(rank)) {
            receive(rank + 1, sizes.bytes(rank + 1, rank + 2), sink);
        }
    }

    /** All but the own piece of a rank that was folded away: what is before it, then what is behind. */
    void out(int rank, Traffic.Sink sink) {
        if (fold.foldedAway(rank)) {
            receive(rank - 1, sizes.bytes(0, rank), sink);
            receive(rank - 1, sizes.bytes(rank + 1, fold.size()), sink);
        } else if (fold.paired(rank)) {
            send(rank + 1, sizes.bytes(0, rank + 1), sink);
            send(rank + 1, sizes.bytes(rank + 2, fold.size()), sink);
        }
    }

    static void send(int to, long bytes, Traffic.Sink sink) {
        if (bytes > 0) {
            sink.send(to, bytes);
        }
    }

    static void receive(int from, long bytes, Traffic.Sink sink) {
        if (bytes > 0) {
            sink.receive(from, bytes);
        }
    }
}
