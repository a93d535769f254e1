package hplhetero.comm.collective.frame;

import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.util.Arrays;

/** Requests of which all must be done before the collective goes on. Owner: the rank's thread. */
public final class Pending {
    private Request[] requests = new Request[4];
    private int count;

    public void add(Request request) {
        if (count == requests.length) {
            requests = Arrays.copyOf(requests, 2 * count);
        }
        requests[count++] = request;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * Polls until the first request that is not done: one poll moves the whole transport on, so the others
     * gain nothing from a poll of their own.
     */
    boolean allDone() {
        while (count > 0 && requests[count - 1].poll() == Progress.DONE) {
            count--;
            requests[count].release();
            requests[count] = null;
        }
        return count == 0;
    }
}
