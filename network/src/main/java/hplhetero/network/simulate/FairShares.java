package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The bytes a second that each message gets where links are shared fairly (max-min): a message can get more only from one that gets
 * no more than it. (Bertsekas, Gallager: Data Networks, 6.5.2; what flow-level simulators such as SimGrid share links by.)
 *
 * <p>A link has a <em>level</em>: what a message gets there that no other link holds lower, such that all shares together are the
 * link's capacity; or the capacity, where it is not reached. A message's share is the least level of its links. So shares are found by
 * making levels agree: where a message came or went, its links' levels are found anew, and then those of the links of all messages
 * whose share this changed. (Charny, Clark, Jain, Congestion control with explicit rate indication, ICC 1995, have switches do this.)
 * Mostly these are few. Where they are not, {@link ProgressiveFilling} finds all levels at once.
 *
 * <p>One thread.
 */
final class FairShares {
    /** Relative; more than rounding does to shares, far less than anybody would see. Equal shares must not differ by rounding alone. */
    static final double SAME = 1e-12;
    /** Of a link's capacity: what its shares add up to before its level needs to be looked at. */
    private static final double NEARLY_ALL = 1 - 1e-6;
    /** Looking at so many times as many passes as there are, one may as well begin anew. */
    private static final int PATIENCE = 4;

    private final Messages messages;
    private final LinkPasses flowing;
    private final ProgressiveFilling filling;
    // of each link
    private final double[] capacity;
    private final double[] level;
    /** What its messages' shares add up to. */
    private final double[] load;
    // of each message
    private double[] share = new double[0];

    /** Links whose levels are to be found, in a ring, in the order in which it was seen. */
    private final int[] waiting;
    private final boolean[] isWaiting;
    private int firstWaiting;
    private int waitingCount;

    /** Messages whose share is new. */
    private int[] changed = new int[0];
    private boolean[] isChanged = new boolean[0];
    private int changedCount;

    /** Of each message on a link: what others of its links leave it. */
    private double[] elsewhere = new double[64];

    /** @param capacity of each link, bytes a second; finite */
    FairShares(Messages messages, double[] capacity) {
        this.messages = messages;
        this.capacity = capacity.clone();
        flowing = new LinkPasses(messages, capacity.length);
        filling = new ProgressiveFilling(messages, flowing, this.capacity);
        level = capacity.clone();
        load = new double[capacity.length];
        waiting = new int[capacity.length];
        isWaiting = new boolean[capacity.length];
    }

    void clear() {
        flowing.clear();
        System.arraycopy(capacity, 0, level, 0, level.length);
        Arrays.fill(load, 0);
        noneWaits();
        forgetChanged();
    }

    /** Bytes a second. */
    double share(int message) {
        return share[message];
    }

    /** The link that holds a message's share lowest; of several the first. */
    int limit(int message) {
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        int lowest = messages.link[first];
        for (int pass = first + 1; pass < end; pass++) {
            int link = messages.link[pass];
            if (level[link] < level[lowest] * (1 - SAME)) {
                lowest = link;
            }
        }
        return lowest;
    }

    double capacity(int link) {
        return capacity[link];
    }

    LinkPasses flowing() {
        return flowing;
    }

    /** Messages whose share may be another since {@link #forgetChanged}, some of which may have been removed. */
    int changedCount() {
        return changedCount;
    }

    int changed(int at) {
        return changed[at];
    }

    void forgetChanged() {
        for (int i = 0; i < changedCount; i++) {
            isChanged[changed[i]] = false;
        }
        changedCount = 0;
    }

    /** Notes a message as one whose share is new. */
    void change(int message) {
        if (!isChanged[message]) {
            isChanged[message] = true;
            changed[changedCount++] = message;
        }
    }

    /** A message that is to flow; its share is known after {@link #renew}. */
    void add(int message) {
        if (message >= share.length) {
            share = Arrays.copyOf(share, messages.capacity());
            changed = Arrays.copyOf(changed, messages.capacity());
            isChanged = Arrays.copyOf(isChanged, messages.capacity());
        }
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        double least = capacity[messages.link[first]];
        for (int pass = first; pass < end; pass++) {
            flowing.add(pass);
            least = Math.min(least, level[messages.link[pass]]);
        }
        share[message] = least;
        change(message);
        for (int pass = first; pass < end; pass++) {
            loadMore(messages.link[pass], least);
        }
    }

    void remove(int message) {
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        for (int pass = first; pass < end; pass++) {
            int link = messages.link[pass];
            flowing.remove(pass);
            if (flowing.count(link) == 0) {
                load[link] = 0;
                level[link] = capacity[link];
            } else {
                load[link] -= share[message];
                if (level[link] < capacity[link]) {
                    await(link);
                }
            }
        }
    }

    private void loadMore(int link, double more) {
        load[link] += more;
        if (flowing.count(link) > 1 && (level[link] < capacity[link] || load[link] > NEARLY_ALL * capacity[link])) {
            await(link);
        }
    }

    private void await(int link) {
        if (!isWaiting[link]) {
            isWaiting[link] = true;
            int at = firstWaiting + waitingCount++;
            waiting[at < waiting.length ? at : at - waiting.length] = link;
        }
    }

    private int nextWaiting() {
        int link = waiting[firstWaiting++];
        if (firstWaiting == waiting.length) {
            firstWaiting = 0;
        }
        waitingCount--;
        isWaiting[link] = false;
        return link;
    }

    private void noneWaits() {
        while (waitingCount > 0) {
            nextWaiting();
        }
        firstWaiting = 0;
    }

    /** Finds the shares, after messages came and went. */
    void renew() {
        long patience = (long) PATIENCE * flowing.total();
        while (waitingCount > 0) {
            int link = nextWaiting();
            patience -= flowing.count(link);
            if (patience < 0) {
                renewAll();
                return;
            }
            settle(link);
        }
    }

    /** The same, where most shares are new: all at once. */
    void renewAll() {
        noneWaits();
        filling.fill(this);
    }

    /** Finds a link's level, and the shares of its messages. */
    private void settle(int link) {
        int count = flowing.count(link);
        if (count == 0) {
            return;
        }
        if (elsewhere.length < count) {
            elsewhere = new double[2 * count];
        }
        int[] passes = flowing.of(link);
        double before = level[link];
        for (int i = 0; i < count; i++) {
            int message = messages.message[passes[i]];
            // one that gets less than the level here gets it elsewhere
            elsewhere[i] = share[message] < before * (1 - SAME) ? share[message] : leastElsewhere(message, link);
        }
        double now = count == 1 ? capacity[link] : level(capacity[link], elsewhere, count);
        if (same(now, before)) {
            now = before;
        }
        level[link] = now;
        for (int i = 0; i < count; i++) {
            share(messages.message[passes[i]], Math.min(elsewhere[i], now), link);
        }
    }

    static boolean same(double now, double before) {
        return Math.abs(now - before) <= SAME * before;
    }

    private double leastElsewhere(int message, int link) {
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        double least = Double.POSITIVE_INFINITY;
        for (int pass = first; pass < end; pass++) {
            int other = messages.link[pass];
            if (other != link) {
                least = Math.min(least, level[other]);
            }
        }
        return least;
    }

    /**
     * The level at which the shares of all messages, each at most what it gets elsewhere, add up to the capacity; the capacity where
     * they do not. The level only rises while messages that get less elsewhere are found.
     */
    private static double level(double capacity, double[] elsewhere, int count) {
        double level = capacity / count;
        int atLevel = count;
        while (true) {
            double less = 0;
            int rest = 0;
            for (int i = 0; i < count; i++) {
                if (elsewhere[i] < level * (1 - SAME)) {
                    less += elsewhere[i];
                } else {
                    rest++;
                }
            }
            if (rest == 0) {
                return capacity;
            }
            if (rest == atLevel) {
                return level;
            }
            atLevel = rest;
            level = (capacity - less) / rest;
        }
    }

    /** Gives a message a share as one of its links has it. */
    private void share(int message, double now, int because) {
        double before = share[message];
        if (same(now, before)) {
            return;
        }
        share[message] = now;
        change(message);
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        for (int pass = first; pass < end; pass++) {
            int link = messages.link[pass];
            if (link == because) {
                load[link] += now - before;
            } else {
                loadMore(link, now - before);
            }
        }
    }

    /** As {@link ProgressiveFilling} has it. */
    void filled(int link, double linkLevel, double linkLoad) {
        level[link] = linkLevel;
        load[link] = linkLoad;
    }

    /** As {@link ProgressiveFilling} has it. */
    void filled(int message, double now) {
        if (!same(now, share[message])) {
            share[message] = now;
            change(message);
        }
    }
}
