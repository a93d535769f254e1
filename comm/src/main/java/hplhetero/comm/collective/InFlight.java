package hplhetero.comm.collective;

import hplhetero.comm.Operation;

/** The one misuse that all collectives refuse alike. */
final class InFlight {
    private InFlight() {
    }

    static IllegalStateException refuse(Operation operation) {
        return new IllegalStateException(operation.getClass().getSimpleName()
                + " is still in flight: poll it until DONE before starting it again,"
                + " or make a second one with another tag");
    }
}
