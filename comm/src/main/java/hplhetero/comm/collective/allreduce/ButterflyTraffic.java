package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Cuts;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of Rabenseifner's allreduce: partners of a {@link Butterfly} exchange halves of what they still combine, then double what
 * they have. Several butterflies are all at work at once, each on a part of the buffer. The butterflies are among the numbers of a {@link
 * Fold}. A part has as many pieces as there are numbers, and the rank with a number combines the piece at the number's position.
 *
 * @param ports the butterflies, all of one size
 * @param parts how the buffer is cut into one part for each port
 * @param cuts  how each port's part is cut into pieces, indexed by port
 */
record ButterflyTraffic(String name, Fold fold, Butterfly[] ports, Cuts parts, Cuts[] cuts) implements Traffic {

    static ButterflyTraffic of(String name, int ranks, Butterfly[] ports, long bytes) {
        Cuts parts = new Cuts(ports.length, bytes);
        Cuts[] cuts = new Cuts[ports.length];
        for (int port = 0; port < cuts.length; port++) {
            cuts[port] = new Cuts(ports[port].size(), parts.length(port, port + 1));
        }
        return new ButterflyTraffic(name, Fold.of(ranks), ports, parts, cuts);
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

    /** Returns whether the ranks of a pair exchange the whole buffer at {@code stage}, as the first and last stage of a fold do. */
    boolean folds(int stage) {
        return fold.foldRounds() > 0 && (stage == 0 || stage == stages() - 1);
    }

    /** Returns whether what comes at {@code stage} is still to be combined. */
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
     * Returns the byte of the buffer at which the message of {@code sender} begins: what its partner is to combine, or what the sender has.
     */
    long offset(int stage, int port, int sender) {
        return parts.offset(port) + cuts[port].offset(first(stage, port, sender));
    }

    /** Returns how many bytes {@code sender} sends. */
    long length(int stage, int port, int sender) {
        int first = first(stage, port, sender);
        return cuts[port].length(first, first + ports[port].span(step(stage)));
    }

    private int first(int stage, int port, int sender) {
        int number = fold.number(sender);
        int step = step(stage);
        return ports[port].first(step, combines(stage) ? ports[port].partner(step, number) : number);
    }
}
