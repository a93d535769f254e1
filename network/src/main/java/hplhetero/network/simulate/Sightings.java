package hplhetero.network.simulate;

import java.util.Arrays;

/** What an observer is to be told of messages, kept while the messages are under way. Arrays are indexed by message. For one thread. */
final class Sightings {
    private final Observer observer;
    private final Messages messages;
    /** Virtual time in seconds at which the sender of each message began to send it. */
    private double[] sent = new double[0];
    /** Virtual time in seconds at which the bytes of each message began to flow. */
    private double[] begun = new double[0];
    /** The link that limited each message as its last byte left; {@link Observer#NO_LINK} where no link did. */
    private int[] limit = new int[0];

    Sightings(Observer observer, Messages messages) {
        this.observer = observer;
        this.messages = messages;
    }

    /** Returns the observer that is told. */
    Observer observer() {
        return observer;
    }

    /** Notes the virtual time, in seconds, at which the sender of a message began to send it. */
    void send(int message, double time) {
        if (message >= sent.length) {
            sent = Arrays.copyOf(sent, messages.capacity());
            begun = Arrays.copyOf(begun, messages.capacity());
            limit = Arrays.copyOf(limit, messages.capacity());
        }
        sent[message] = time;
        limit[message] = Observer.NO_LINK;
    }

    /** Notes the virtual time, in seconds, at which the bytes of a message begin to flow. */
    void begin(int message, double time) {
        begun[message] = time;
    }

    /** Notes the link that limited a message as its last byte left. */
    void end(int message, int link) {
        limit[message] = link;
    }

    /** Tells the observer of a message that is there at the virtual time {@code now}. */
    void tell(int message, int traffic, int from, int to, double now) {
        observer.message(traffic, from, to, messages.bytes[message], sent[message], begun[message], now, limit[message]);
    }
}
