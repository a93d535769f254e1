package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allgather by recursive doubling: at step k two blocks of 2^k numbers of a {@link Fold} each exchange all they have.
 */
record BinaryExchangeTraffic(String name, FoldedPieces pieces) implements Traffic {

    @Override
    public int ranks() {
        return pieces.fold().size();
    }

    @Override
    public int stages() {
        return pieces.fold().rounds();
    }

    @Override
    public int postsUpTo(int stage) {
        return stages() - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        Fold fold = pieces.fold();
        int step = fold.step(stage);
        if (step < 0) {
            pieces.in(rank, sink);
        } else if (step == fold.doublings()) {
            pieces.out(rank, sink);
        } else if (!fold.foldedAway(rank)) {
            exchange(fold, step, rank, sink);
        }
    }

    private void exchange(Fold fold, int step, int rank, Sink sink) {
        int partner = partner(fold, step, rank);
        pieces.sizes().receive(partner, first(fold, step, partner), end(fold, step, partner), sink);
        pieces.sizes().send(partner, first(fold, step, rank), end(fold, step, rank), sink);
    }

    private static int partner(Fold fold, int step, int rank) {
        return fold.firstRank(fold.number(rank) ^ 1 << step);
    }

    /** Returns the first rank whose piece {@code rank} has before {@code step}. */
    private static int first(Fold fold, int step, int rank) {
        return fold.firstRank(fold.number(rank) >> step << step);
    }

    /** Returns the rank after the last one whose piece {@code rank} has before {@code step}. */
    private static int end(Fold fold, int step, int rank) {
        return fold.firstRank((fold.number(rank) >> step) + 1 << step);
    }
}
