package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The bytes a second that each message gets where links are shared fairly (max-min): a message can get more only at the cost of a message
 * that gets no more than it. Source: Bertsekas, Gallager, Data Networks, 6.5.2; flow-level simulators such as SimGrid share links by this
 * rule.
 *
 * <p>A link has a <em>level</em>: the share of each message that no other link of its route holds lower. The level is such that the shares
 * of all messages on the link add up to its capacity. Where they do not reach the capacity, the level is the capacity. A message's share is
 * the least level of its links. Shares are therefore found by making levels agree. Where a message came or went, the levels of its links
 * are found anew, and then the levels of the links of all messages whose share has changed. (Charny, Clark, Jain, Congestion control with
 * explicit rate indication, ICC 1995, have switches do this.) Mostly these are few. Where they are many, {@link ProgressiveFilling} finds
 * all levels at once.
 *
 * <p>For one thread.
 */
final class FairShares {
    /**
     * Relative difference up to which two shares count as equal: more than rounding does to shares, far less than anybody would see. Equal
     * shares must not differ by rounding alone.
     */
    static final double SAME = 1e-12;
    /** Fraction of a link's capacity that its shares must exceed before its level needs to be looked at. */
    private static final double NEARLY_ALL = 1 - 1e-6;
    /**
     * Limit of {@link #renew}'s work, in passes looked at for each pass that flows. Beyond this limit finding all shares anew costs no
     * more.
     */
    private static final int WORK_LIMIT = 4;

    private final Messages messages;
    private final LinkPasses flowing;
    private final ProgressiveFilling filling;
    // arrays indexed by link: capacity and level in bytes a second
    private final double[] capacity;
    private final double[] level;
    /** Sum of the shares of the messages on each link, in bytes a second, indexed by link. */
    private final double[] load;
    // arrays indexed by message: the share in bytes a second
    private double[] share = new double[0];

    /** Links whose levels are to be found, as a ring buffer in the order in which the need was seen. Each link is in it once at most. */
    private final int[] waiting;
    private final boolean[] isWaiting;
    private int firstWaiting;
    private int waitingCount;

    /** Messages whose share has changed since {@link #forgetChanged}, in the first {@link #changedCount} entries. */
    private int[] changed = new int[0];
    private boolean[] isChanged = new boolean[0];
    private int changedCount;

    /**
     * What the other links of a message leave it, in bytes a second, indexed by the message's place on the link that is being settled.
     * Scratch space of {@link #settle}.
     */
    private double[] elsewhere = new double[64];

    /**
     * Makes shares of links on which nothing flows.
     *
     * @param messages messages and the links that each passes
     * @param capacity bytes a second of each link, indexed by link; finite for each link over which messages flow
     */
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

    /** Forgets all messages, so that nothing flows on any link. */
    void clear() {
        flowing.clear();
        System.arraycopy(capacity, 0, level, 0, level.length);
        Arrays.fill(load, 0);
        noneWaits();
        forgetChanged();
    }

    /** Returns the share of a message in bytes a second. */
    double share(int message) {
        return share[message];
    }

    /** Returns the link that holds a message's share lowest; the first of several on its route. */
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

    /** Returns the capacity of a link in bytes a second. */
    double capacity(int link) {
        return capacity[link];
    }

    /** Returns the messages that flow over each link. */
    LinkPasses flowing() {
        return flowing;
    }

    /**
     * Returns the number of messages whose share may have changed since {@link #forgetChanged}. Some of these messages may have been
     * removed.
     */
    int changedCount() {
        return changedCount;
    }

    /** Returns one of the {@link #changedCount} messages whose share may have changed. */
    int changed(int at) {
        return changed[at];
    }

    /** Forgets which shares have changed: {@link #changedCount} is 0 afterwards. */
    void forgetChanged() {
        for (int i = 0; i < changedCount; i++) {
            isChanged[changed[i]] = false;
        }
        changedCount = 0;
    }

    /** Notes that a message's share is new, or that its rate is to be found anew for another reason. */
    void change(int message) {
        if (!isChanged[message]) {
            isChanged[message] = true;
            changed[changedCount++] = message;
        }
    }

    /** Adds a message that begins to flow. Its share is final after {@link #renew}. */
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

    /** Removes a message that has ended. Shares of other messages are final after {@link #renew}. */
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

    /** Finds the shares of all messages after some messages came or went, by making levels agree where they changed. */
    void renew() {
        long passesLeft = (long) WORK_LIMIT * flowing.total();
        while (waitingCount > 0) {
            int link = nextWaiting();
            passesLeft -= flowing.count(link);
            if (passesLeft < 0) {
                renewAll();
                return;
            }
            settle(link);
        }
    }

    /** Finds the shares of all messages at once. This is faster than {@link #renew} where most shares are new. */
    void renewAll() {
        noneWaits();
        filling.fill(this);
    }

    /** Finds a link's level and the shares of the messages on it. */
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
            // a message that gets less than this link's level is limited by another link, at its present share
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

    /** Returns whether two shares are equal but for rounding: they differ by no more than {@link #SAME} of the second. */
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
     * Returns the level at which the shares of all messages on a link add up to its capacity, where each gets at most what its other links
     * leave it. Returns the capacity where the shares do not reach it. The level only rises while messages that get less elsewhere are
     * found.
     *
     * @param capacity  of the link, bytes a second
     * @param elsewhere what the other links of each message leave it, bytes a second
     * @param count     number of messages
     */
    private static double level(double capacity, double[] elsewhere, int count) {
        double level = capacity / count;
        int atLevel = count;
        while (true) {
            double less = 0;
            int limitedHere = 0;
            for (int i = 0; i < count; i++) {
                if (elsewhere[i] < level * (1 - SAME)) {
                    less += elsewhere[i];
                } else {
                    limitedHere++;
                }
            }
            if (limitedHere == 0) {
                return capacity;
            }
            if (limitedHere == atLevel) {
                return level;
            }
            atLevel = limitedHere;
            level = (capacity - less) / limitedHere;
        }
    }

    /**
     * Sets a message's share and adds the change to the loads of its links.
     *
     * @param now     the new share, bytes a second
     * @param because link whose level gave the share; its own level needs no new look
     */
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

    /** Takes over a link's level and the sum of its shares, in bytes a second, from {@link ProgressiveFilling}. */
    void filled(int link, double linkLevel, double linkLoad) {
        level[link] = linkLevel;
        load[link] = linkLoad;
    }

    /** Takes over a message's share, in bytes a second, from {@link ProgressiveFilling}. */
    void filled(int message, double now) {
        if (!same(now, share[message])) {
            share[message] = now;
            change(message);
        }
    }
}
