package hplhetero.comm.transport.local;

import hplhetero.comm.CommException;
import hplhetero.comm.Communicator;
import hplhetero.comm.protocol.CoreSharing;
import hplhetero.comm.protocol.ProtocolCommunicator;
import hplhetero.comm.transport.RankThreads;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/** The state that all rank threads of one run share: the rings between ranks, and the threads to wake. */
final class LocalWorld implements AutoCloseable {
    /** Nanoseconds that a sender whose buffer was freed has to tell the cause itself. */
    private static final long SENDER_GRACE_NANOS = 200_000_000;

    private final RankThreads ranks;
    private final int size;
    private final CoreSharing cores;
    /** Thread of each rank, indexed by rank; null until the rank has asked for its communicator. */
    private final AtomicReferenceArray<Thread> rankThreads;
    private final Arena arena = Arena.ofShared();
    /** The ring from each rank to each, at index source * size + destination; null until its first message is sent. */
    private final AtomicReferenceArray<Ring> rings;
    /** Number of rings that lead to each rank, indexed by destination. */
    private final AtomicIntegerArray ringsTo;

    LocalWorld(RankThreads ranks) {
        this.ranks = ranks;
        this.size = ranks.size();
        this.cores = new CoreSharing(size);
        this.rankThreads = new AtomicReferenceArray<>(size);
        this.rings = new AtomicReferenceArray<>(size * size);
        this.ringsTo = new AtomicIntegerArray(size);
    }

    int size() {
        return size;
    }

    /** Ends or prevents the sleep of a rank for which there is something to do; ranks sleep only where they share cores. */
    void wake(int rank) {
        if (cores.isOversubscribed()) {
            LockSupport.unpark(rankThreads.getAcquire(rank));
        }
    }

    /** Returns the communicator of all ranks as {@code rank} sees it; called by the rank's own thread. */
    Communicator communicator(int rank) {
        rankThreads.setRelease(rank, Thread.currentThread());
        return ProtocolCommunicator.world(RingTransfer.engine(this, ranks, cores, rank));
    }

    /** Makes the ring from {@code source} to {@code destination}; called once for each pair, by the source's thread. */
    Ring openRing(int source, int destination) {
        Ring ring = new Ring(arena);
        rings.setRelease(source * size + destination, ring);
        ringsTo.getAndIncrement(destination);
        return ring;
    }

    /** Returns the ring from {@code source} to {@code destination}, or null when nothing was sent that way yet. */
    Ring ring(int source, int destination) {
        return rings.getAcquire(source * size + destination);
    }

    /** Returns how many rings lead to {@code destination}. */
    int ringsTo(int destination) {
        return ringsTo.getAcquire(destination);
    }

    /**
     * Returns the exception that {@code rank} throws when the buffer of a send to it has been freed. Most often the sender is being unwound
     * by an exception of its own and will tell the true cause in a moment, so this method waits for that a while.
     */
    CommException senderGone(int rank, int sender) {
        long start = System.nanoTime();
        while (!ranks.state().hasFailed() && System.nanoTime() - start < SENDER_GRACE_NANOS) {
            Thread.onSpinWait();
        }
        return ranks.state().fail(rank, ranks.hostName(), "the buffer of a send by world rank " + sender
                + " was freed before the message was received: keep it until the send is done", null);
    }

    @Override
    public void close() {
        arena.close();
    }
}
