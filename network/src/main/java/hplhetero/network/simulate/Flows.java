package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The messages whose bytes are on their way. Each flows at its fair share ({@link FairShares}), and while k &gt; 1 flow into its
 * receiver from other nodes, at that / (1 + manyToOne (1 - 1/k)). Rates change where messages begin or end; what a message still has to
 * send is counted only when its own rate changes.
 *
 * <p>With up to {@link #MANY} messages this is exact. With more, rates are found anew not before {@link #TURNOVER} of
 * them would have ended: a message that begins between waits that long, and what one leaves that ends is unused that long.
 *
 * <p>One thread.
 */
final class Flows {
    /** As many as 64 ranks send who all send to all. */
    static final int MANY = 4096;
    /** Of all messages; makes the times of an alltoall of 256 ranks longer by some 0.02 % (docs/decisions/0031). */
    static final double TURNOVER = 1e-3;

    private final Messages messages;
    private final FairShares shares;
    private final EndHeap ends = new EndHeap();
    private final Crowds crowds;
    private final double manyToOne;
    private final int many;

    // of each message
    private double[] left = new double[0];
    private double[] rate = new double[0];
    /** When {@link #left} was counted. */
    private double[] counted = new double[0];

    private boolean stale;
    private double notBefore;

    /** @param many messages from which on rates are found anew at intervals */
    Flows(Messages messages, double[] capacity, int ranks, double manyToOne, int many) {
        this.messages = messages;
        this.manyToOne = manyToOne;
        this.many = many;
        shares = new FairShares(messages, capacity);
        crowds = new Crowds(ranks);
    }

    void clear() {
        shares.clear();
        ends.clear();
        crowds.clear();
        stale = false;
        notBefore = 0;
    }

    /** When something is to be done: {@link #takeEnded} or {@link #renew}. Infinite where nothing flows. */
    double next() {
        return stale ? Math.min(notBefore, ends.time()) : ends.time();
    }

    /** When the next message ends at the rates of now. */
    double nextEnd() {
        return ends.time();
    }

    /** @param into the receiver, or {@link Crowds#NONE} within a node */
    void begin(int message, int into, double now) {
        if (message >= left.length) {
            grow(messages.capacity());
        }
        left[message] = messages.bytes[message];
        rate[message] = 0;
        counted[message] = now;
        ends.add(message, messages.order[message]);
        shares.add(message);
        crowds.add(message, into);
        changeCrowd(into);
        stale = true;
    }

    private void grow(int capacity) {
        left = Arrays.copyOf(left, capacity);
        rate = Arrays.copyOf(rate, capacity);
        counted = Arrays.copyOf(counted, capacity);
        ends.grow(capacity);
        crowds.grow(capacity);
    }

    /** The link that limits the message that ends next. */
    int limitOfNext() {
        return shares.limit(ends.message(0));
    }

    /**
     * Seconds that a short message which is there now waits for what others keep in the queues of its links.
     *
     * @param links numbers below this are links, which have queues
     */
    double queued(int message, Queues queues, int links, double now) {
        int first = messages.firstPass[message];
        int end = first + messages.passes[message];
        double seconds = 0;
        for (int pass = first; pass < end; pass++) {
            int link = messages.link[pass];
            seconds += link < links ? kept(link, queues, now) / shares.capacity(link) : 0;
        }
        return seconds;
    }

    private double kept(int link, Queues queues, double now) {
        int[] passes = shares.flowing().of(link);
        double kept = 0;
        for (int i = shares.flowing().count(link) - 1; i >= 0; i--) {
            int other = messages.message[passes[i]];
            if (!queues.delay(messages.bytes[other]) && shares.limit(other) == link) {
                kept += Math.min(queues.bytesInFlight(), Math.max(0, left[other] - rate[other] * (now - counted[other])));
            }
        }
        return kept;
    }

    /** Removes the message that ends next. */
    int takeEnded() {
        int message = ends.take();
        shares.remove(message);
        int into = crowds.of(message);
        crowds.remove(message);
        changeCrowd(into);
        stale = true;
        return message;
    }

    private void changeCrowd(int into) {
        if (into != Crowds.NONE && manyToOne > 0) {
            for (int message = crowds.first(into); message != Crowds.NONE; message = crowds.next(message)) {
                shares.change(message);
            }
        }
    }

    /** Finds the rates, if messages began or ended, and it is time to. */
    void renew(double now) {
        boolean wait = ends.size() > many;
        if (!stale || wait && now < notBefore) {
            return;
        }
        stale = false;
        if (wait) {
            shares.renewAll();
        } else {
            shares.renew();
        }
        for (int i = 0; i < shares.changedCount(); i++) {
            int message = shares.changed(i);
            if (ends.contains(message)) {
                flow(message, rate(message), now);
            }
        }
        shares.forgetChanged();
        notBefore = wait ? now + TURNOVER * ends.size() / ending() : now;
    }

    private double rate(int message) {
        int into = crowds.of(message);
        int together = into == Crowds.NONE ? 1 : crowds.count(into);
        double share = shares.share(message);
        return together == 1 ? share : share / (1 + manyToOne * (1 - 1.0 / together));
    }

    private void flow(int message, double now, double time) {
        double before = rate[message];
        if (FairShares.same(now, before)) {
            return;
        }
        left[message] = Math.max(0, left[message] - before * (time - counted[message]));
        counted[message] = time;
        rate[message] = now;
        ends.move(message, time + left[message] / now);
    }

    /** How many messages end in a second at the rates of now, if others like them begin. */
    private double ending() {
        double sum = 0;
        for (int i = 0; i < ends.size(); i++) {
            int message = ends.message(i);
            sum += rate[message] / messages.bytes[message];
        }
        return sum;
    }
}
