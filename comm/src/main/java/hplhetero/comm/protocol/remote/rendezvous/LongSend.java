package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.Translator;

/**
 * A long message that this rank sends: announced, then fetched by its receiver where the network can. Else cleared by its receiver,
 * then put in segments: straight into the receive's buffer where the network can; else into two landing slots by turns, each again when it
 * was taken out. Owner: the rank's thread.
 */
final class LongSend {
    private final int number;
    ProtocolRequest request;
    /** The translator's number of the memory, of a message that is fetched; else {@link Translator#UNREACHABLE}. */
    long registration;
    /** Index of the notice where the receiver counts the segments that it has taken out; {@link IndexPool#NONE}: it need not count. */
    int creditWord;
    /** The offset in the receiver's area of the word that counts the bytes put. */
    long arrival;
    /** The key of the receive's buffer; {@link Translator#AREA}: the message goes to landing slots. */
    long key;
    long firstLanding;
    long secondLanding;
    /** The bytes that were given to the translator. */
    long sent;
    /** The segments that were given to the translator. */
    int segments;
    int segmentsInFlight;

    LongSend(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    void begin(ProtocolRequest send) {
        request = send;
        registration = Translator.UNREACHABLE;
        creditWord = IndexPool.NONE;
        sent = 0;
        segments = 0;
        segmentsInFlight = 0;
    }

    /** Returns the receiver's rank. */
    int peer() {
        return request.worldPeer();
    }

    /** Returns the bytes that were not given to the translator yet. */
    long left() {
        return request.bytes() - sent;
    }

    boolean isDone() {
        return left() == 0 && segmentsInFlight == 0;
    }

    /** Returns whether the next segment has a place to go to. */
    boolean hasPlace(Area area) {
        return left() > 0 && (creditWord == IndexPool.NONE || segments < 2 + area.word(area.notice(creditWord)));
    }
}
