package hplhetero.comm.protocol.remote;

import hplhetero.comm.protocol.ProtocolRequest;

/** A long message to this rank: announced, matched, cleared, and done when its last byte is there. Owner: the rank's thread. */
public final class LongReceive {
    int source;
    long bytes;
    /** The send's number at the sender. */
    long send;
    ProtocolRequest receive;
    /** Of this rank's own to itself: the send; else null. */
    ProtocolRequest own;
    int arrivalWord;
    long registration;
    int firstLanding;
    int secondLanding;
    long came;
    int segments;

    LongReceive() {
    }

    void begin(int from, long length, long sendNumber) {
        source = from;
        bytes = length;
        send = sendNumber;
        receive = null;
        own = null;
        came = 0;
        segments = 0;
    }

    /** Its data come through landing slots. */
    boolean lands() {
        return registration == Translator.UNREACHABLE;
    }
}
