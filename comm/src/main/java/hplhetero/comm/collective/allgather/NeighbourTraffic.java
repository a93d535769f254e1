package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allgather by neighbour exchange (Chen and others) on an even number of ranks. First the ranks of a pair (2i, 2i + 1)
 * exchange their pieces. Then each rank passes the pair of pieces it got last to its other neighbour, and back, so that pairs move on two
 * ranks at a stage.
 */
record NeighbourTraffic(String name, int ranks, PieceLayout sizes) implements Traffic {

    @Override
    public int stages() {
        return ranks / 2;
    }

    @Override
    public int postsUpTo(int stage) {
        return stages() - 1;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int neighbour = neighbour(stage, rank, ranks);
        int pieces = stage == 0 ? 1 : 2;
        int coming = first(stage, neighbour, ranks);
        sizes.receive(neighbour, coming, coming + pieces, sink);
        int going = first(stage, rank, ranks);
        sizes.send(neighbour, going, going + pieces, sink);
    }

    private static int neighbour(int stage, int rank, int ranks) {
        return Math.floorMod((rank + stage & 1) == 0 ? rank + 1 : rank - 1, ranks);
    }

    /**
     * Returns the first piece that {@code sender} sends at {@code stage}: its own, the first of its pair, or the first of the pair it got
     * before.
     */
    private static int first(int stage, int sender, int ranks) {
        if (stage == 0) {
            return sender;
        }
        int pair = sender & ~1;
        int before = stage - 1;
        int away = (before & 1) == 0 ? before : -before - 1;
        return Math.floorMod(pair + ((sender & 1) == 0 ? away : -away), ranks);
    }
}
