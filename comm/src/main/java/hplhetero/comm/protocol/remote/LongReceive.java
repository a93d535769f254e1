package hplhetero.comm.protocol.remote;

import hplhetero.comm.protocol.ProtocolRequest;

/** A long message to this rank: announced, matched, cleared or fetched, and done when its last byte is there. Owner: the rank's thread. */
public final class LongReceive {
    private final int number;
    int source;
    long bytes;
    /** The send's number at the sender. */
    long send;
    ProtocolRequest receive;
    /** Of this rank's own to itself: the send; else null. */
    ProtocolRequest own;
    /** Of what is sent, where it is fetched; {@link Translator#AREA}: it is put. */
    long key;
    /** A fetch of its next segment is under way. */
    boolean underWay;
    int arrivalWord;
    long registration;
    int firstLanding;
    int secondLanding;
    long came;
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

    boolean isFetched() {
        return key != Translator.AREA;
    }

    /** Its data come through landing slots. */
    boolean lands() {
        return registration == Translator.UNREACHABLE;
    }
}
