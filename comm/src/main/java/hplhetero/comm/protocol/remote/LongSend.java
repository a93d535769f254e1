package hplhetero.comm.protocol.remote;

import hplhetero.comm.protocol.ProtocolRequest;

/**
 * A long message that this rank sends: announced, then fetched by its receiver where the network can. Else cleared by its receiver,
 * then put in segments: straight into the receive's buffer where the network can; else into two landing slots by turns, each again when it
 * was taken out. Owner: the rank's thread.
 */
final class LongSend {
    private final int number;
    ProtocolRequest request;
    Peer peer;
    /** Of what is sent, where it is fetched; else {@link Translator#UNREACHABLE}. */
    long registration;
    /** Index of the word where the receiver counts the segments that it has taken out; {@link IndexPool#NONE}: it needs none. */
    int creditWord;
    long arrival;
    /** {@link Translator#AREA}: by landing slots. */
    long key;
    long firstLanding;
    long secondLanding;
    long sent;
    int segments;
    int segmentsInFlight;

    LongSend(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    void begin(ProtocolRequest send, Peer to) {
        request = send;
        peer = to;
        registration = Translator.UNREACHABLE;
        creditWord = IndexPool.NONE;
        sent = 0;
        segments = 0;
        segmentsInFlight = 0;
    }

    long left() {
        return request.bytes() - sent;
    }

    boolean isDone() {
        return left() == 0 && segmentsInFlight == 0;
    }

    /** Whether its next segment has a place to go to. */
    boolean hasPlace(Area area) {
        return left() > 0 && (creditWord == IndexPool.NONE || segments < 2 + area.word(area.notice(creditWord)));
    }
}
