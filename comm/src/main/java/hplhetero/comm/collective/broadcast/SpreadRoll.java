package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.BufferPartition;
import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.SpreadTree;
import hplhetero.network.schedule.Traffic;

/**
 * The bandwidth-reducing broadcasts of HPL (HPL_bcast_blong, blonM). The buffer is cut into one piece for each participant, <em>spread</em>
 * down a binomial tree, then <em>rolled</em> around a ring until all participants have all pieces. A rank that holds a piece from the
 * spread is not sent that piece again.
 *
 * @param modified whether the rank after the root gets the whole buffer first and takes no part in spread and roll
 * @param again    whether pieces are rolled also to ranks that had them in the spread, as in van de Geijn's broadcast
 */
record SpreadRoll(boolean modified, boolean again) implements Description {

    @Override
    public void describe(Order order, Delivery.Builder delivery) {
        boolean favours = modified && order.size() > 1;
        if (favours) {
            delivery.hop(order.rank(0), order.rank(1), 0, Segments.WHOLE);
        }
        int participants = favours ? order.size() - 1 : order.size();
        if (participants > 1) {
            delivery.exchange(new Pieces(order, favours ? 1 : 0, new SpreadTree(participants), again));
        }
    }

    /**
     * The exchange of pieces among the participants. Their positions count from the root, which is position 0. After the spread, position p
     * holds the pieces from p up to, not including, p + extent(p). In the roll it sees pieces in the order p, p - 1, ..., p + 1, counted
     * around.
     *
     * @param apart number of ranks behind the root that take no part, and of stages that pass before the first one of the spread
     */
    private record Pieces(Order order, int apart, SpreadTree tree, boolean again) implements Delivery.Exchange {

        @Override
        public int pieces() {
            return tree.positions();
        }

        @Override
        public int stages() {
            return apart + tree.stages() + tree.positions() - 1;
        }

        @Override
        public boolean repeats() {
            return again;
        }

        @Override
        public void stage(int stage, int rank, BufferPartition partition, Traffic.Sink sink) {
            int relative = order.relative(rank);
            if (relative == Order.ABSENT || stage < apart || relative > 0 && relative <= apart) {
                return;
            }
            int position = relative == 0 ? 0 : relative - apart;
            int step = stage - apart - tree.stages();
            if (step < 0) {
                spread(stage - apart, position, partition, sink);
            } else {
                roll(step, position, partition, sink);
            }
        }

        private void spread(int stage, int position, BufferPartition partition, Traffic.Sink sink) {
            if (tree.receives(position, stage)) {
                partition.receive(rank(tree.parent(position)), position, position + tree.extent(position), sink);
            }
            int child = tree.child(position, stage);
            if (child > 0) {
                partition.send(rank(child), child, child + tree.extent(child), sink);
            }
        }

        private void roll(int step, int position, BufferPartition partition, Traffic.Sink sink) {
            int positions = tree.positions();
            if (again || step < positions - tree.extent(position)) {
                int coming = tree.rolled(position - 1, step);
                partition.receive(rank(Math.floorMod(position - 1, positions)), coming, coming + 1, sink);
            }
            int next = (position + 1) % positions;
            if (again || step < positions - tree.extent(next)) {
                int going = tree.rolled(position, step);
                partition.send(rank(next), going, going + 1, sink);
            }
        }

        private int rank(int position) {
            return order.rank(position == 0 ? 0 : position + apart);
        }
    }
}
