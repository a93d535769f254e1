package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Cuts;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;

/**
 * Scatter and allgather over a {@link Butterfly}: at each of its steps all who have pieces send half of them to their partner; then
 * partners exchange what they have, backwards, but for what a rank has had from the start. The numbers of a {@link Fold} take part, of
 * the root's pair the root; in the end they send the whole to those that were left out.
 *
 * @param reached of each number: the step at which pieces first come to it; -1 for the root's
 * @param cuts    as many pieces as numbers, in the order of their positions
 */
record ButterflyTraffic(String name, int ranks, Order order, Fold fold, Butterfly butterfly, int[] reached, Cuts cuts)
        implements Traffic {

    static ButterflyTraffic of(String name, int ranks, Order order, Butterfly butterfly, long bytes) {
        Fold fold = Fold.of(order.size());
        return new ButterflyTraffic(name, ranks, order, fold, butterfly, reached(butterfly, fold.number(order.root())),
                new Cuts(fold.left(), bytes));
    }

    private static int[] reached(Butterfly butterfly, int root) {
        int[] reached = new int[butterfly.size()];
        Arrays.fill(reached, butterfly.steps());
        reached[root] = -1;
        for (int step = 0; step < butterfly.steps(); step++) {
            for (int number = 0; number < reached.length; number++) {
                if (reached[number] < step) {
                    reached[butterfly.partner(step, number)] = step;
                }
            }
        }
        return reached;
    }

    @Override
    public int stages() {
        return cuts.bytes() == 0 ? 0 : 2 * fold.doublings() + fold.foldRounds();
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int place = order.place(rank);
        if (place < 0) {
            return;
        }
        int number = fold.number(place);
        boolean bears = bearer(number) == place;
        if (stage == 2 * fold.doublings()) {
            foldOut(place, bears, sink);
        } else if (bears && stage < fold.doublings()) {
            scatter(stage, number, sink);
        } else if (bears) {
            gather(2 * fold.doublings() - 1 - stage, number, sink);
        }
    }

    /** The place of the rank that takes part with a number. */
    private int bearer(int number) {
        return number == fold.number(order.root()) ? order.root() : fold.firstRank(number);
    }

    private void scatter(int step, int number, Sink sink) {
        int partner = butterfly.partner(step, number);
        if (reached[number] == step) {
            receive(partner, length(step, number), sink);
        } else if (reached[number] < step) {
            send(partner, length(step, partner), sink);
        }
    }

    private void gather(int step, int number, Sink sink) {
        int partner = butterfly.partner(step, number);
        if (reached[number] >= step) {
            receive(partner, length(step, partner), sink);
        }
        if (reached[partner] >= step) {
            send(partner, length(step, number), sink);
        }
    }

    private void foldOut(int place, boolean bears, Sink sink) {
        if (fold.paired(place)) {
            if (bears) {
                sink.send(order.member(place ^ 1), cuts.bytes());
            } else {
                sink.receive(order.member(place ^ 1), cuts.bytes());
            }
        }
    }

    private void send(int number, long bytes, Sink sink) {
        if (bytes > 0) {
            sink.send(order.member(bearer(number)), bytes);
        }
    }

    private void receive(int number, long bytes, Sink sink) {
        if (bytes > 0) {
            sink.receive(order.member(bearer(number)), bytes);
        }
    }

    /** The bytes of what a number stands for after a step. */
    private long length(int step, int number) {
        int first = butterfly.first(step, number);
        return cuts.length(first, first + butterfly.span(step));
    }

    /**
     * Where begins what goes from one rank to another, both those of a whole communicator.
     *
     * @param stage not the last of a fold
     */
    long offset(int stage, int from, int to) {
        boolean scatters = stage < fold.doublings();
        int step = scatters ? stage : 2 * fold.doublings() - 1 - stage;
        return cuts.offset(butterfly.first(step, fold.number(scatters ? to : from)));
    }
}
