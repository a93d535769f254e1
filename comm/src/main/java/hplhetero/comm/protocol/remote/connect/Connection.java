package hplhetero.comm.protocol.remote.connect;

import hplhetero.comm.protocol.remote.InRing;
import hplhetero.comm.protocol.remote.IndexPool;
import hplhetero.comm.protocol.remote.OutRing;

/** The connection of this rank to one peer: its state, and the receive rings of both sides. Owner: the rank's thread. */
public final class Connection {
    /** The progress of a connection. The step names are those of {@link ConnectionStep}. */
    enum State {
        /** Nobody has asked for the connection. */
        NONE,
        /** The connection waits for a command slot, or to try the lock again. */
        WANTED,
        /** This rank tries the peer's lock (I1). */
        LOCKING,
        /** This rank has asked the peer (I2, I3), and waits for the peer's answer (R1). */
        REQUESTED,
        /** This rank has told the peer of its ring (I5), and waits for the peer's acknowledgement (R2). */
        INITIATED,
        /** This rank has answered the peer's request (R1), and waits to hear of the peer's ring (I5). */
        ANSWERED,
        /** Both sides can send. */
        CONNECTED
    }

    /** The number of the rank at the other end. */
    private final int rank;
    State state = State.NONE;
    /** The command slot of this rank in which it waits for the peer's word; {@link IndexPool#NONE}: this rank does not wait. */
    int commandSlot = IndexPool.NONE;
    /** The command slot of the peer in which it waits for this rank's word. */
    int otherSlot;
    /** Whether a compare-and-swap of the peer's lock is under way that is not needed any more. */
    boolean abandoned;
    /** The number of polls to let pass before the lock is tried again. */
    int pollsToNextTry;
    /** The number of times that the peer's lock was tried in vain. */
    int tries;
    /** The ring of this rank that the peer writes to; null before this rank has made it. */
    InRing in;
    /** The ring of the peer that this rank writes to; null before the peer has told of it. */
    OutRing out;

    Connection(int rank) {
        this.rank = rank;
    }

    /** Returns the peer's rank. */
    public int rank() {
        return rank;
    }

    /**
     * Returns the ring of slots in the peer's memory into which this rank writes its messages to the peer, or null while the peer has not
     * told of it.
     */
    public OutRing out() {
        return out;
    }
}
