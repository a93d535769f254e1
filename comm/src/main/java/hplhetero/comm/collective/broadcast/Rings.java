package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Delivery;
import hplhetero.network.schedule.Segments;

/**
 * The increasing-ring broadcasts of HPL (HPL_bcast_1ring, 1rinM, 2ring, 2rinM): each rank passes the buffer on to the one after it. Unlike
 * in netlib's, the buffer travels in segments, so that all links of a ring work at the same time. The time is that of about {@code bytes +
 * (size - 2) * segment} on one link instead of {@code (size - 1) * bytes}.
 *
 * @param modified whether the rank after the root, which factors the next panel, gets the whole buffer first and passes nothing on
 * @param two      whether two rings share the ranks, the second from the middle on
 */
record Rings(boolean modified, boolean two, Segments segments) implements Description {

    @Override
    public void describe(Order order, Delivery.Builder delivery) {
        int size = order.size();
        boolean favours = modified && size > 1;
        if (favours) {
            delivery.hop(order.rank(0), order.rank(1), 0, Segments.WHOLE);
        }
        int first = favours ? 2 : 1;
        int middle = two ? Math.max(first, (size + 1) / 2) : size;
        ring(order, first, middle, favours ? 1 : 0, delivery);
        ring(order, middle, size, favours ? 1 : 0, delivery);
    }

    /**
     * Adds a chain of hops from the root to the rank at {@code first}, and on from each rank to the next, up to, not including, {@code
     * end}.
     *
     * @param first  places of the ring's first rank behind the root
     * @param end    places behind the root at which the ring has ended
     * @param begins stage of the first hop
     */
    private void ring(Order order, int first, int end, int begins, Delivery.Builder delivery) {
        for (int relative = first; relative < end; relative++) {
            delivery.hop(order.rank(relative == first ? 0 : relative - 1), order.rank(relative), begins + relative - first, segments);
        }
    }
}
