package hplhetero.comm.collective.allgather;

import hplhetero.comm.schedule.Fold;
import hplhetero.comm.schedule.Traffic;

/** Recursive doubling: at step k two blocks of 2^k numbers of a {@link Fold} each exchange all they have. */
record BinaryExchangeTraffic(String name, Fold fold, PieceSizes sizes) implements Traffic {

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
        if (step < 0) {
            foldIn(rank, sink);
        } else if (step == fold.doublings()) {
            foldOut(rank, sink);
        } else if (!fold.foldedAway(rank)) {
            exchange(step, rank, sink);
        }
    }

    private void foldIn(int rank, Sink sink) {
        if (fold.foldedAway(rank)) {
            send(rank - 1, sizes.bytes(rank, rank + 1), sink);
        } else if (fold.paired(rank)) {
            receive(rank + 1, sizes.bytes(rank + 1, rank + 2), sink);
        }
    }

    private void exchange(int step, int rank, Sink sink) {
        int partner = partner(fold, step, rank);
        receive(partner, sizes.bytes(first(fold, step, partner), end(fold, step, partner)), sink);
        send(partner, sizes.bytes(first(fold, step, rank), end(fold, step, rank)), sink);
    }

    /** All but the own piece of a rank that was folded away. */
    private void foldOut(int rank, Sink sink) {
        if (fold.foldedAway(rank)) {
            receive(rank - 1, sizes.bytes(0, rank), sink);
            receive(rank - 1, sizes.bytes(rank + 1, fold.size()), sink);
        } else if (fold.paired(rank)) {
            send(rank + 1, sizes.bytes(0, rank + 1), sink);
            send(rank + 1, sizes.bytes(rank + 2, fold.size()), sink);
        }
    }

    static int partner(Fold fold, int step, int rank) {
        return fold.firstRank(fold.number(rank) ^ 1 << step);
    }

    /** The first rank whose piece {@code rank} has before {@code step}. */
    static int first(Fold fold, int step, int rank) {
        return fold.firstRank(fold.number(rank) >> step << step);
    }

    /** The rank after the last whose piece {@code rank} has before {@code step}. */
    static int end(Fold fold, int step, int rank) {
        return fold.firstRank((fold.number(rank) >> step) + 1 << step);
    }

    private static void send(int to, long bytes, Sink sink) {
        if (bytes > 0) {
            sink.send(to, bytes);
        }
    }

    private static void receive(int from, long bytes, Sink sink) {
        if (bytes > 0) {
            sink.receive(from, bytes);
        }
    }
}
