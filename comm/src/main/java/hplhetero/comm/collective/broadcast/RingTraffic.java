package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.RingShape;
import hplhetero.network.schedule.Segments;
import hplhetero.network.schedule.Traffic;

/**
 * Ring broadcasts: the rank served first gets the whole at stage 0; then segments follow each other along the rings, each one hop a
 * stage. The executor's root posts all of its segments at once: they leave one after the other.
 */
record RingTraffic(String name, int ranks, Order order, RingShape shape, Segments segments, long bytes) implements Traffic {

    @Override
    public int stages() {
        return bytes == 0 ? 0 : first() + (shape.longest() == 0 ? 0 : shape.longest() + segments.count(bytes) - 1);
    }

    /** The stage of the rings' first segment. */
    private int first() {
        return shape.modified() ? 1 : 0;
    }

    @Override
    public void stage(int stage, int rank, Sink sink) {
        int relative = order.relative(rank);
        if (relative == Order.ABSENT) {
            return;
        }
        if (stage < first()) {
            serveFirst(relative, sink);
            return;
        }
        if (shape.isFavoured(relative)) {
            return;
        }
        int segment = stage - first() - shape.hops(relative);
        if (relative > 0 && holds(segment + 1)) {
            sink.receive(order.rank(shape.parent(relative)), segments.length(bytes, segment + 1));
        }
        if (!holds(segment)) {
            return;
        }
        if (relative == 0) {
            for (int head : shape.heads()) {
                sink.send(order.rank(head), segments.length(bytes, segment));
            }
        } else if (shape.passesOn(relative)) {
            sink.send(order.rank(relative + 1), segments.length(bytes, segment));
        }
    }

    private void serveFirst(int relative, Sink sink) {
        if (relative == 0) {
            sink.send(order.rank(1), bytes);
        } else if (shape.isFavoured(relative)) {
            sink.receive(order.rank(0), bytes);
        }
    }

    private boolean holds(int segment) {
        return segment >= 0 && segment < segments.count(bytes);
    }
}
