package hplhetero.comm.collective.broadcast;

import hplhetero.network.schedule.Delivery;

/** An algorithm that brings a buffer from one rank to others, as a description of who sends what to whom. */
@FunctionalInterface
interface Description {
    /** Adds the messages that bring it from the first rank of an order to the others of that order. */
    void describe(Order order, Delivery.Builder delivery);
}
