package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * All max-min fair shares at once (Bertsekas, Gallager: Data Networks, 6.5.2): the link that leaves its messages least gives each as much;
 * they are done, on their other links too; then the next link of what is left. Takes as long as all messages have links. One thread.
 */
final class ProgressiveFilling {
    private final Messages messages;
    private final LinkPasses flowing;
    // of each link
    private final double[] capacity;
    private final double[] left;
    private final int[] open;
    /** Of each message: in which filling it was done. */
    private int[] done = new int[0];
    private int fillings;

    /** Links by what they leave each of their messages that is not done, which only rises: may be more by now than stands here. */
    private final int[] heap;
    private final double[] least;
    private int size;

    ProgressiveFilling(Messages messages, LinkPasses flowing, double[] capacity) {
        this.messages = messages;
        this.flowing = flowing;
        this.capacity = capacity;
        left = new double[capacity.length];
        open = new int[capacity.length];
        heap = new int[capacity.length];
        least = new double[capacity.length];
    }

    void fill(FairShares shares) {
        begin();
        while (size > 0) {
            int link = heap[0];
            if (open[link] == 0) {
                removeFirst();
                shares.filled(link, capacity[link], capacity[link] - left[link]);
                continue;
            }
            double share = left[link] / open[link];
            if (share > least[0] * (1 + FairShares.SAME)) {
                sink(0, share, link);
                continue;
            }
            removeFirst();
            finish(link, share, shares);
            // alone on a link, a message may have all of it
            shares.filled(link, flowing.count(link) == 1 ? capacity[link] : share, capacity[link] - left[link]);
        }
    }

    private void begin() {
        if (done.length < messages.capacity()) {
            done = Arrays.copyOf(done, messages.capacity());
        }
        fillings++;
        size = flowing.active();
        for (int i = 0; i < size; i++) {
            int link = flowing.active(i);
            left[link] = capacity[link];
            open[link] = flowing.count(link);
            heap[i] = link;
            least[i] = capacity[link] / open[link];
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, least[i], heap[i]);
        }
    }

    private void finish(int full, double share, FairShares shares) {
        int[] passes = flowing.of(full);
        for (int i = flowing.count(full) - 1; i >= 0; i--) {
            int message = messages.message[passes[i]];
            if (done[message] == fillings) {
                continue;
            }
            done[message] = fillings;
            int first = messages.firstPass[message];
            int end = first + messages.passes[message];
            for (int pass = first; pass < end; pass++) {
                int link = messages.link[pass];
                left[link] -= share;
                open[link]--;
            }
            shares.filled(message, share);
        }
    }

    private void removeFirst() {
        size--;
        if (size > 0) {
            sink(0, least[size], heap[size]);
        }
    }

    private void sink(int from, double key, int link) {
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && before(child + 1, least[child], heap[child])) {
                child++;
            }
            if (!before(child, key, link)) {
                break;
            }
            least[at] = least[child];
            heap[at] = heap[child];
            at = child;
        }
        least[at] = key;
        heap[at] = link;
    }

    /** Of equals the link with the lower number. */
    private boolean before(int at, double key, int link) {
        return least[at] < key || least[at] == key && heap[at] < link;
    }
}
