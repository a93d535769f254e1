package hplhetero.comm.protocol.remote.connect;

import hplhetero.comm.protocol.remote.InRing;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.OutRing;

/** The connection of this rank to another one: how far it is, and the receive rings of both sides. Owner: the rank's thread. */
public final class Connection {
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
    State state = State.NONE;
    /** The command slot where this rank waits for the peer's word; {@link IndexPool#NONE}: this rank does not wait. */
    int commandSlot = IndexPool.NONE;
    /** The command slot where the peer waits for this rank's word. */
    int otherSlot;
    /** Whether a compare-and-swap is under way that is not needed any more. */
    boolean abandoned;
    /** The number of polls to let pass before the lock is tried again. */
    int pollsToNextTry;
    /** How often the lock was tried in vain. */
    int tries;
    /** The ring that the peer writes to; null before this rank has made it. */
    InRing in;
    /** The ring that this rank writes to; null before the peer has told of it. */
    OutRing out;

    Connection(int rank) {
        this.rank = rank;
    }

    /** Returns the peer's rank. */
    public int rank() {
        return rank;
    }

    /** Returns the peer's ring for this rank's messages, or null while the peer has not told of it. */
    public OutRing out() {
        return out;
    }
}
