package hplhetero.comm.transport.llc;

import hplhetero.testing.Component;
import hplhetero.testing.Requirements;

/** What a network's tests need of a machine. */
final class Needed {
    private Needed() {
    }

    /** Leaves the test out where that is missing. */
    static void require(Network network) {
        if (network == Network.UCX) {
            Requirements.require(Component.UCX);
        }
    }
}
