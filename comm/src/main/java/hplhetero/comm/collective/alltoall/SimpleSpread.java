package hplhetero.comm.collective.alltoall;

import hplhetero.network.schedule.Traffic;

/** All pieces at once: the rank after it first. */
record SimpleSpread(String name, int ranks, PairSizes sizes) implements Traffic {

    @Override
    public int stages() {
        return ranks > 1 ? 1 : 0;
    }

    @Override
    public Symmetry symmetry(int stage) {
        return sizes.equal() ? Symmetry.SHIFT : Symmetry.NONE;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        for (int distance = 1; distance < ranks; distance++) {
            int from = Math.floorMod(rank - distance, ranks);
            long bytes = sizes.bytes(from, rank);
            if (bytes > 0) {
                sink.receive(from, bytes);
            }
        }
        for (int distance = 1; distance < ranks; distance++) {
            int to = (rank + distance) % ranks;
            long bytes = sizes.bytes(rank, to);
            if (bytes > 0) {
                sink.send(to, bytes);
            }
        }
    }
}
