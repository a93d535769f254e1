package hplhetero.comm.transport.local;

import hplhetero.comm.Communicator;
import java.util.Arrays;
import java.util.stream.Stream;

/** The receives of a rank that wait for their message, in the order they were posted. Owner: the rank's thread. */
final class PostedReceives {
    private LocalRequest[] receives = new LocalRequest[16];
    private int count;

    void add(LocalRequest receive) {
        if (count == receives.length) {
            receives = Arrays.copyOf(receives, 2 * count);
        }
        receives[count++] = receive;
    }

    /** Removes and returns the first receive that takes such a message, or null. */
    LocalRequest take(int context, int source, int tag) {
        for (int i = 0; i < count; i++) {
            LocalRequest receive = receives[i];
            if (receive.tag() == tag && receive.context() == context && accepts(receive, source)) {
                remove(i);
                return receive;
            }
        }
        return null;
    }

    boolean contains(LocalRequest request) {
        return stream().anyMatch(posted -> posted == request);
    }

    /** For people; not for the way of messages. */
    Stream<LocalRequest> stream() {
        return Arrays.stream(receives, 0, count);
    }

    private static boolean accepts(LocalRequest receive, int source) {
        return receive.worldPeer() == source || receive.worldPeer() == Communicator.ANY_SOURCE;
    }

    private void remove(int index) {
        count--;
        System.arraycopy(receives, index + 1, receives, index, count - index);
        receives[count] = null;
    }
}
