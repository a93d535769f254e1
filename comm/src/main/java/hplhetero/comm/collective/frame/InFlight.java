package hplhetero.comm.collective.frame;

import hplhetero.comm.Operation;

/** The one misuse that all collectives refuse alike. */
public final class InFlight {
    private InFlight() {
    }

    /** Says that {@code operation} is started while it is still in flight. */
    public static IllegalStateException refuse(Operation operation) {
        return new IllegalStateException(operation.getClass().getSimpleName()
                + " is still in flight: poll it until DONE before starting it again,"
                + " or make a second one with another tag");
    }
}
