package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allreduce by recursive doubling with a {@link Fold}: at each step each rank with a number exchanges the whole buffer
 * with its partner in a butterfly, whose steps are taken backwards, as in an allgather. Forwards, ranks of one group would meet ranks of
 * several others, and combine in different orders.
 *
 * @param butterfly the butterfly among the numbers of the fold
 * @param bytes     bytes of the buffer
 */
record DoublingTraffic(String name, Fold fold, Butterfly butterfly, long bytes) implements Traffic {

    @Override
    public int ranks() {
        return fold.size();
    }

    @Override
    public int stages() {
        return fold.rounds();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int step = fold.step(stage);
        if (step < 0 || step == fold.doublings()) {
            fold(step < 0, rank, sink);
        } else if (!fold.foldedAway(rank)) {
            int partner = fold.firstRank(partner(butterfly, step, fold.number(rank)));
            sink.receive(partner, bytes);
            sink.send(partner, bytes);
        }
    }

    /** Returns the number with which a number of the fold exchanges at a step of the doubling. */
    static int partner(Butterfly butterfly, int step, int number) {
        return butterfly.partner(butterfly.steps() - 1 - step, number);
    }

    private void fold(boolean in, int rank, Sink sink) {
        if (fold.paired(rank)) {
            if (fold.foldedAway(rank) == in) {
                sink.send(rank ^ 1, bytes);
            } else {
                sink.receive(rank ^ 1, bytes);
            }
        }
    }
}
