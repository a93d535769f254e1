package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.PieceSizes;
import hplhetero.network.schedule.Traffic;

/** Each piece goes around the ring of all ranks, one hop a stage. */
record RingTraffic(String name, int ranks, PieceSizes sizes) implements Traffic {

    @Override
    public int stages() {
        return ranks - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int coming = Math.floorMod(rank - 1 - stage, ranks);
        if (sizes.bytes(coming, coming + 1) > 0) {
            sink.receive(Math.floorMod(rank - 1, ranks), sizes.bytes(coming, coming + 1));
        }
        int going = Math.floorMod(rank - stage, ranks);
        if (sizes.bytes(going, going + 1) > 0) {
            sink.send((rank + 1) % ranks, sizes.bytes(going, going + 1));
        }
    }
}
