package hplhetero.comm.transport.local;

import hplhetero.comm.Activity;
import hplhetero.comm.CommException;
import hplhetero.comm.liveness.ThreadRunGuard;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What all rank threads of one run share: the rings, the numbers of communicators, the first failure. */
final class LocalWorld implements ThreadRunGuard.Watched, AutoCloseable {
    private static final int WORLD_CONTEXT = 0;
    private static final long SENDER_GRACE_MILLIS = 200;

    /** Why the run ended. */
    private record Failure(String text, Throwable cause) {
    }

    private final int size;
    private final String hostName;
    private final AtomicReferenceArray<Thread> rankThreads;
    private volatile boolean crowded;
    private final Thread launcher = Thread.currentThread();
    private final Arena arena = Arena.ofShared();
    private final AtomicReferenceArray<Ring> rings;
    private final AtomicIntegerArray ringsTo;
    private final AtomicInteger nextContext = new AtomicInteger(WORLD_CONTEXT + LocalCommunicator.CONTEXTS);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final Activity[] activities;

    LocalWorld(int size, String hostName) {
        this.size = size;
        this.hostName = hostName;
        this.rankThreads = new AtomicReferenceArray<>(size);
        this.crowded = size > Runtime.getRuntime().availableProcessors();
        this.rings = new AtomicReferenceArray<>(size * size);
        this.ringsTo = new AtomicIntegerArray(size);
        this.activities = Stream.generate(Activity::new).limit(size).toArray(Activity[]::new);
    }

    @Override
    public int size() {
        return size;
    }

    /** More threads than cores: a rank that spins may keep the one it waits for from running. */
    boolean crowded() {
        return crowded;
    }

    /** From now on waiting ranks sleep. */
    void crowd() {
        crowded = true;
    }

    /** Ends or prevents the sleep of a rank for which there is something to do; only in a crowded world ranks sleep. */
    void wake(int rank) {
        if (crowded) {
            LockSupport.unpark(rankThreads.getAcquire(rank));
        }
    }

    @Override
    public String hostName() {
        return hostName;
    }

    /** A thread that is no rank: what it may read, every rank may. */
    Thread launcher() {
        return launcher;
    }

    /** What {@code rank} is at. */
    @Override
    public Activity activity(int rank) {
        return activities[rank];
    }

    /** Memory that lives as long as the run. */
    Arena arena() {
        return arena;
    }

    /** The communicator of all ranks as {@code rank} sees it; called by the rank's own thread. */
    LocalCommunicator communicator(int rank) {
        rankThreads.setRelease(rank, Thread.currentThread());
        int[] all = new int[size];
        for (int r = 0; r < size; r++) {
            all[r] = r;
        }
        return new LocalCommunicator(new ProgressEngine(this, rank), WORLD_CONTEXT, all);
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

    /** Reserves numbers for {@code count} communicators and returns the first. */
    int reserveContexts(int count) {
        return nextContext.getAndAdd(count * LocalCommunicator.CONTEXTS);
    }

    /** Throws when a rank has ended the run. */
    void requireAlive() {
        if (failure.getAcquire() != null) {
            throw firstFailure();
        }
    }

    /**
     * Ends the run for all ranks, unless it has ended already.
     *
     * @return the exception to throw, which tells of the first failure
     */
    CommException fail(int rank, String reason, Throwable cause) {
        return end("rank " + rank + " on " + hostName + " ended the run: " + reason, cause);
    }

    /** Ends the run for what is no single rank's failure. */
    @Override
    public CommException end(String text, Throwable cause) {
        failure.compareAndSet(null, new Failure(text, cause));
        return firstFailure();
    }

    /**
     * What {@code rank} throws when the buffer of a send to it has been freed: most often the sender is being
     * unwound by an exception of its own and will tell the true cause in a moment.
     */
    CommException senderGone(int rank, int sender) {
        long deadline = System.nanoTime() + SENDER_GRACE_MILLIS * 1_000_000;
        while (failure.getAcquire() == null && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        return fail(rank, "the buffer of a send by world rank " + sender + " was freed before the message was received:"
                + " keep it until the send is done", null);
    }

    /** The first failure as an exception, or null when there was none. */
    @Override
    public CommException firstFailure() {
        Failure first = failure.getAcquire();
        return first == null ? null : new CommException(first.text, first.cause);
    }

    @Override
    public void close() {
        arena.close();
    }
}
