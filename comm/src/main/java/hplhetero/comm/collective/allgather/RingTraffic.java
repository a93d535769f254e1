package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/** The messages of an allgather in which each piece goes around the ring of all ranks, one hop a stage. */
record RingTraffic(String name, int ranks, PieceLayout sizes) implements Traffic {

    @Override
    public int stages() {
        return ranks - 1;
    }

    @Override
    public int postsUpTo(int stage) {
        return stages() - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int coming = Math.floorMod(rank - 1 - stage, ranks);
        sizes.receive(Math.floorMod(rank - 1, ranks), coming, coming + 1, sink);
        int going = Math.floorMod(rank - stage, ranks);
        sizes.send((rank + 1) % ranks, going, going + 1, sink);
    }
}
