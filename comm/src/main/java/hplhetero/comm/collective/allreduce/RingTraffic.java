package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allreduce twice around the ring of all ranks. There are as many pieces as ranks. Piece r is combined on its way from
 * rank r around to the rank before r, then goes around once more.
 */
record RingTraffic(String name, int ranks, BufferPartition partition) implements Traffic {

    static RingTraffic of(String name, int ranks, long bytes) {
        return new RingTraffic(name, ranks, new BufferPartition(ranks, bytes));
    }

    @Override
    public int stages() {
        return 2 * (ranks - 1);
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int coming = sent(stage, rank - 1);
        if (partition.length(coming, coming + 1) > 0) {
            sink.receive(Math.floorMod(rank - 1, ranks), partition.length(coming, coming + 1));
        }
        int going = sent(stage, rank);
        if (partition.length(going, going + 1) > 0) {
            sink.send((rank + 1) % ranks, partition.length(going, going + 1));
        }
    }

    /**
     * Returns whether a rank combines the piece that comes at {@code stage} with its own. At later stages the piece is a result, which
     * replaces its own.
     */
    boolean combines(int stage) {
        return stage < ranks - 1;
    }

    /** Returns the index of the piece that {@code rank} sends to the next rank at {@code stage}. */
    int sent(int stage, int rank) {
        return Math.floorMod(rank - stage, ranks);
    }
}
