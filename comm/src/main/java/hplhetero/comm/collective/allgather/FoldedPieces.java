package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * The pieces that ranks which a {@link Fold} folds away hand over at first, and those they are handed at the end. Pieces without bytes cost
 * no message.
 */
record FoldedPieces(Fold fold, PieceLayout sizes) {

    /** Describes the first round of a fold: each rank that is folded away hands its piece to the rank before it. */
    void in(int rank, Traffic.Sink sink) {
        if (fold.foldedAway(rank)) {
            sizes.send(rank - 1, rank, rank + 1, sink);
        } else if (fold.paired(rank)) {
            sizes.receive(rank + 1, rank + 1, rank + 2, sink);
        }
    }

    /**
     * Describes the last round of a fold: each rank that was folded away gets all pieces but its own, first those before it, then those
     * behind.
     */
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
