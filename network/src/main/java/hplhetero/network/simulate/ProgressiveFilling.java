package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * A search for all max-min fair shares at once (Bertsekas, Gallager: Data Networks, 6.5.2). The link that leaves its messages the least
 * share gives each of them this share. These messages are then done, also on their other links. The search goes on with the next link by
 * what is left, until all messages that pass links are done. For one thread.
 */
final class ProgressiveFilling {
    private final Messages messages;
    private final LinkPasses flowing;
    // arrays indexed by link: capacity, what is left of it (bytes a second), and the messages that are not done
    private final double[] capacity;
    private final double[] left;
    private final int[] open;
    /** The filling in which each message was last done, indexed by message. */
    private int[] done = new int[0];
    private int fillings;

    /**
     * A heap of links ordered by the share that they leave each message that is not done. These shares only rise, so the true share may be
     * greater by now than the value in {@link #least}.
     */
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

    /** Finds all levels and shares and hands them to {@code shares}. */
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
            // a message that is alone on a link may have all of the link
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

    /**
     * Returns whether the heap entry {@code at} comes before a link with this key; among equal keys the link with the lower number comes
     * first.
     */
    private boolean before(int at, double key, int link) {
        return least[at] < key || least[at] == key && heap[at] < link;
    }
}
