package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;

/** The refusal of the one misuse that all collectives refuse alike: starting an operation that is still in flight. */
public final class InFlight {
    private InFlight() {
    }

    /** Returns the exception that says that {@code operation} was started while still in flight, and the remedy. */
    public static IllegalStateException refuse(Operation operation) {
        return new IllegalStateException(operation.getClass().getSimpleName()
                + " is still in flight: poll it until DONE before starting it again,"
                + " or make a second one with another tag");
    }
}
