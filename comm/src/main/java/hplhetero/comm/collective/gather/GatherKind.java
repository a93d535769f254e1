package hplhetero.comm.collective.gather;

import hplhetero.comm.Collectives;
import hplhetero.comm.collective.frame.CollectiveChannel;
import hplhetero.network.schedule.Algorithm;
import hplhetero.network.schedule.Collective;
import hplhetero.network.schedule.Traffic;

/** The algorithm that brings pieces together on one rank. Pieces without bytes cost no message. */
public enum GatherKind implements Algorithm {
    /** The linear gather: all other ranks send straight to the root, at once. */
    LINEAR;

    @Override
    public Collective collective() {
        return Collective.GATHER;
    }

    @Override
    public String label() {
        return "linear";
    }

    @Override
    public Traffic state(int ranks, long bytes, int root) {
        return new LinearTraffic(label(), ranks, bytes, root);
    }

    /** Returns the operation that brings one piece of each rank of {@code channel} together on one rank; all pieces have the same size. */
    public static Collectives.Gather gather(CollectiveChannel channel) {
        return new LinearGather(channel);
    }

    /**
     * The messages of the linear gather.
     *
     * @param bytes bytes of each rank's piece
     */
    private record LinearTraffic(String name, int ranks, long bytes, int root) implements Traffic {

        @Override
        public int stages() {
            return ranks > 1 ? 1 : 0;
        }

        @Override
        public void stage(int stage, int rank, Sink sink) {
            if (bytes == 0) {
                return;
            }
            if (rank != root) {
                sink.send(root, bytes);
                return;
            }
            for (int distance = 1; distance < ranks; distance++) {
                sink.receive((root + distance) % ranks, bytes);
            }
        }
    }
}
