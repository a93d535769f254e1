package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Delivery;

/** A broadcast algorithm, as a description of who sends what to whom. */
@FunctionalInterface
interface Description {
    /** Adds to {@code delivery} the messages that bring the buffer from the root of {@code order} to its other ranks. */
    void describe(Order order, Delivery.Builder delivery);
}
