package hplhetero.comm.liveness;

import hplhetero.comm.Communicator;

/** The words in which a transport says what a rank waits for, for {@link hplhetero.comm.Activity#idle}. {@link StallReport} reads them. */
public final class WaitDescription {
    private WaitDescription() {
    }

    /**
     * Returns the words for a receive that waits.
     *
     * @param bytes  the size of the receive's buffer in bytes
     * @param source the sender's rank in the world, or {@link Communicator#ANY_SOURCE}
     * @param tag    the tag of the message
     */
    public static String receive(long bytes, int source, int tag) {
        return "waits for a message of bytes=" + bytes + " from "
                + (source == Communicator.ANY_SOURCE ? "any rank" : "rank " + source) + ' ' + tag(tag);
    }

    /**
     * Returns the words for a send that waits.
     *
     * @param bytes       the length of the message in bytes
     * @param destination the receiver's rank in the world
     * @param tag         the tag of the message
     */
    public static String send(long bytes, int destination, int tag) {
        return "waits until rank " + destination + " takes a message of bytes=" + bytes + ' ' + tag(tag);
    }

    /** Returns a tag in words; the tag of a collective is told as the caller of the collective gave it. */
    private static String tag(int tag) {
        return tag < Communicator.FIRST_RESERVED_TAG ? "(tag=" + tag + ")"
                : "(tag=" + (tag - Communicator.FIRST_RESERVED_TAG) + " of a collective)";
    }
}
