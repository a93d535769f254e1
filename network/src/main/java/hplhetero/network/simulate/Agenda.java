package hplhetero.network.simulate;

/** The virtual time of a simulation, and the events that are to happen, each a kind with a number. For one thread. */
final class Agenda {
    /** Event: the first byte of a message leaves. */
    static final int FLOWS = 0;
    /** Event: the bytes that were in queues before a message have passed, so its own bytes begin to flow. */
    static final int HAS_QUEUED = 1;
    /** Event: the receiver may hear of a message. */
    static final int HEARD = 2;
    /** Event: a member may go on with its next stage. */
    static final int GOES_ON = 3;
    /** Event: a member may hear that it is done. */
    static final int IS_DONE = 4;
    /** Event: a rank has computed. */
    static final int WAKES = 5;
    /** Event: the last byte of a message is there. */
    static final int ARRIVES = 6;
    private static final int KIND_BITS = 3;
    /**
     * Relative difference of times that count as one time: a tenth of a nanosecond in a second. What should be simultaneous then is,
     * although ranks came to these times by different sums.
     */
    private static final double SAME_TIME = 1e-10;

    private final EventQueue events = new EventQueue();
    private double now;
    private double soon;
    /** Largest difference in seconds of times that count as one time in this run. */
    private double same;

    /**
     * Forgets all events, and begins at time 0.
     *
     * @param sameTime largest difference in seconds of times that count as one time
     */
    void clear(double sameTime) {
        events.clear();
        now = 0;
        soon = 0;
        same = sameTime;
    }

    /** Returns the virtual time, in seconds. */
    double now() {
        return now;
    }

    /** Returns the virtual time, in seconds, up to which events happen now. */
    double soon() {
        return soon;
    }

    /** Sets the virtual time, in seconds. */
    void goTo(double time) {
        now = time;
        soon = Math.min(now * (1 + SAME_TIME), now + same);
    }

    /** Returns the virtual time of the first event, in seconds; infinite where there is none. */
    double next() {
        return events.time();
    }

    /**
     * Adds an event, behind all events of its time.
     *
     * @param time virtual time in seconds
     * @param kind kind of the event
     * @param what the message, member or rank to which it happens
     */
    void await(double time, int kind, int what) {
        events.add(time, what << KIND_BITS | kind);
    }

    /** Removes the first event and returns it. */
    int take() {
        return events.take();
    }

    /** Returns the kind of an event. */
    static int kind(int event) {
        return event & (1 << KIND_BITS) - 1;
    }

    /** Returns the message, member or rank to which an event happens. */
    static int what(int event) {
        return event >> KIND_BITS;
    }
}
