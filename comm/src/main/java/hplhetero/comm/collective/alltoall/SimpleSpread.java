package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Traffic;

/** The messages of an alltoall in which each rank sends all pieces at once, first to the rank after it. */
record SimpleSpread(String name, int ranks, long bytes) implements Traffic {

    @Override
    public int stages() {
        return ranks > 1 ? 1 : 0;
    }

    @Override
    public Symmetry symmetry(int stage) {
        return Symmetry.SHIFT;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        for (int distance = 1; distance < ranks && bytes > 0; distance++) {
            sink.receive(Math.floorMod(rank - distance, ranks), bytes);
        }
        for (int distance = 1; distance < ranks && bytes > 0; distance++) {
            sink.send((rank + distance) % ranks, bytes);
        }
    }
}
