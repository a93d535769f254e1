package hplhetero.comm.collective.frame;

import hplhetero.comm.Progress;
import hplhetero.comm.Request;
import java.util.Arrays;

/** The requests that must all be done before the collective goes on. Owner: the rank's thread. */
public final class Pending {
    private Request[] requests = new Request[4];
    private int count;

    /** Adds a request to those that must be done before the collective goes on. */
    public void add(Request request) {
        if (count == requests.length) {
            requests = Arrays.copyOf(requests, 2 * count);
        }
        requests[count++] = request;
    }

    /** Returns whether no request is left that must be done. */
    boolean isEmpty() {
        return count == 0;
    }

    /**
     * Returns whether all requests are done. Polls from the last one added back to the first that is not done: one poll moves the whole
     * transport on, so the other requests gain nothing from a poll of their own. Requests that are done are released.
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
