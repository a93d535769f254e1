package hplhetero.comm.protocol.remote;

import hplhetero.comm.protocol.ProtocolRequest;
import java.util.ArrayDeque;

/** Another rank, as far as this one has to do with it. Owner: the rank's thread. */
final class Peer {
    /** How far a connection is. */
    enum State {
        /** Nobody has asked for one. */
        NONE,
        /** Waits for a command slot, or to try the lock again. */
        WANTED,
        /** Tries the lock (I1). */
        LOCKING,
        /** Has asked (I2, I3), waits for R1. */
        REQUESTED,
        /** Has told of its ring (I5), waits for R2. */
        INITIATED,
        /** Has answered (R1), waits for I5. */
        ANSWERED,
        /** Both sides send. */
        CONNECTED
    }

    private final int rank;
    private final ArrayDeque<ProtocolRequest> sends = new ArrayDeque<>();
    private final ArrayDeque<LongReceive> clearances = new ArrayDeque<>();
    State state = State.NONE;
    /** Where this rank waits for the other's word; {@link IndexPool#NONE}: it does not. */
    int commandSlot = IndexPool.NONE;
    /** Where the other one waits for ours. */
    int otherSlot;
    /** A compare-and-swap is under way that is not needed any more. */
    boolean abandoned;
    int pollsToNextTry;
    int tries;
    InRing in;
    /** Null: not known yet. */
    OutRing out;
    int segmentsInFlight;
    long lastServed;

    Peer(int rank) {
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    /** Sends that wait for room, in order. */
    ArrayDeque<ProtocolRequest> sends() {
        return sends;
    }

    /** Receives whose sender is to be told where to write; they go before sends. */
    ArrayDeque<LongReceive> clearances() {
        return clearances;
    }

    boolean hasWaiting() {
        return !clearances.isEmpty() || !sends.isEmpty();
    }
}
