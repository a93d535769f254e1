package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.liveness.WaitDescription;
import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Translator;

/** A long message to this rank: announced, matched, cleared or fetched, and done when its last byte is there. Owner: the rank's thread. */
public final class LongReceive {
    private final int number;
    /** The sender's rank. */
    int source;
    /** The length of the message in bytes. */
    long bytes;
    /** The number of the send at the sender. */
    long send;
    /** The receive that takes this message; null until there is one. */
    ProtocolRequest receive;
    /** The send of a message from this rank to itself; else null. */
    ProtocolRequest own;
    /** The key of the sender's memory, of a message that is fetched; {@link Translator#AREA}: its sender puts it. */
    long key;
    /** Whether a fetch of the next segment is under way. */
    boolean underWay;
    /** Index of the notice in which the sender counts bytes. */
    int arrivalWord;
    /** The translator's number of the receive's buffer, or {@link Translator#UNREACHABLE}. */
    long registration;
    int firstLanding;
    int secondLanding;
    /** The bytes that have come. */
    long came;
    /** The segments that were taken out of landing slots. */
    int segments;

    LongReceive(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

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

    /** Returns the sender's rank. */
    public int source() {
        return source;
    }

    /** Returns the send of a message from this rank to itself. */
    public ProtocolRequest own() {
        return own;
    }

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
