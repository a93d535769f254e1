package hplhetero.comm.liveness;

import hplhetero.comm.Communicator;

/** The words in which a transport says what a rank waits for, for {@link hplhetero.comm.Activity#idle}. */
public final class WaitDescription {
    private WaitDescription() {
    }

    /** @param source a rank of the world, or {@link Communicator#ANY_SOURCE} */
    public static String receive(long bytes, int source, int tag) {
        return "waits for a message of bytes=" + bytes + " from "
                + (source == Communicator.ANY_SOURCE ? "any rank" : "rank " + source) + ' ' + tag(tag);
    }

    /** @param destination a rank of the world */
    public static String send(long bytes, int destination, int tag) {
        return "waits until rank " + destination + " takes a message of bytes=" + bytes + ' ' + tag(tag);
    }

    private static String tag(int tag) {
        return tag < Communicator.FIRST_RESERVED_TAG ? "(tag=" + tag + ")"
                : "(tag=" + (tag - Communicator.FIRST_RESERVED_TAG) + " of a collective)";
    }
}
