package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Dissemination;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of the alltoall of Bruck and others. A piece that has d ranks to go travels 2^k ranks at stage k if d has bit k set,
 * together with all other pieces of this rank with that bit.
 */
record BruckTraffic(String name, int ranks, long bytes) implements Traffic {

    @Override
    public int stages() {
        return Dissemination.rounds(ranks);
    }

    @Override
    public Symmetry symmetry(int stage) {
        return Symmetry.SHIFT;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        long together = pieces(stage) * bytes;
        if (together > 0) {
            sink.receive(Math.floorMod(rank - (1 << stage), ranks), together);
            sink.send((rank + (1 << stage)) % ranks, together);
        }
    }

    /**
     * Returns how many pieces each rank sends at stage {@code k}, in one message: those whose distance from their first to their last rank
     * has bit {@code k} set.
     */
    long pieces(int k) {
        int below = ranks & (2 << k) - 1;
        return (long) (ranks >> k + 1 << k) + Math.max(0, below - (1 << k));
    }
}
