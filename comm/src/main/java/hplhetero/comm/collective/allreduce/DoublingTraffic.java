package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allreduce by recursive doubling with a {@link Fold}: at step k each rank with a number exchanges the whole buffer with
 * the number that differs in bit k.
 */
record DoublingTraffic(String name, Fold fold, long bytes) implements Traffic {

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
            int partner = partner(fold, step, rank);
            sink.receive(partner, bytes);
            sink.send(partner, bytes);
        }
    }

    static int partner(Fold fold, int step, int rank) {
        return fold.firstRank(fold.number(rank) ^ 1 << step);
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
