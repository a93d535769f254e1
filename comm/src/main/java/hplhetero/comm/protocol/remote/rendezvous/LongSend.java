package hplhetero.comm.protocol.remote.rendezvous;

import hplhetero.comm.protocol.ProtocolRequest;
import hplhetero.comm.protocol.remote.Area;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.Translator;

/**
 * A long message that this rank sends. It is announced, then fetched by its receiver where the network can do so. On other networks its
 * receiver clears the message, and this rank puts it in segments. The segments go straight into the receive's buffer where the network can
 * do so, else into two landing slots by turns; a slot is used again when the receiver has taken its segment out. Owner: the rank's thread.
 */
final class LongSend {
    /** The number by which sender and receiver name this send. */
    private final int number;
    /** The send that this object does; null: none. */
    ProtocolRequest request;
    /** The number that the translator gave to the send's buffer, for a message that is fetched; else {@link Translator#UNREACHABLE}. */
    long registration;
    /**
     * The index of the notice in which the receiver counts the segments that it has taken out; {@link IndexPool#NONE}: it need not count.
     */
    int creditWord;
    /** The offset in the receiver's area of the word that counts the bytes put. */
    long arrival;
    /** The key of the receive's buffer; {@link Translator#AREA}: the message goes to landing slots. */
    long key;
    /** The offset in the receiver's area of the landing slot for segments 0, 2, ... */
    long firstLanding;
    /** The offset in the receiver's area of the landing slot for segments 1, 3, ... */
    long secondLanding;
    /** The number of bytes that were given to the translator. */
    long sent;
    /** The number of segments that were given to the translator. */
    int segments;
    /** The number of segments whose put is not done. */
    int segmentsInFlight;

    LongSend(int number) {
        this.number = number;
    }

    /** Returns the number by which sender and receiver name this send. */
    int number() {
        return number;
    }

    /** Makes this object stand for another send, of which nothing was sent yet. */
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

    /** Returns the number of bytes that were not given to the translator yet. */
    long left() {
        return request.bytes() - sent;
    }

    /** Returns whether all segments were put. */
    boolean isDone() {
        return left() == 0 && segmentsInFlight == 0;
    }

    /** Returns whether the next segment can be put: there is one, and the receive's buffer or a free landing slot takes it. */
    boolean hasPlace(Area area) {
        return left() > 0 && (creditWord == IndexPool.NONE || segments < 2 + area.word(area.notice(creditWord)));
    }
}
