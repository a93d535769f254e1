package hplhetero.comm.collective.allgather;

import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.PieceLayout;
import hplhetero.network.schedule.Traffic;

/**
 * The messages of an allgather over butterflies: partners of a {@link Butterfly} exchange all they have, taking the butterfly's steps
 * backwards. Several butterflies are all at work at once, each on a part of each piece. The butterflies are among the numbers of a {@link
 * Fold}, whose bearers have the pieces of one or two ranks at first.
 *
 * @param ports  the butterflies, all of one size
 * @param before bytes of port p's parts of all numbers whose position is below x, indexed by port p and position x
 */
record ButterflyTraffic(String name, Butterfly[] ports, FoldedPieces pieces, long[][] before) implements Traffic {

    static ButterflyTraffic of(String name, int ranks, Butterfly[] ports, PieceLayout sizes) {
        Fold fold = Fold.of(ranks);
        long[][] before = new long[ports.length][fold.left() + 1];
        for (int port = 0; port < ports.length; port++) {
            for (int number = 0; number < fold.left(); number++) {
                before[port][ports[port].position(number) + 1] = partition(fold, number, ports.length, sizes).length(port, port + 1);
            }
            for (int position = 0; position < fold.left(); position++) {
                before[port][position + 1] += before[port][position];
            }
        }
        return new ButterflyTraffic(name, ports, new FoldedPieces(fold, sizes), before);
    }

    /**
     * Returns how the pieces that a rank has at first are cut into one part for each port, that is, for each of the butterflies at work.
     *
     * @param fold   fold of the ranks
     * @param number number of the rank in the fold
     * @param ports  number of ports
     * @param sizes  places of the ranks' pieces
     */
    static BufferPartition partition(Fold fold, int number, int ports, PieceLayout sizes) {
        return new BufferPartition(ports, sizes.length(fold.firstRank(number), fold.firstRank(number + 1)));
    }

    private Fold fold() {
        return pieces.fold();
    }

    @Override
    public int ranks() {
        return fold().size();
    }

    @Override
    public int stages() {
        return fold().rounds();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        Fold fold = fold();
        int step = fold.step(stage);
        if (step < 0) {
            pieces.in(rank, sink);
        } else if (step == fold.doublings()) {
            pieces.out(rank, sink);
        } else if (!fold.foldedAway(rank)) {
            for (int port = 0; port < ports.length; port++) {
                int partner = partner(stage, port, rank);
                long coming = length(stage, port, partner);
                if (coming > 0) {
                    sink.receive(partner, coming);
                }
                long going = length(stage, port, rank);
                if (going > 0) {
                    sink.send(partner, going);
                }
            }
        }
    }

    /**
     * Returns the rank with which {@code rank} exchanges pieces over a port at a stage. Not for the stages in which excess ranks hand over
     * their data or get the result.
     *
     * @param stage stage of this traffic
     * @param port  index of the butterfly
     * @param rank  a rank that takes part in the butterflies
     */
    int partner(int stage, int port, int rank) {
        return fold().firstRank(ports[port].partner(step(stage), fold().number(rank)));
    }

    private int step(int stage) {
        return fold().doublings() - 1 - fold().step(stage);
    }

    /**
     * Returns the position in a butterfly of the first piece that {@code sender} sends over a port at a stage.
     *
     * @param stage  stage of this traffic
     * @param port   index of the butterfly
     * @param sender a rank that takes part in the butterflies
     */
    int first(int stage, int port, int sender) {
        return ports[port].first(step(stage), fold().number(sender));
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
        return before[port][first + ports[port].span(step(stage))] - before[port][first];
    }
}
