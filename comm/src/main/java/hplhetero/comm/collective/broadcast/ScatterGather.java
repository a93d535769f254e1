package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Butterfly;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Fold;
import hplhetero.network.schedule.Traffic;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * A broadcast by scatter and allgather over a {@link Butterfly}. In each step of the scatter all ranks that have pieces send half of them
 * to their partner. In the allgather partners exchange what they have, steps taken backwards, except what a rank has had from the start.
 * One rank for each number of a {@link Fold} takes part; of the root's pair that is the root. In the end the ranks that took part send the
 * whole buffer to those of their pairs that did not.
 *
 * @param butterfly the butterfly among so many ranks, which are a power of two
 */
record ScatterGather(IntFunction<Butterfly> butterfly) implements Description {

    @Override
    public void describe(Order order, Delivery.Builder delivery) {
        Fold fold = Fold.of(order.size());
        if (order.size() > 1) {
            Butterfly ofNumbers = butterfly.apply(fold.left());
            delivery.exchange(new Pieces(order, fold, ofNumbers, reached(ofNumbers, fold.number(order.root()))));
        }
    }

    /** Returns the step of the scatter at which pieces first come to each number; -1 for the root's number. */
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

    /**
     * The exchange of as many pieces as the fold has numbers, in the order of their positions in the butterfly.
     *
     * @param reached the step at which pieces first come to each number, indexed by number; -1 for the root's
     */
    private record Pieces(Order order, Fold fold, Butterfly butterfly, int[] reached) implements Delivery.Exchange {

        @Override
        public int pieces() {
            return fold.left();
        }

        @Override
        public int stages() {
            return 2 * fold.doublings() + fold.foldRounds();
        }

        @Override
        public void stage(int stage, int rank, BufferPartition partition, Traffic.Sink sink) {
            int place = order.place(rank);
            if (place < 0) {
                return;
            }
            int number = fold.number(place);
            boolean bears = bearer(number) == place;
            if (stage == 2 * fold.doublings()) {
                foldOut(place, bears, partition, sink);
            } else if (bears && stage < fold.doublings()) {
                scatter(stage, number, partition, sink);
            } else if (bears) {
                gather(2 * fold.doublings() - 1 - stage, number, partition, sink);
            }
        }

        /** Returns the place in {@link #order} of the rank that takes part with this number. */
        private int bearer(int number) {
            return number == fold.number(order.root()) ? order.root() : fold.firstRank(number);
        }

        private void scatter(int step, int number, BufferPartition partition, Traffic.Sink sink) {
            int partner = butterfly.partner(step, number);
            if (reached[number] == step) {
                receive(partner, step, number, partition, sink);
            } else if (reached[number] < step) {
                send(partner, step, partner, partition, sink);
            }
        }

        private void gather(int step, int number, BufferPartition partition, Traffic.Sink sink) {
            int partner = butterfly.partner(step, number);
            if (reached[number] >= step) {
                receive(partner, step, partner, partition, sink);
            }
            if (reached[partner] >= step) {
                send(partner, step, number, partition, sink);
            }
        }

        private void foldOut(int place, boolean bears, BufferPartition partition, Traffic.Sink sink) {
            if (fold.paired(place)) {
                if (bears) {
                    partition.send(order.member(place ^ 1), 0, partition.pieces(), sink);
                } else {
                    partition.receive(order.member(place ^ 1), 0, partition.pieces(), sink);
                }
            }
        }

        /** Sends to number {@code to} the pieces that number {@code owner} stands for after a step. */
        private void send(int to, int step, int owner, BufferPartition partition, Traffic.Sink sink) {
            int first = butterfly.first(step, owner);
            partition.send(order.member(bearer(to)), first, first + butterfly.span(step), sink);
        }

        /** Receives from number {@code from} the pieces that number {@code owner} stands for after a step. */
        private void receive(int from, int step, int owner, BufferPartition partition, Traffic.Sink sink) {
            int first = butterfly.first(step, owner);
            partition.receive(order.member(bearer(from)), first, first + butterfly.span(step), sink);
        }
    }
}
