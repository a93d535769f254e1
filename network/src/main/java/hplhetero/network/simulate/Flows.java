package hplhetero.network.simulate;

import java.util.Arrays;

/**
 * The messages whose bytes are on their way. Each message flows at its fair share ({@link FairShares}). While k &gt; 1 messages flow into a
 * receiver from other nodes, each of them flows at its share / (1 + manyToOne (1 - 1/k)). Rates change where messages begin or end. What a
 * message still has to send is counted only when its own rate changes.
 *
 * <p>With up to {@link #MANY} messages this is exact. With more, rates are found anew only after a time in which the fraction {@link
 * #TURNOVER} of the messages would end. Until then a message that begins waits, and what an ended message leaves stays unused.
 *
 * <p>For one thread.
 */
final class Flows {
    /** Default number of messages up to which rates are exact: about as many as are under way when 64 ranks all send to all. */
    static final int MANY = 4096;
    /**
     * Fraction of all messages that would end between two times at which rates are found. Makes the times of an alltoall of 256 ranks
     * longer by some 0.02 % (docs/decisions/0031).
     */
    static final double TURNOVER = 1e-3;

    private final Messages messages;
    private final FairShares shares;
    private final EndHeap ends = new EndHeap();
    private final IncastMessages incast;
    private final double manyToOne;
    private final int many;

    // arrays indexed by message: bytes left to send, and the rate in bytes a second
    private double[] left = new double[0];
    private double[] rate = new double[0];
    /** Virtual time in seconds at which {@link #left} was counted, indexed by message. */
    private double[] counted = new double[0];

    /** Whether messages began or ended since rates were found. */
    private boolean stale;
    /** Virtual time in seconds before which rates are not found anew. */
    private double notBefore;

    /**
     * Makes flows of which none has begun.
     *
     * @param messages  messages and the links that each passes
     * @param capacity  bytes a second of each link, indexed by link
     * @param ranks     number of ranks of the placement
     * @param manyToOne loss of a receiver into which several messages flow, as {@code NetworkCost} has it
     * @param many      number of messages above which rates are found anew only at intervals
     */
    Flows(Messages messages, double[] capacity, int ranks, double manyToOne, int many) {
        this.messages = messages;
        this.manyToOne = manyToOne;
        this.many = many;
        shares = new FairShares(messages, capacity);
        incast = new IncastMessages(ranks);
    }

    /** Forgets all messages, so that none has begun to flow. */
    void clear() {
        shares.clear();
        ends.clear();
        incast.clear();
        stale = false;
        notBefore = 0;
    }

    /**
     * Returns the virtual time in seconds at which {@link #takeEnded} or {@link #renew} has something to do; infinite where nothing flows.
     */
    double next() {
        return stale ? Math.min(notBefore, ends.time()) : ends.time();
    }

    /** Returns the virtual time in seconds at which the next message ends if rates stay as they are; infinite where nothing flows. */
    double nextEnd() {
        return ends.time();
    }

    /**
     * Lets a message begin to flow.
     *
     * @param into rank of the receiver, or {@link IncastMessages#NONE} for a message within a node
     * @param now  virtual time, in seconds
     */
    void begin(int message, int into, double now) {
        if (message >= left.length) {
            grow(messages.capacity());
        }
        left[message] = messages.bytes[message] - messages.spared[message];
        rate[message] = 0;
        counted[message] = now;
        ends.add(message, messages.order[message]);
        shares.add(message);
        incast.add(message, into);
        changeCrowd(into);
        stale = true;
    }

    private void grow(int capacity) {
        left = Arrays.copyOf(left, capacity);
        rate = Arrays.copyOf(rate, capacity);
        counted = Arrays.copyOf(counted, capacity);
        ends.grow(capacity);
        incast.grow(capacity);
    }

    /** Returns the link that limits the message that ends next. */
    int limitOfNext() {
        return shares.limit(ends.message(0));
    }

    /**
     * Returns the seconds that a short message which is there now waits for the bytes that other messages keep in the queues of its links.
     *
     * @param links number of links; only numbers below it have queues
     * @param now   virtual time, in seconds
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

    /** Removes the message that ends next and returns its number. */
    int takeEnded() {
        int message = ends.take();
        shares.remove(message);
        int into = incast.of(message);
        incast.remove(message);
        changeCrowd(into);
        stale = true;
        return message;
    }

    private void changeCrowd(int into) {
        if (into != IncastMessages.NONE && manyToOne > 0) {
            for (int message = incast.first(into); message != IncastMessages.NONE; message = incast.next(message)) {
                shares.change(message);
            }
        }
    }

    /** Finds the rates anew if messages began or ended since the last time, and if the interval between two times is over. */
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
        int into = incast.of(message);
        int together = into == IncastMessages.NONE ? 1 : incast.count(into);
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

    /** Returns the number of messages that end in a second at the present rates, if each that ends is followed by one alike. */
    private double ending() {
        double sum = 0;
        for (int i = 0; i < ends.size(); i++) {
            int message = ends.message(i);
            sum += rate[message] / messages.bytes[message];
        }
        return sum;
    }
}
