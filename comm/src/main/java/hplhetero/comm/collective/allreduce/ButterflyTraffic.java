package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of Rabenseifner's allreduce: partners of a {@link Butterfly} exchange halves of what they still combine, then double what
 * they have. Several butterflies are all at work at once, each on a part of the buffer. The butterflies are among the numbers of a {@link
 * Fold}. A part has as many pieces as there are numbers, and the rank with a number combines the piece at the number's position.
 *
 * @param ports      the butterflies, all of one size
 * @param parts      how the buffer is cut into one part for each port
 * @param partitions how each port's part is cut into pieces, indexed by port
 */
record ButterflyTraffic(String name, Fold fold, Butterfly[] ports, BufferPartition parts, BufferPartition[] partitions) implements Traffic {

    static ButterflyTraffic of(String name, int ranks, Butterfly[] ports, long bytes) {
        BufferPartition parts = new BufferPartition(ports.length, bytes);
        BufferPartition[] partitions = new BufferPartition[ports.length];
        for (int port = 0; port < partitions.length; port++) {
            partitions[port] = new BufferPartition(ports[port].size(), parts.length(port, port + 1));
        }
        return new ButterflyTraffic(name, Fold.of(ranks), ports, parts, partitions);
    }

    @Override
    public int ranks() {
        return fold.size();
    }

    @Override
    public int stages() {
        return 2 * (fold.doublings() + fold.foldRounds());
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        if (folds(stage)) {
            fold(stage == 0, rank, sink);
        } else if (!fold.foldedAway(rank)) {
            for (int port = 0; port < ports.length; port++) {
                int partner = partner(stage, port, rank);
                if (length(stage, port, partner) > 0) {
                    sink.receive(partner, length(stage, port, partner));
                }
                if (length(stage, port, rank) > 0) {
                    sink.send(partner, length(stage, port, rank));
                }
            }
        }
    }

    private void fold(boolean in, int rank, Sink sink) {
        if (fold.paired(rank) && parts.bytes() > 0) {
            if (fold.foldedAway(rank) == in) {
                sink.send(rank ^ 1, parts.bytes());
            } else {
                sink.receive(rank ^ 1, parts.bytes());
            }
        }
    }

    /**
     * Returns whether, at {@code stage}, excess ranks hand their whole buffer to a neighbour or get the result back. These are the first
     * and the last stage where the number of ranks is no power of two.
     */
    boolean folds(int stage) {
        return fold.foldRounds() > 0 && (stage == 0 || stage == stages() - 1);
    }

    /**
     * Returns whether a rank combines the bytes that come at {@code stage} with its own. At later stages the bytes are results, which
     * replace its own.
     */
    boolean combines(int stage) {
        return fold.step(stage) < fold.doublings();
    }

    int partner(int stage, int port, int rank) {
        return fold.firstRank(ports[port].partner(step(stage), fold.number(rank)));
    }

    /** Returns the butterflies' step at {@code stage}: forwards in the reduce-scatter, then backwards in the allgather. */
    private int step(int stage) {
        int step = fold.step(stage);
        return step < fold.doublings() ? step : 2 * fold.doublings() - 1 - step;
    }

    /**
     * Returns where the message that {@code sender} sends over a port at a stage begins, as a byte of the buffer. While data are combined
     * this is what the partner is to combine; later this is what the sender has.
     *
     * @param stage  stage of this traffic
     * @param port   index of the butterfly
     * @param sender a rank that takes part in the butterflies
     */
    long offset(int stage, int port, int sender) {
        return parts.offset(port) + partitions[port].offset(first(stage, port, sender));
    }

    /**
     * Returns how many bytes {@code sender} sends over a port at a stage.
     *
     * @param stage  stage of this traffic
     * @param port   index of the butterfly
     * @param sender a rank that takes part in the butterflies
     */
    long length(int stage, int port, int sender) {
        int first = first(stage, port, sender);
        return partitions[port].length(first, first + ports[port].span(step(stage)));
    }

    private int first(int stage, int port, int sender) {
        int number = fold.number(sender);
        int step = step(stage);
        return ports[port].first(step, combines(stage) ? ports[port].partner(step, number) : number);
    }
}
