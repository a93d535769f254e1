package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.SpreadTree;

/** A broadcast of the whole buffer down a binomial tree: at each stage all ranks that have it send it to one other rank each. */
record Binomial() implements Description {

    @Override
    public void describe(Order order, Delivery.Builder delivery) {
        SpreadTree tree = new SpreadTree(order.size());
        for (int stage = 0; stage < tree.stages(); stage++) {
            for (int position = 0; position < order.size(); position++) {
                int child = tree.child(position, stage);
                if (child > 0) {
                    delivery.hop(order.rank(position), order.rank(child), stage, Segments.WHOLE);
                }
            }
        }
    }
}
