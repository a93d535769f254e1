package hplhetero.bench.cores;

import hplhetero.hpl.workers.WorkerClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;

/**
 * Virtual time for any number of threads, each of which stands for a core of its own. One thread runs at a time: the one whose clock is
 * the earliest. A thread's clock advances by the real time of its code, times a factor, and by what kernels {@link #compute}. A thread that
 * waits for others goes on when they have written what it waits for, at their time and some nanoseconds more. So the code under test is
 * the real one, and only kernels, caches and the system's wake-ups are modelled. Not modelled: several cores that write one cache line at
 * the same moment, and code of many cores that shares the bandwidth of the memory.
 */
public final class VirtualCores implements WorkerClock {
    /** Nanoseconds from a write of one core to the moment at which another core that spins has seen it. */
    private static final long NOTICE_NANOS = 150;
    /** Nanoseconds by which each further core sees the same write later, as they get the cache line one after another. */
    private static final long READER_NANOS = 20;
    /** Nanoseconds of one look of a thread that spins. */
    private static final long LOOK_NANOS = 40;
    /**
     * Most nanoseconds that count of code without a kernel: where it takes longer, this machine has given the core to somebody else, or the
     * collector has stopped the program.
     */
    private static final long MOST_CODE_NANOS = 50_000;
    /** Nanoseconds that a thread takes to wake another one. */
    private static final long WAKER_NANOS = 3_000;
    /** Nanoseconds from the call that wakes a thread until this thread runs. */
    private static final long WAKE_NANOS = 50_000;

    private enum State { READY, SPINNING, PAUSED, ASLEEP, ENDED }

    /** A thread on its core, with its clock. All strands are read and written by the running one only. */
    private static final class Strand {
        private Thread thread;
        private State state = State.READY;
        /** Factor by which this core takes longer than the fastest ones. */
        private final double slowdown;
        /** Time of this thread, in nanoseconds. */
        private long clock;
        /** Condition that the thread waits for while it spins. */
        private BooleanSupplier awaited;
        /** Time at which the thread gives up spinning. */
        private long until;
        /** Whether the thread has done nothing but look and pause since it last paused. */
        private boolean pausing;
        /** Whether the next sleep ends at once. */
        private boolean permit;

        Strand(double slowdown) {
            this.slowdown = slowdown;
        }
    }

    private final List<Strand> strands = new ArrayList<>();
    private final IntToDoubleFunction slowdown;
    /** Share of the real time of code that counts, 0 or 1 mostly. */
    private final double codeShare;
    private volatile Strand running;
    /** Real time at which the running thread began to run, or was last charged. */
    private long since;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private long wakes;
    private long sleeps;
    private long codeNanos;
    private long interruptions;

    /**
     * Makes cores on which nothing runs yet.
     *
     * @param codeShare factor by which the real time of code outside of kernels counts; 0 makes a run repeat itself to the nanosecond
     * @param slowdown  returns the factor by which a thread's core takes longer than the fastest ones, by the number of the thread: 0 for
     *                  the program's own, then in the order in which threads are made
     */
    public VirtualCores(double codeShare, IntToDoubleFunction slowdown) {
        this.codeShare = codeShare;
        this.slowdown = slowdown;
    }

    /**
     * Runs a program in virtual time, on a thread of its own, and returns when it has ended.
     *
     * @throws java.util.concurrent.CompletionException where the program fails, or all its threads wait for each other
     */
    public void run(Runnable program) {
        Thread thread = thread("virtual", () -> {
            program.run();
            end.complete(null);
        });
        running = strands.getFirst();
        thread.start();
        end.join();
    }

    /** Returns the number of calls that have woken a thread that slept. */
    public long wakes() {
        return wakes;
    }

    /** Returns how many times threads have gone to sleep. */
    public long sleeps() {
        return sleeps;
    }

    /** Returns the seconds of code outside of kernels that all threads together have taken. */
    public double codeSeconds() {
        return codeNanos * 1e-9;
    }

    /** Returns how many times code took longer than counts, since this machine had something else to do. */
    public long interruptions() {
        return interruptions;
    }

    /**
     * Lets the calling thread compute for some time.
     *
     * @param seconds virtual time that a kernel takes on a fast core, in seconds
     */
    public void compute(double seconds) {
        Strand me = running;
        charge(me);
        tell(me, true);
        me.clock += Math.round(seconds * me.slowdown * 1e9);
        me.pausing = false;
        handOver(me);
    }

    @Override
    public long nanoTime() {
        Strand me = running;
        charge(me);
        return me.clock;
    }

    @Override
    public boolean spin(BooleanSupplier condition, int looks) {
        Strand me = running;
        charge(me);
        if (condition.getAsBoolean()) {
            return true;
        }
        tell(me, true);
        me.pausing = false;
        me.awaited = condition;
        me.until = looks == Integer.MAX_VALUE ? Long.MAX_VALUE : me.clock + looks * LOOK_NANOS;
        me.state = State.SPINNING;
        handOver(me);
        return condition.getAsBoolean();
    }

    @Override
    public void pause(int idle) {
        Strand me = running;
        charge(me);
        // Who pauses again in the same wait has written nothing since.
        tell(me, idle == 0 || !me.pausing);
        me.pausing = true;
        me.state = State.PAUSED;
        handOver(me);
    }

    @Override
    public void changed() {
        Strand me = running;
        charge(me);
        tell(me, true);
        since = System.nanoTime();
    }

    @Override
    public void sleep() {
        Strand me = running;
        charge(me);
        tell(me, false);
        if (!me.permit) {
            sleeps++;
            me.state = State.ASLEEP;
            handOver(me);
        }
        me.permit = false;
    }

    @Override
    public void wake(Thread thread) {
        Strand me = running;
        charge(me);
        me.clock += WAKER_NANOS;
        for (Strand strand : strands) {
            if (strand.thread == thread) {
                strand.permit = true;
                if (strand.state == State.ASLEEP) {
                    wakes++;
                    ready(strand, me.clock + WAKE_NANOS);
                }
            }
        }
        since = System.nanoTime();
    }

    @Override
    public Thread thread(String name, Runnable work) {
        Strand strand = new Strand(slowdown.applyAsDouble(strands.size()));
        strand.clock = running == null ? 0 : running.clock;
        strand.thread = Thread.ofVirtual().name(name).unstarted(() -> live(strand, work));
        strands.add(strand);
        return strand.thread;
    }

    private void live(Strand me, Runnable work) {
        awaitTurn(me);
        try {
            work.run();
        } catch (Throwable e) {
            end.completeExceptionally(e);
        }
        charge(me);
        tell(me, true);
        me.state = State.ENDED;
        next().ifPresent(this::let);
    }

    /** Adds the real time of the running thread's code to its clock. */
    private void charge(Strand me) {
        long now = System.nanoTime();
        long code = Math.min(MOST_CODE_NANOS, now - since);
        interruptions += now - since > MOST_CODE_NANOS ? 1 : 0;
        me.clock += Math.round(code * codeShare * me.slowdown);
        codeNanos += code;
        since = now;
    }

    /** Lets threads go on that wait for what the running thread may have written. */
    private void tell(Strand me, boolean mayHaveWritten) {
        long at = me.clock + NOTICE_NANOS;
        for (Strand strand : strands) {
            boolean goesOn = strand.state == State.SPINNING ? strand.awaited.getAsBoolean()
                    : strand.state == State.PAUSED && mayHaveWritten;
            if (goesOn) {
                ready(strand, at);
                at += READER_NANOS;
            }
        }
    }

    private static void ready(Strand strand, long at) {
        strand.clock = Math.max(strand.clock, at);
        strand.state = State.READY;
    }

    private void handOver(Strand me) {
        Optional<Strand> next = next();
        if (next.isEmpty()) {
            end.completeExceptionally(new IllegalStateException("all of the " + strands.size() + " threads wait for each other"));
            LockSupport.park(this);
            return;
        }
        if (next.get() != me) {
            let(next.get());
            awaitTurn(me);
        }
        since = System.nanoTime();
    }

    /** Returns the thread that can go on at the earliest time, and makes it ready; empty where none can. */
    private Optional<Strand> next() {
        Strand best = null;
        long earliest = Long.MAX_VALUE;
        for (Strand strand : strands) {
            long at = switch (strand.state) {
                case READY -> strand.clock;
                case SPINNING -> strand.until;
                case PAUSED, ASLEEP, ENDED -> Long.MAX_VALUE;
            };
            if (at < earliest) {
                earliest = at;
                best = strand;
            }
        }
        if (best != null) {
            ready(best, earliest);
        }
        return Optional.ofNullable(best);
    }

    private void let(Strand next) {
        running = next;
        LockSupport.unpark(next.thread);
    }

    private void awaitTurn(Strand me) {
        while (running != me) {
            LockSupport.park(this);
        }
        since = System.nanoTime();
    }
}
