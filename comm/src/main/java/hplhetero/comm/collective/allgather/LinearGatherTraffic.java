package hplhetero.comm.collective.allgather;

import hplhetero.comm.schedule.Traffic;

/** Each rank sends its piece straight to the root, also one without bytes. */
record LinearGatherTraffic(String name, int ranks, long bytes, int root) implements Traffic {

    @Override
    public int stages() {
        return ranks > 1 ? 1 : 0;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        if (rank != root) {
            sink.send(root, bytes);
            return;
        }
        for (int from = 0; from < ranks; from++) {
            if (from != root) {
                sink.receive(from, bytes);
            }
        }
    }
}
