package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Translator;

/** A long message to this rank: announced, matched, cleared or fetched, and done when its last byte is there. Owner: the rank's thread. */
public final class LongReceive {
    /** The index of this object in {@link LongReceivePool}. */
    private final int number;
    /** The rank that sends the message. */
    int source;
    /** The length of the message in bytes. */
    long bytes;
    /** The number of the send at the sender. */
    long send;
    /** The receive that takes this message; null until there is one. */
    ProtocolRequest receive;
    /** The send of a message from this rank to itself; else null. */
    ProtocolRequest own;
    /** The key of the sender's memory, for a message that this rank fetches; {@link Translator#AREA}: the sender puts the message. */
    long key;
    /** Whether a fetch of the next segment is under way. */
    boolean underWay;
    /** The index of the notice in which the sender counts the bytes that it has put. */
    int arrivalWord;
    /** The number that the translator gave to the receive's buffer, or {@link Translator#UNREACHABLE}. */
    long registration;
    /** The landing slot for segments 0, 2, ... */
    int firstLanding;
    /** The landing slot for segments 1, 3, ... */
    int secondLanding;
    /** The number of bytes that have come. */
    long came;
    /** The number of segments that were taken out of landing slots. */
    int segments;

    LongReceive(int number) {
        this.number = number;
    }

    /** Returns the index of this object in {@link LongReceivePool}. */
    int number() {
        return number;
    }

    /**
     * Begins another message with this object.
     *
     * @param from       the sender's rank
     * @param length     the length of the message in bytes
     * @param sendNumber the number of the send at the sender
     * @param sourceKey  the key of the sender's memory; {@link Translator#AREA}: the sender puts the message
     */
    void begin(int from, long length, long sendNumber, long sourceKey) {
        source = from;
        bytes = length;
        send = sendNumber;
        receive = null;
        own = null;
        key = sourceKey;
        underWay = false;
        came = 0;
        segments = 0;
    }

    /** Returns the rank that sends the message. */
    public int source() {
        return source;
    }

    /** Returns the send of a message from this rank to itself, or null for other messages. */
    public ProtocolRequest own() {
        return own;
    }

    /** Returns whether this rank fetches the message; else its sender puts it. */
    boolean isFetched() {
        return key != Translator.AREA;
    }

    /** Returns whether the data come through landing slots. */
    boolean lands() {
        return registration == Translator.UNREACHABLE;
    }

    /** Describes this message, whose receive is known, for people. */
    String waits() {
        return WaitDescription.receive(bytes, source, receive.tag());
    }
}
