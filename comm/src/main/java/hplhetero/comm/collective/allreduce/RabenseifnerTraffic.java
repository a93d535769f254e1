package hplhetero.comm.collective.allreduce;

import hplhetero.comm.schedule.Fold;
import hplhetero.comm.schedule.Traffic;

/**
 * Rabenseifner's: of as many pieces as numbers of a {@link Fold}, partners exchange halves of what they still combine, then double what
 * they have. Numbers that are far apart are partners first, and last.
 */
record RabenseifnerTraffic(String name, Fold fold, Cuts cuts) implements Traffic {

    static RabenseifnerTraffic of(String name, int ranks, long bytes) {
        Fold fold = Fold.of(ranks);
        return new RabenseifnerTraffic(name, fold, new Cuts(fold.left(), bytes));
    }

    @Override
    public int ranks() {
        return fold.size();
    }

    @Override
    public int stages() {
        return 2 * (fold.doublings() + fold.foldRounds());
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        if (folds(stage)) {
            fold(stage == 0, rank, sink);
        } else if (!fold.foldedAway(rank)) {
            int partner = partner(stage, rank);
            if (cuts.length(first(stage, partner), end(stage, partner)) > 0) {
                sink.receive(partner, cuts.length(first(stage, partner), end(stage, partner)));
            }
            if (cuts.length(first(stage, rank), end(stage, rank)) > 0) {
                sink.send(partner, cuts.length(first(stage, rank), end(stage, rank)));
            }
        }
    }

    private void fold(boolean in, int rank, Sink sink) {
        if (fold.paired(rank) && cuts.bytes() > 0) {
            if (fold.foldedAway(rank) == in) {
                sink.send(rank ^ 1, cuts.bytes());
            } else {
                sink.receive(rank ^ 1, cuts.bytes());
            }
        }
    }

    /** Whether the ranks of a pair exchange the whole. */
    boolean folds(int stage) {
        return fold.foldRounds() > 0 && (stage == 0 || stage == stages() - 1);
    }

    /** Whether what comes at {@code stage} is still to be combined. */
    boolean combines(int stage) {
        return fold.step(stage) < fold.doublings();
    }

    int partner(int stage, int rank) {
        return fold.firstRank(fold.number(rank) ^ span(stage));
    }

    /** How many pieces change ranks: half of those combined last, down to one, and up again. */
    private int span(int stage) {
        int step = fold.step(stage);
        return step < fold.doublings() ? fold.left() >> step + 1 : 1 << step - fold.doublings();
    }

    /** The first piece that {@code sender} sends: those its partner is to combine, or those it has. */
    int first(int stage, int sender) {
        int span = span(stage);
        int number = combines(stage) ? fold.number(sender) ^ span : fold.number(sender);
        return number & -span;
    }

    int end(int stage, int sender) {
        return first(stage, sender) + span(stage);
    }
}
