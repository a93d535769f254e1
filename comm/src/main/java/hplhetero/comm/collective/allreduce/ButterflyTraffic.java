package hplhetero.comm.collective.allreduce;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Cuts;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;

/**
 * Rabenseifner's: partners of a {@link Butterfly} exchange halves of what they still combine, then double what they have. Where there are
 * several butterflies, all are at work at once, each on a part of the buffer. The butterflies are those of the numbers of a
 * {@link Fold}; a part has as many pieces as there are numbers, and the bearer of a number combines the piece at its position.
 *
 * @param ports the butterflies, all of one size
 * @param cuts  of the part of each
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

    /** Whether the ranks of a pair exchange the whole. */
    boolean folds(int stage) {
        return fold.foldRounds() > 0 && (stage == 0 || stage == stages() - 1);
    }

    /** Whether what comes at {@code stage} is still to be combined. */
    boolean combines(int stage) {
        return fold.step(stage) < fold.doublings();
    }

    int partner(int stage, int port, int rank) {
        return fold.firstRank(ports[port].partner(step(stage), fold.number(rank)));
    }

    /** There and back. */
    private int step(int stage) {
        int step = fold.step(stage);
        return step < fold.doublings() ? step : 2 * fold.doublings() - 1 - step;
    }

    /** The byte at which begins what {@code sender} sends: what its partner is to combine, or what it has. */
    long offset(int stage, int port, int sender) {
        return parts.offset(port) + cuts[port].offset(first(stage, port, sender));
    }

    /** The bytes that {@code sender} sends. */
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
