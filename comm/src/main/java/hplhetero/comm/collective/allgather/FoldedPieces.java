package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/** What ranks that a {@link Fold} sends away hand over, and what they are handed at the end. No bytes, no message. */
record FoldedPieces(Fold fold, PieceLayout sizes) {

    /** The piece of each rank that is folded away, to the one before it. */
    void in(int rank, Traffic.Sink sink) {
        if (fold.foldedAway(rank)) {
            sizes.send(rank - 1, rank, rank + 1, sink);
        } else if (fold.paired(rank)) {
            sizes.receive(rank + 1, rank + 1, rank + 2, sink);
        }
    }

    /** All but the own piece of a rank that was folded away: what is before it, then what is behind. */
    void out(int rank, Traffic.Sink sink) {
        if (fold.foldedAway(rank)) {
            sizes.receive(rank - 1, 0, rank, sink);
            sizes.receive(rank - 1, rank + 1, fold.size(), sink);
        } else if (fold.paired(rank)) {
            sizes.send(rank + 1, 0, rank + 1, sink);
            sizes.send(rank + 1, rank + 2, fold.size(), sink);
        }
    }
}
