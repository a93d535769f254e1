package hplhetero.comm.protocol;

import java.util.Arrays;
import java.util.stream.Stream;

/** The receives of a rank that wait for their message, in the order they were posted. Owner: the rank's thread. */
final class PostedReceives {
    private ProtocolRequest[] receives = new ProtocolRequest[16];
    private int count;

    /** Adds a receive behind all receives that were posted before. */
    void add(ProtocolRequest receive) {
        if (count == receives.length) {
            receives = Arrays.copyOf(receives, 2 * count);
        }
        receives[count++] = receive;
    }

    /**
     * Removes and returns the receive that was posted first among those that take a message, or returns null where none takes it.
     *
     * @param context number of the message's communicator
     * @param source  the sender's rank in the world
     * @param tag     the message's tag
     */
    ProtocolRequest take(int context, int source, int tag) {
        for (int i = 0; i < count; i++) {
            ProtocolRequest receive = receives[i];
            if (receive.takes(context, source, tag)) {
                remove(i);
                return receive;
            }
        }
        return null;
    }

    /** Returns the waiting receives in order, to describe them to people; allocates, so it is not used for messages. */
    Stream<ProtocolRequest> stream() {
        return Arrays.stream(receives, 0, count);
    }

    private void remove(int index) {
        count--;
        System.arraycopy(receives, index + 1, receives, index, count - index);
        receives[count] = null;
    }
}
