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

/** What all rank threads of one run share: the rings, and who is to be woken. */
final class LocalWorld implements AutoCloseable {
    private static final long SENDER_GRACE_NANOS = 200_000_000;

    private final RankThreads ranks;
    private final int size;
    private final CoreSharing cores;
    private final AtomicReferenceArray<Thread> rankThreads;
    private final Arena arena = Arena.ofShared();
    private final AtomicReferenceArray<Ring> rings;
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

    /** The communicator of all ranks as {@code rank} sees it; called by the rank's own thread. */
    Communicator communicator(int rank) {
        rankThreads.setRelease(rank, Thread.currentThread());
        return ProtocolCommunicator.world(RingTransfer.engine(this, ranks, cores, rank));
    }

    /** Makes the ring from {@code source} to {@code destination}; once, by the source's thread. */
    Ring openRing(int source, int destination) {
        Ring ring = new Ring(arena);
        rings.setRelease(source * size + destination, ring);
        ringsTo.getAndIncrement(destination);
        return ring;
    }

    /** The ring from {@code source} to {@code destination}, or null when nothing was sent that way yet. */
    Ring ring(int source, int destination) {
        return rings.getAcquire(source * size + destination);
    }

    /** How many rings lead to {@code destination}. */
    int ringsTo(int destination) {
        return ringsTo.getAcquire(destination);
    }

    /**
     * What {@code rank} throws when the buffer of a send to it has been freed: most often the sender is being
     * unwound by an exception of its own and will tell the true cause in a moment.
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
